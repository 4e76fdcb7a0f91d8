/** Tells a screen reader what happens in the open conversation: that a run works, then its answer as a whole, never piece by piece. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useThread } from '../shell/model-context.tsx';

/** Characters read out; the rest is in the thread. */
const READ_OUT = 600;

export function LiveRegion() {
  const { t } = useTranslation();
  const name = useHost((app) => app.identity.name) || 'Reins';
  const run = useThread((data) => data.log.runs.at(-1) ?? null);
  const loading = useThread((data) => data.state === 'loading');
  const [said, setSaid] = useState('');
  // What was there when the conversation was opened is not news.
  const last = useRef<string | null>(null);
  const phase = run === null ? '' : `${run.runId} ${run.state} ${run.answer === null ? '' : 'answered'}`;
  useEffect(() => {
    const before = last.current;
    last.current = loading ? null : phase;
    if (before === null || before === phase || run === null) return;
    if (run.question !== null) setSaid(run.question.question);
    else if (run.answer !== null) setSaid(run.answer.text.slice(0, READ_OUT));
    else if (run.state === 'running') setSaid(t('chat.announce-working', { name }));
    else if (run.state !== 'completed' && run.state !== 'waiting') {
      setSaid([t(`end.${run.state}`), run.reason === null ? '' : wordNotice(t, run.reason)].join('. '));
    }
  }, [phase, loading, run, t, name]);
  return (
    <div className="sr" aria-live="polite">
      {said}
    </div>
  );
}
