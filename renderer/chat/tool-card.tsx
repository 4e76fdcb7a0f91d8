/** The calls of a run: one line each, and what came of it when it is opened. */
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskedLine } from '../approvals/asked-line.tsx';
import { QuickTurn } from '../changes/turn-button.tsx';
import { type CallChange, useCallChange } from '../changes/use-call-change.ts';
import { Badge } from '../design/badge.tsx';
import { Tooltip } from '../design/tooltip.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { withoutMarks } from '../store/file-lines.ts';
import type { CallState, CallView } from '../store/project-run.ts';
import { factsOf, iconOf, isDrawn, printedNothing, ranWords, subjectOf, targetOf, wasStopped } from './tool-words.ts';

const ChangeDetails = lazy(async () => ({ default: (await import('../changes/change-details.tsx')).ChangeDetails }));

interface ToolCardsProps {
  readonly calls: readonly CallView[];
  /** The person stopped the run. */
  readonly stopped: boolean;
}

export function ToolCards({ calls, stopped }: ToolCardsProps) {
  return (
    <div className="tools">
      {calls.map((call) => (
        <ToolCard key={call.callId} call={call} shown={shownState(call, stopped)} />
      ))}
    </div>
  );
}

type Shown = CallState | 'stopped';

/** What a person stopped is no failure, and nothing that went wrong. */
function shownState({ state, result }: CallView, stopped: boolean): Shown {
  if (state === 'failed' && wasStopped(result)) return 'stopped';
  return state === 'interrupted' && stopped ? 'stopped' : state;
}

const ToolCard = memo(function ToolCard({ call, shown }: { readonly call: CallView; readonly shown: Shown }) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const change = useCallChange(call);
  const Icon = iconOf(call.tool);
  const facts = factsOf(call, t, i18n.language, narrow ? 1 : 2);
  return (
    <div className="call">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Icon aria-hidden="true" />
          <span className="verb">{call.tool}</span>
          <code className="ell t2">{targetOf(call)}</code>
          <span className="meta">
            {facts === '' || (narrow && shown !== 'done') ? null : <span className="num">{facts}</span>}
            {change?.state === 'undone' || change?.busy ? <TurnMark change={change} /> : <Mark state={shown} />}
            {change?.possible === true ? <span className="quickroom" /> : null}
          </span>
          <ChevronRight className="chev" aria-hidden="true" />
        </summary>
        {open ? <Output call={call} calm={shown === 'stopped'} change={change} /> : null}
      </details>
      {change === null ? null : <QuickTurn change={change} what={subjectOf(call)} />}
      {shown === 'asked' ? <AskedLine callId={call.callId} /> : null}
    </div>
  );
});

const TONES: Record<Exclude<Shown, 'done'>, 'plain' | 'warn' | 'danger' | 'accent'> = {
  checking: 'plain',
  asked: 'warn',
  clarify: 'warn',
  running: 'accent',
  failed: 'danger',
  stopped: 'plain',
  refused: 'danger',
  interrupted: 'warn',
};

function TurnMark({ change: { busy } }: { readonly change: CallChange }) {
  const { t } = useTranslation('policy');
  return <Badge>{t(busy === null ? 'changes.undone' : `changes.busy-${busy}`)}</Badge>;
}

/** An allowed call is one tick; words and colour are for the unusual. */
function Mark({ state }: { readonly state: Shown }) {
  const { t } = useTranslation();
  if (state !== 'done') return <Badge tone={TONES[state]}>{t(`tool.${state}`)}</Badge>;
  return (
    <Tooltip content={t('tool.allowed')}>
      <span className="okmark">
        <Check aria-hidden="true" />
        <span className="sr">{t('tool.allowed')}</span>
      </span>
    </Tooltip>
  );
}

interface OutputProps {
  readonly call: CallView;
  readonly calm: boolean;
  readonly change: CallChange | null;
}

function Output({ call, calm, change }: OutputProps) {
  const { t, i18n } = useTranslation();
  const { result, reason } = call;
  const drawn = isDrawn(call);
  const args = drawn ? [] : Object.entries(call.arguments);
  const ran = ranWords(call, t, i18n.language);
  const error = result?.ok === false ? result.error : reason;
  const notices = result?.ok === true ? (result.notices ?? []) : [];
  return (
    <div className="out">
      {args.length === 0 ? null : (
        <dl className="args" aria-label={t('tool.arguments')}>
          {args.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>
                <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {ran === '' ? null : <p className="t2 fs12 num">{ran}</p>}
      {error === null ? null : <p className={calm ? 't2' : 'minus'}>{wordNotice(t, error)}</p>}
      {result?.ok === true && !drawn ? (
        printedNothing(call) ? (
          <p className="t3">{t('tool.no-output')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          <section className="code" aria-label={`${t('tool.output')} · ${subjectOf(call)}`} tabIndex={0}>
            {withoutMarks(result.output)}
          </section>
        )
      ) : null}
      {notices.map((notice) => (
        <p key={`${notice.code} ${notice.detail ?? ''}`} className="t2">
          {wordNotice(t, notice)}
        </p>
      ))}
      {change === null ? null : (
        <Suspense fallback={null}>
          <ChangeDetails change={change} what={subjectOf(call)} about={drawn ? 'text' : 'files'} />
        </Suspense>
      )}
    </div>
  );
}
