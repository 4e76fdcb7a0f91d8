/** The queue of what waits for a person: stored, answered exactly once for what was shown, and noted in the audit. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#runtime/clock';
import type { ApprovalStore } from '#runtime/storage/approval-store';
import type { AuditLog } from '#runtime/storage/audit-log';
import { CallError } from '#shared/contract/call-error';
import type { Approval, ApprovalAnswer, Risk, Rule, RuleDraft } from '#shared/schema/approval';
import type { Effect } from '#shared/schema/effect';
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { noteAnswered, noteAsked, noteRule, noteVoid } from './audit-notes.ts';
import { fittingDraft, type Rules } from './rules.ts';

/** What a request shows and holds to: what a tool says of the call. */
export interface Asked {
  readonly risk: Risk;
  readonly reasons: readonly Notice[];
  readonly effect: Effect;
  /** Facts that must be the same when the call runs. */
  readonly binding: Readonly<Record<string, string>>;
  /** Rules that "this session" and "always" may make, widest last. */
  readonly rules: readonly RuleDraft[];
}

export interface NewRequest {
  /** A new one where it is left out. */
  readonly id?: string;
  readonly runId: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly sessionTitle: string;
  readonly sessionKind: SessionKind;
  readonly step: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly asking: Asked;
  /** In the planner's words; may be empty. */
  readonly plannerReason: string;
  /** Real path. */
  readonly workspace: string;
  /** true when nobody is there to ask. */
  readonly parked: boolean;
}

export interface Answer {
  readonly id: string;
  /** Of the request as it was shown. */
  readonly nonce: string;
  readonly answer: ApprovalAnswer;
  /** `window` or `command-line`. */
  readonly by: string;
  /** May be empty. */
  readonly reason: string;
  /** As the person edited them. The caller has checked them again. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** What was shown for the edited arguments. */
  readonly revised?: Asked;
  /** For session and always; the narrowest that was offered where it is left out. */
  readonly rule?: RuleDraft & { readonly name?: string | undefined };
}

export type Answered = { readonly ok: true; readonly approval: Approval } | { readonly ok: false; readonly error: Notice };

export interface ApprovalQueue {
  /** Durable when it returns, or with the transaction around it. Throws only when it cannot be stored. */
  request(request: NewRequest): Approval;
  /** Counts exactly once, for the request that was shown. Whatever is refused changes nothing. */
  answer(given: Answer): Answered;
  /** Throws CallError for a request that is not known, does not wait, or (with a nonce) was shown otherwise. */
  requireWaiting(id: string, nonce?: string): Approval;
  /** What it was about has changed, whether it waits or was allowed and had not begun. Nothing happens to any other. */
  voidFor(id: string, reason: Notice): void;
  /** Ends what waits of a run that is over. */
  endFor(runId: string): void;
  /** Ends what waits of a conversation; deleting one does so by itself. */
  endForSession(sessionId: string): void;
  get(id: string): Approval | undefined;
  /** Oldest first; with a session those of one conversation. */
  waiting(sessionId?: string): Approval[];
  count(): number;
  /** What the request holds to; undefined for an unknown one. */
  bindingOf(id: string): Readonly<Record<string, string>> | undefined;
}

export interface QueueParts {
  readonly store: ApprovalStore;
  readonly rules: Rules;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly newId?: () => string;
  /** Not to be guessed: whoever knows it has seen the request. */
  readonly newNonce?: () => string;
}

export function createApprovalQueue(parts: QueueParts): ApprovalQueue {
  const { store, clock, newNonce = () => randomBytes(24).toString('base64url') } = parts;
  const { newId = newNonce } = parts;
  const get = (id: string): Approval | undefined => store.get(id)?.approval;
  return {
    request(request) {
      const { asking, workspace, ...rest } = request;
      const { risk, reasons, effect, binding, rules } = asking;
      const approval: Approval = {
        ...rest,
        id: request.id ?? newId(),
        nonce: newNonce(),
        arguments: { ...request.arguments },
        at: clock.now(),
        risk,
        reasons: [...reasons],
        effect,
        rules: [...rules],
        state: 'waiting',
        answer: null,
      };
      store.together(() => {
        store.insert({ approval, binding, workspace });
        noteAsked(parts, approval);
      });
      return approval;
    },
    answer: (given) => store.together(() => answerOnce(parts, given)),
    requireWaiting(id, nonce) {
      const approval = get(id);
      const refusal = refusalOf(id, approval, nonce);
      if (approval === undefined || refusal !== undefined) throw new CallError(refusal ?? notice('approval_unknown', { id }));
      return approval;
    },
    voidFor(id, reason) {
      store.together(() => {
        const approval = get(id);
        if (store.settle({ id, from: ['waiting', 'allowed'], state: 'void' }) && approval !== undefined) noteVoid(parts, approval, reason);
      });
    },
    endFor: (runId) => void store.endForRun(runId),
    endForSession: (sessionId) => void store.endForSession(sessionId),
    get,
    waiting: (sessionId) => store.waiting(sessionId),
    count: () => store.waiting().length,
    bindingOf: (id) => store.get(id)?.binding,
  };
}

/** Why an answer to it would not count; undefined when it would. */
function refusalOf(id: string, approval: Approval | undefined, nonce: string | undefined): Notice | undefined {
  if (approval === undefined) return notice('approval_unknown', { id });
  const given = { answer: approval.answer?.answer ?? '', by: approval.answer?.by ?? '' };
  switch (approval.state) {
    case 'waiting':
      return nonce === undefined || nonce === approval.nonce ? undefined : notice('approval_stale');
    case 'allowed':
      return notice('approval_answered', given);
    case 'denied':
      return notice('approval_already_denied', given);
    case 'void':
      return notice('approval_stale');
    case 'ended':
      return notice('approval_ended');
    default:
      return approval.state satisfies never;
  }
}

function answerOnce(parts: QueueParts, given: Answer): Answered {
  const { store, clock } = parts;
  const stored = store.get(given.id);
  const refusal = refusalOf(given.id, stored?.approval, given.nonce);
  if (stored === undefined || refusal !== undefined) return { ok: false, error: refusal ?? notice('approval_unknown', { id: given.id }) };
  const { answer, by, reason, revised } = given;
  const allows = answer !== 'deny';
  const lasts = answer === 'session' || answer === 'always';
  const draft = lasts ? draftOf((revised ?? stored.approval).rules, given.rule) : undefined;
  if (lasts && draft === undefined) return { ok: false, error: notice('rule_unsuitable') };
  const rule = draft === undefined ? undefined : makeRule(parts, { approval: stored.approval, workspace: stored.workspace, given, draft });
  const settled = store.settle({
    id: given.id,
    from: ['waiting'],
    state: allows ? 'allowed' : 'denied',
    answer: {
      at: clock.now(),
      by,
      answer,
      reason,
      ...(allows && given.arguments !== undefined ? { arguments: { ...given.arguments } } : {}),
      ...(rule === undefined ? {} : { ruleId: rule.id }),
    },
    ...(allows && revised !== undefined ? { revision: { ...revised, reasons: [...revised.reasons], rules: [...revised.rules] } } : {}),
  });
  const approval = store.get(given.id)?.approval;
  if (!settled || approval === undefined) throw new Error(`request ${given.id} changed while it was answered`); // all of it is taken back
  noteAnswered(parts, approval, revised !== undefined);
  return { ok: true, approval };
}

function draftOf(offered: readonly RuleDraft[], wanted: RuleDraft | undefined): RuleDraft | undefined {
  return wanted === undefined ? offered[0] : fittingDraft(offered, wanted);
}

interface Making {
  readonly approval: Approval;
  readonly workspace: string;
  readonly given: Answer;
  readonly draft: RuleDraft;
}

function makeRule(parts: QueueParts, { approval, workspace, given, draft }: Making): Rule {
  const { rule, made } = parts.rules.make({
    draft,
    name: given.rule?.name ?? '',
    scope: given.answer === 'session' ? 'session' : 'always',
    sessionId: approval.sessionId,
    workspace,
    at: parts.clock.now(),
  });
  noteRule(parts, { approval, rule, made, by: given.by });
  return rule;
}
