/** A place in a file, path and line; opened it shows the lines. */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Citation } from '#shared/schema/tool-call';
import { Popover } from '../design/popover.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel } from '../shell/model-context.tsx';
import type { Attempt } from '../store/attempt.ts';
import { readPlace } from '../store/file-lines.ts';

interface SourceChipProps {
  readonly icon: LucideIcon;
  readonly place: Citation;
  /** The text of the lines where it is known; it is read from the file otherwise. */
  readonly text?: string;
  /** Text of the place that is at hand, for the popover alone. */
  readonly known?: string | null;
  readonly children?: ReactNode;
}

/** `memory/2026-11-12.md`, lines 5 to 5 -> `2026-11-12.md:5`. */
function shortPlace({ path, from, to }: Citation, whole: boolean): string {
  const name = whole ? path : (path.split('/').at(-1) ?? path);
  return `${name}:${from === to ? from : `${from}-${to}`}`;
}

export function SourceChip({ icon: Icon, place, text, known = null, children }: SourceChipProps) {
  const { t } = useTranslation();
  const { path, from, to } = place;
  const label = from === to ? t('chat.line-of', { path, from }) : t('chat.lines-of', { path, from, to });
  const trigger = (
    <button type="button" className="chip">
      <Icon aria-hidden="true" />
      {text === undefined ? null : <span className="ell">{firstLine(text)}</span>}
      <span className="src">{shortPlace(place, text === undefined)}</span>
    </button>
  );
  return (
    <Popover trigger={trigger} label={label}>
      <h3>{label}</h3>
      {text !== undefined ? <p className="said">{text}</p> : null}
      {text === undefined && known !== null ? <pre className="code">{known}</pre> : null}
      {text === undefined && known === null ? <Lines place={place} /> : null}
      {children}
    </Popover>
  );
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').replace(/^[-*#>\s]+/, '');
}

/** Mounted when the popover opens: the file may have changed since the answer. */
function Lines({ place }: { readonly place: Citation }) {
  const { t } = useTranslation();
  const { client } = useModel();
  const [read, setRead] = useState<Attempt<string> | null>(null);
  const { path, from, to } = place;
  useEffect(() => {
    let wanted = true;
    void readPlace(client, { path, from, to }).then((done) => wanted && setRead(done));
    return () => {
      wanted = false;
    };
  }, [client, path, from, to]);
  if (read === null) return <p className="t3">{t('chat.reading-lines')}</p>;
  if (!read.ok) return <p className="minus">{wordNotice(t, read.reason)}</p>;
  return <pre className="code">{read.value}</pre>;
}
