/** One conversation of the list: title, when or in what state, and its menu. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#shared/schema/session';
import { Badge } from '../design/badge.tsx';
import { IconButton } from '../design/button.tsx';
import { Menu } from '../design/menu.tsx';
import { clockTime, shortDate } from '../i18n/format.ts';
import { useModel, useThread, useZone } from '../shell/model-context.tsx';
import { RenameField } from './rename-field.tsx';
import { useSessionActions } from './use-session-actions.ts';

/** Characters of a draft that stand for a title. */
const DRAFT_TITLE = 80;

interface SessionRowProps {
  readonly session: Session;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Today's and yesterday's show the time, older ones the date. */
  readonly recent: boolean;
  readonly onPick: () => void;
}

export function SessionRow({ session, now, recent, onPick }: SessionRowProps) {
  const { t } = useTranslation();
  const model = useModel();
  const current = useThread((data) => data.openId === session.id);
  const [renaming, setRenaming] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const actions = useSessionActions(session, () => setRenaming(true));
  const title = session.title || session.draft.trim().slice(0, DRAFT_TITLE) || t('chat.untitled');
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    if (event.key === 'Delete') void model.deleteSession(session.id);
  };
  if (renaming) {
    const onDone = (): void => {
      setRenaming(false);
      requestAnimationFrame(() => row.current?.focus());
    };
    return (
      <li className="session">
        <RenameField session={session} onDone={onDone} />
      </li>
    );
  }
  const pick = (): void => {
    void model.openSession(session.id);
    onPick();
  };
  return (
    <li className="session">
      <button ref={row} type="button" className="item" aria-current={current ? 'true' : undefined} onClick={pick} onKeyDown={onKey}>
        <span className="ell grow">{title}</span>
        <RowState session={session} now={now} recent={recent} />
      </button>
      <Menu
        items={actions}
        keepFocus={() => document.activeElement?.tagName === 'INPUT'}
        trigger={<IconButton small extra="more" icon={Ellipsis} label={t('chat.more-of', { title })} />}
      />
    </li>
  );
}

function RowState({ session, now, recent }: Omit<SessionRowProps, 'onPick'>) {
  const { t, i18n } = useTranslation();
  const zone = useZone();
  if (session.activeRun?.state === 'waiting') return <Badge tone="warn">{t('chat.waiting')}</Badge>;
  if (session.activeRun?.state === 'running') return <Badge tone="accent">{t('chat.running')}</Badge>;
  if (session.draft.trim() !== '') return <Badge>{t('chat.draft')}</Badge>;
  const at = session.updatedAt;
  return (
    <time className="when num" dateTime={new Date(at).toISOString()}>
      {recent ? clockTime(at, i18n.language, zone) : shortDate(at, now, i18n.language, zone)}
    </time>
  );
}
