/** The calls of a run: one line each, and what came of it when it is opened. */
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/badge.tsx';
import { Tooltip } from '../design/tooltip.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { wordNotice } from '../i18n/notice-words.ts';
import { withoutMarks } from '../store/file-lines.ts';
import type { CallState, CallView } from '../store/project-run.ts';
import { factsOf, iconOf, targetOf, wasStopped } from './tool-words.ts';

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
  const Icon = iconOf(call.tool);
  const facts = factsOf(call, t, i18n.language, narrow ? 1 : 2);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon aria-hidden="true" />
        <span className="verb">{call.tool}</span>
        <code className="ell t2">{targetOf(call)}</code>
        <span className="meta">
          {facts === '' || (narrow && shown !== 'done') ? null : <span className="num">{facts}</span>}
          <Mark state={shown} />
        </span>
        <ChevronRight className="chev" aria-hidden="true" />
      </summary>
      {open ? <Output call={call} calm={shown === 'stopped'} /> : null}
    </details>
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

function Output({ call, calm }: { readonly call: CallView; readonly calm: boolean }) {
  const { t } = useTranslation();
  const { result, reason } = call;
  const args = Object.entries(call.arguments);
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
      {error === null ? null : <p className={calm ? 't2' : 'minus'}>{wordNotice(t, error)}</p>}
      {result?.ok === true ? (
        result.output === '' ? (
          <p className="t3">{t('tool.no-output')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          <section className="code" aria-label={t('tool.output')} tabIndex={0}>
            {withoutMarks(result.output)}
          </section>
        )
      ) : null}
      {notices.map((notice) => (
        <p key={`${notice.code} ${notice.detail ?? ''}`} className="t2">
          {wordNotice(t, notice)}
        </p>
      ))}
    </div>
  );
}
