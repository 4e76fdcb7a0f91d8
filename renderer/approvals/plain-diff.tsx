/** A difference as a list of lines. */
import { useState } from 'react';
import { wholeNumber } from '../i18n/format.ts';
import type { DiffLine, DiffLines } from './diff-lines.ts';
import { useWords } from './use-words.ts';
import { VisibleLine } from './visible.tsx';

interface PlainDiffProps {
  readonly path: string;
  readonly lines: DiffLines;
  /** Drawn elsewhere: it is there for those who hear it. */
  readonly heard: boolean;
}

/** Lines that are drawn at first. */
const FIRST = 500;

export function PlainDiff({ path, lines: { lines, plain }, heard }: PlainDiffProps) {
  const { t } = useWords();
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, FIRST);
  const rest = lines.length - shown.length;
  if (lines.length === 0) return <p className="t2 same-text">{t('difference.none')}</p>;
  return (
    <section className={heard ? 'sr' : 'diffbox'} aria-label={t('difference.label', { path })} {...(heard ? {} : { tabIndex: 0 })}>
      {plain ? <p className="hunk">{t('difference.too-far')}</p> : null}
      <ol className="diff" dir="ltr">
        {shown.map((line) => (
          <Line key={keyOf(line)} line={line} />
        ))}
      </ol>
      {rest === 0 ? null : (
        <p className="hunk">
          {t('difference.rest', { count: rest })}{' '}
          {heard ? null : (
            <button type="button" className="btn sm" onClick={() => setWhole(true)}>
              {t('difference.show-rest')}
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function keyOf(line: DiffLine): string {
  return line.kind === 'gap' ? `gap ${line.from}` : `${line.before ?? ''}/${line.after ?? ''}`;
}

const SIGNS = { same: '', added: '+', removed: '−' } as const;

function Line({ line }: { readonly line: DiffLine }) {
  const { t, i18n } = useWords();
  if (line.kind === 'gap') return <li className="hunk">{t('difference.same', { count: line.count })}</li>;
  const { kind, text, before, after } = line;
  const number = (value: number | null): string => (value === null ? '' : wholeNumber(value, i18n.language));
  return (
    <li className={kind === 'added' ? 'add' : kind === 'removed' ? 'del' : ''}>
      <span className="n">{number(before)}</span>
      <span className="n">{number(after)}</span>
      <span className="s">
        <span aria-hidden="true">{SIGNS[kind]}</span>
        {kind === 'same' ? null : <span className="sr">{t(`difference.line-${kind}`)}</span>}
      </span>
      <span className="c">
        <VisibleLine text={text} />
      </span>
    </li>
  );
}
