/** An open request: head, what it would do, why it asks, and the answers; or, in the same place, its arguments or the rule it would make. */
import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { Approval } from '#shared/schema/approval';
import { AnswerBar } from './answer-bar.tsx';
import type { KeyTaker } from './approval-dialog.tsx';
import { ApprovalHead } from './approval-head.tsx';
import { EditPanel } from './edit-panel.tsx';
import { FormProblem, Problem } from './form-problem.tsx';
import { Refusal } from './refusal.tsx';
import { RulePanel } from './rule-panel.tsx';
import { useAnswerKeys } from './use-answer-keys.ts';
import { useApprovalForm } from './use-approval-form.ts';
import { useWords } from './use-words.ts';
import { WhatBlock } from './what-block.tsx';
import { WhyBlock } from './why-block.tsx';

interface ApprovalFormProps {
  readonly approval: Approval;
  readonly place: { readonly at: number; readonly of: number };
  /** It took the place of another state of the same request. */
  readonly changed: boolean;
  readonly keys: RefObject<KeyTaker | null>;
}

export function ApprovalForm({ approval, place, changed, keys }: ApprovalFormProps) {
  const { t } = useWords();
  const form = useApprovalForm(approval);
  const { mode, seen } = form;
  const body = useFocusHere(mode);
  useAnswerKeys(form, keys);
  return (
    <>
      <ApprovalHead approval={approval} seen={seen} place={place} />
      {mode === 'edit' ? (
        <EditPanel form={form} body={body} />
      ) : mode === 'rule' ? (
        <RulePanel form={form} body={body} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
          <section ref={body} className="body" aria-label={t('ask.details')} tabIndex={0}>
            {changed ? <Problem words={t('ask.changed-elsewhere')} warn /> : null}
            <WhatBlock seen={seen} />
            <WhyBlock approval={approval} seen={seen} />
            <Refusal seen={seen} value={form.refusal} onChange={form.setRefusal} onRefuse={form.deny} />
          </section>
          <FormProblem form={form} />
          <AnswerBar form={form} />
        </>
      )}
    </>
  );
}

/** Another request or another panel in the same dialog begins with its own first thing in focus. */
function useFocusHere(mode: string): RefObject<HTMLElement | null> {
  const body = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each panel takes the focus once
  useLayoutEffect(() => {
    const dialog = body.current?.closest('.dialog');
    const { activeElement } = document;
    // When the dialog opens, it does this itself.
    const held = activeElement !== document.body && !(dialog?.contains(activeElement) ?? false);
    if (!held) dialog?.querySelector<HTMLElement>('[data-default]')?.focus();
    if (body.current !== null) body.current.scrollTop = 0;
  }, [mode]);
  return body;
}
