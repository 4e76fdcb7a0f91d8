/** A request that was settled while it was looked at: says how, and goes on after a while or at once on demand. */

import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Approval } from '#shared/schema/approval';
import { Button } from '../design/button.tsx';
import { useModel } from '../shell/model-context.tsx';
import { ApprovalHead, useMoment } from './approval-head.tsx';
import { useWords } from './use-words.ts';

/** Long enough to be read, short enough not to be in the way. */
const SHOWN_MS = 6000;

type Settled = Exclude<Approval['state'], 'waiting'>;
const ICONS: Record<Settled, LucideIcon> = { allowed: CircleCheck, denied: CircleX, void: RotateCcw, ended: CircleX };

interface SettledFormProps {
  readonly approval: Approval;
  /** Another request of the series waits. */
  readonly more: boolean;
}

export function SettledForm({ approval, more }: SettledFormProps) {
  const { t } = useWords();
  const model = useModel();
  const when = useMoment();
  const button = useRef<HTMLButtonElement>(null);
  const state: Settled = approval.state === 'waiting' ? 'ended' : approval.state;
  const Icon = ICONS[state];
  useLayoutEffect(() => button.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => model.approvals.goOn(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [model]);
  const seen = { ...approval, checked: null };
  return (
    <>
      <ApprovalHead approval={approval} seen={seen} place={{ at: 1, of: 1 }} />
      <div className="body">
        <p id="approval-what" className={`banner${state === 'void' ? ' warn' : ''}`} role="status">
          <Icon aria-hidden="true" />
          <span>{t(`settled.${state}`, { time: when(approval.answer?.at ?? Date.now()) })}</span>
        </p>
      </div>
      <footer className="single">
        <span className="push hide-s" />
        <Button ref={button} look="primary" data-default onClick={() => model.approvals.goOn()}>
          {t(more ? 'ask.next' : 'ask.close')}
        </Button>
      </footer>
    </>
  );
}
