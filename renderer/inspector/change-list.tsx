/** What middleware and hooks did to the prompt: each with its time and, opened, the lines that it changed. */
import { useMemo } from 'react';
import type { PromptSight } from '#shared/schema/context';
import '../approvals/difference.css';
import { diffLines } from '../approvals/diff-lines.ts';
import { PlainDiff } from '../approvals/plain-diff.tsx';
import { duration } from '../i18n/format.ts';
import { Fold } from './fold.tsx';
import { useWords } from './use-words.ts';

type Change = PromptSight['changes'][number];

/** Milliseconds after which two texts that have little in common are no longer compared. */
const PATIENCE_MS = 40;

export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const { t, i18n } = useWords();
  if (changes.length === 0) return <p className="t3 fs12">{t('inspector.changes-none')}</p>;
  return (
    <ol className="folds">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they ran in this order, one perhaps twice
        <li key={index}>
          <Fold
            head={
              <>
                <span className="ell">{change.name}</span>
                <span className="t3 keep">{t(`inspector.kind-${change.kind}`)}</span>
                <span className={`push keep${change.outcome === 'failed' || change.outcome === 'timed_out' ? ' minus' : ''}`}>
                  {t(`inspector.outcome-${change.outcome.replace('_', '-')}`)}
                </span>
              </>
            }
          >
            {() => (
              <>
                <p className="t3 fs12 num">
                  {[duration(change.ms, t, i18n.language), ...(change.detail === '' ? [] : [change.detail])].join(' · ')}
                </p>
                <Lines change={change} />
              </>
            )}
          </Fold>
        </li>
      ))}
    </ol>
  );
}

function Lines({ change: { name, outcome, before, after } }: { readonly change: Change }) {
  const { t } = useWords();
  const lines = useMemo(() => diffLines(before, after, PATIENCE_MS), [before, after]);
  if (before === after) return outcome === 'changed' ? <p className="t3 fs12">{t('inspector.no-text')}</p> : null;
  return (
    <div className="effect">
      <PlainDiff path={name} lines={lines} heard={false} />
    </div>
  );
}
