/** Why a request asks: the wall's reasons in words, the planner's own, what can be taken back, and what a rule would cover. */

import type { LucideIcon } from 'lucide-react';
import Bot from 'lucide-react/icons/bot';
import CircleAlert from 'lucide-react/icons/circle-alert';
import History from 'lucide-react/icons/history';
import Info from 'lucide-react/icons/info';
import ListChecks from 'lucide-react/icons/list-checks';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import type { Approval } from '#shared/schema/approval';
import { wordNotice } from '../i18n/notice-words.ts';
import { isUndoable, sessionRule } from './approval-words.ts';
import { CoverWords } from './cover-words.tsx';
import type { Seen } from './use-approval-form.ts';
import { useWords } from './use-words.ts';

interface WhyBlockProps {
  readonly approval: Approval;
  readonly seen: Seen;
}

export function WhyBlock({ approval, seen }: WhyBlockProps) {
  const { t } = useWords();
  const { plannerReason } = approval;
  const { effect, checked, reasons } = seen;
  const grave = seen.risk !== 'change' && seen.risk !== 'command';
  return (
    <div className="blk">
      <h3 className="sect">{t('ask.why')}</h3>
      <ul className="why">
        {checked === null ? null : <Line icon={ListChecks}>{t(checked === 'allow' ? 'editing.runs-unasked' : 'editing.asks')}</Line>}
        {reasons.map((reason) => (
          <Line key={JSON.stringify(reason)} icon={grave ? CircleAlert : ShieldCheck}>
            {wordNotice(t, reason)}
          </Line>
        ))}
        {effect.notices.map((notice) => (
          <Line key={JSON.stringify(notice)} icon={Info}>
            {wordNotice(t, notice)}
          </Line>
        ))}
        {plannerReason === '' ? null : <Line icon={Bot}>{t('ask.planner', { text: plannerReason })}</Line>}
        {isUndoable(effect) || effect.diff !== undefined ? (
          <Line icon={History}>{t(isUndoable(effect) ? 'ask.undo-drift' : 'ask.drift')}</Line>
        ) : null}
        <RuleLine seen={seen} />
      </ul>
    </div>
  );
}

function Line({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <li>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

/** What "this session" would cover, or why there is only "once". */
function RuleLine({ seen: { rules, risk } }: { readonly seen: Seen }) {
  const { t } = useWords();
  const rule = sessionRule(rules);
  if (rule !== null) {
    return (
      <Line icon={ListChecks}>
        <CoverWords rule={rule} />
      </Line>
    );
  }
  return <Line icon={ListChecks}>{t(risk === 'destructive' || risk === 'persona' ? `ask.only-once-${risk}` : 'ask.only-once')}</Line>;
}
