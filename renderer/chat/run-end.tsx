/** How a run ended where it did not simply answer. */

import type { LucideIcon } from 'lucide-react';
import CircleStop from 'lucide-react/icons/circle-stop';
import CircleX from 'lucide-react/icons/circle-x';
import History from 'lucide-react/icons/history';
import Info from 'lucide-react/icons/info';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useModel, useThread } from '../shell/model-context.tsx';
import { isOpen, type RunView } from '../store/project-run.ts';
import { Outcome } from './outcome.tsx';
import { targetOf, wasStopped } from './tool-words.ts';

type Bad = 'failed' | 'cancelled' | 'interrupted';

const ICONS: Record<Bad, LucideIcon> = { failed: CircleX, cancelled: CircleStop, interrupted: History };

export function RunEnd({ run }: { readonly run: RunView }) {
  const { t } = useTranslation();
  const { state } = run;
  if (state === 'running' || state === 'waiting') return null;
  if (state !== 'completed') return <BadEnd run={run} state={state} />;
  if (run.answer === null) return <Hint text={t('end.no-answer')} />;
  return run.goalSatisfied ? null : <Hint text={t('end.not-reached')} />;
}

function Hint({ text }: { readonly text: string }) {
  return (
    <p className="note">
      <Info aria-hidden="true" />
      {text}
    </p>
  );
}

function BadEnd({ run, state }: { readonly run: RunView; readonly state: Bad }) {
  const { t } = useTranslation();
  const model = useModel();
  const busy = useThread((data) => data.log.runs.some(isOpen));
  const results = run.calls.filter(({ result }) => result !== null && !wasStopped(result)).length;
  const kept = results === 0 ? t('end.kept-message') : t('end.kept-results', { count: results });
  const part = run.answer === null && run.live !== null ? t('end.kept-part') : '';
  const stopped = run.interruptedCalls.map((id) => run.calls.find((call) => call.callId === id)).filter((call) => call !== undefined);
  const retry = (
    <Button
      look={state === 'cancelled' ? 'plain' : 'primary'}
      icon={RotateCcw}
      onClick={() => void model.composer.deliver(run.sessionId, run.message)}
    >
      {t('end.retry')}
    </Button>
  );
  return (
    <Outcome icon={ICONS[state]} danger={state === 'failed'} title={t(`end.${state}`)} actions={busy ? undefined : retry}>
      {run.reason === null ? null : <p>{wordNotice(t, run.reason)}</p>}
      <p className="t2">
        {kept} {part}
      </p>
      {stopped.length === 0 ? null : (
        <p className="t2">
          {t('end.not-again', { calls: stopped.map((call) => [call.tool, targetOf(call)].join(' ').trim()).join(', ') })}
        </p>
      )}
    </Outcome>
  );
}
