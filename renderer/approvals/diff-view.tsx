/** The change of a file: at once as lines that everybody can read, then drawn by the editor where it can be loaded. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EffectDiff } from '#shared/schema/effect';
import { useNarrow } from '../design/use-narrow.ts';
import { byteSize, wholeNumber } from '../i18n/format.ts';
import { diffLines } from './diff-lines.ts';
import { speakTo } from './editor-words.ts';
import { PlainDiff } from './plain-diff.tsx';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

interface DiffViewProps {
  readonly tool: string;
  readonly diff: EffectDiff;
}

export function DiffView({ tool, diff }: DiffViewProps) {
  const { t } = useWords();
  const { path, before, after, cut } = diff;
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const { place, frame, isDrawn } = useDrawnDiff(diff, before !== null && lines.lines.length > 0);
  return (
    <>
      <h3 className="sect change-head" id="approval-what">
        {tool}
        <code className="soft" dir="ltr">
          <VisibleCommand text={path} />
        </code>
        <Counts diff={diff} />
      </h3>
      <div className="effect" ref={frame}>
        <div ref={place} className="drawn-diff" data-drawn={isDrawn || undefined} aria-hidden="true" />
        <PlainDiff path={path} lines={lines} heard={isDrawn} />
      </div>
      {cut ? <p className="fs12 warn-text hint">{t('difference.cut')}</p> : null}
    </>
  );
}

function Counts({ diff: { before, after, added, removed, cut } }: { readonly diff: EffectDiff }) {
  const { t, i18n } = useWords();
  const size = (text: string): string => byteSize(new TextEncoder().encode(text).length, t, i18n.language);
  return (
    <>
      <span className="push num soft">
        <span className="sr">
          {t('difference.added', { count: added })} {t('difference.removed', { count: removed })}
        </span>
        <span aria-hidden="true">
          <span className="plus">+{wholeNumber(added, i18n.language)}</span>{' '}
          {removed === 0 ? null : <span className="minus">−{wholeNumber(removed, i18n.language)}</span>}
        </span>
      </span>
      {cut ? null : (
        <span className="soft num t3 hide-s">
          {before === null ? size(after) : t('effect.from-to', { before: size(before), after: size(after) })}
        </span>
      )}
    </>
  );
}

/** The editor is large: the window answers first, then it is loaded. */
const LOAD_AFTER_MS = 250;

/** Loads the editor and lets it draw over the lines, in a box of the same height: no button moves under the pointer. */
function useDrawnDiff({ path, before, after }: EffectDiff, some: boolean) {
  const { i18n } = useWords();
  const narrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const wanted = some && !narrow;
  useEffect(() => {
    if (!wanted) return;
    let close: (() => void) | null = null;
    let over = false;
    const show = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, LOAD_AFTER_MS));
      if (over) return;
      await speakTo(i18n.language);
      const { drawDiff } = await import('./drawn-diff.ts');
      const [box, around] = [place.current, frame.current];
      if (over || box === null || around === null) return;
      close = await drawDiff(box, { before: before ?? '', after, height: around.clientHeight });
      if (over) return close();
      setDrawn(true);
    };
    // Without it the lines stay.
    show().catch((error: unknown) => console.warn(`no drawn difference of ${path}`, error));
    return () => {
      over = true;
      close?.();
      setDrawn(false);
    };
  }, [wanted, before, after, path, i18n.language]);
  return { frame, place, isDrawn };
}
