/** A person's answer to a request: checked against the world as it is now, stored exactly once, and then acted on. */
import type { GuardrailCall } from '#runtime/guardrails/guardrail';
import { runPreGuardrails } from '#runtime/guardrails/pipeline';
import type { Asking, ToolContext } from '#runtime/tools/tool';
import { CallError } from '#shared/contract/call-error';
import type { Approval, ApprovalAnswer, RuleDraft } from '#shared/schema/approval';
import { type Notice, notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import { callParts, callTool, requestApproval } from './call-tool.ts';
import { findTool } from './execute-tool.ts';
import { describeCall, sameBinding } from './permission.ts';
import type { RunBook } from './run-book.ts';
import type { AgentParts, LiveRun } from './run-context.ts';

export interface GivenAnswer {
  readonly id: string;
  readonly nonce: string;
  readonly answer: ApprovalAnswer;
  /** `window` or `command-line`. */
  readonly by: string;
  readonly reason: string;
  /** As the person edited them. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly rule?: RuleDraft & { readonly name?: string };
}

/** A waiting run, opened for its answer. */
export interface OpenRequest {
  readonly approval: Approval;
  readonly run: LiveRun;
  readonly book: RunBook;
}

export interface Decided {
  readonly state: 'allowed' | 'denied' | 'void';
  /** What the run does first when it goes on; absent when it still waits. */
  readonly next?: (run: LiveRun, book: RunBook) => Promise<void>;
}

/** Throws CallError for an answer that does not count, or for edited arguments that are refused; nothing is decided then. */
export async function decide(parts: AgentParts, open: OpenRequest, given: GivenAnswer): Promise<Decided> {
  const { approval, book } = open;
  if (given.answer === 'deny') {
    store(parts, open, given, null);
    return { state: 'denied', next: async () => undefined };
  }
  const edited = given.arguments !== undefined;
  const call = { callId: approval.callId, name: approval.tool, arguments: given.arguments ?? approval.arguments };
  const seen = await lookAgain(parts, open, call);
  if ('refusal' in seen) {
    if (edited) throw new CallError(seen.refusal);
    // What was shown is refused by now: the request is over, and the call itself tells the planner why.
    parts.approvals.requireWaiting(given.id, given.nonce);
    book.appendWith(() => parts.approvals.voidFor(approval.id, seen.refusal), voided(approval));
    return { state: 'void', next: (run, now) => callTool(parts, run, now, call) };
  }
  const shown = parts.approvals.bindingOf(approval.id) ?? {};
  if (!edited && !sameBinding(shown, seen.asking.binding)) {
    parts.approvals.requireWaiting(given.id, given.nonce);
    const drifted = notice('approval_drifted');
    const asking = { ...seen.asking, reasons: [drifted, ...seen.asking.reasons] };
    const root = open.run.scope.root;
    requestApproval(parts, book, { call, reason: drifted, asking, root, before: [voided(approval)], instead: approval.id });
    return { state: 'void' };
  }
  store(parts, open, given, edited ? seen.asking : null);
  parts.atPoint('approval.answered');
  return { state: 'allowed', next: (run, now) => callTool(parts, run, now, seen.call, seen.asking) };
}

const voided = ({ callId, id }: Approval) => ({ type: 'approval.decided', callId, approvalId: id, decision: 'void', by: 'host' }) as const;

/** Counts exactly once: the queue refuses a second answer within the same transaction. */
function store(parts: AgentParts, { approval, book }: OpenRequest, given: GivenAnswer, revised: Asking | null): void {
  const { id, nonce, answer, by, reason, arguments: args, rule } = given;
  const work = (): void => {
    const answered = parts.approvals.answer({
      id,
      nonce,
      answer,
      by,
      reason,
      ...(args === undefined ? {} : { arguments: args }),
      ...(revised === null ? {} : { revised }),
      ...(rule === undefined ? {} : { rule }),
    });
    if (!answered.ok) throw new CallError(answered.error);
  };
  book.appendWith(work, {
    type: 'approval.decided',
    callId: approval.callId,
    approvalId: id,
    decision: answer === 'deny' ? 'deny' : 'allow',
    by,
    answer,
    ...(reason === '' ? {} : { reason }),
    ...(args === undefined ? {} : { arguments: { ...args } }),
  });
  parts.log.signal({ kind: 'changed', what: 'approvals' });
  if (answer === 'session' || answer === 'always') parts.log.signal({ kind: 'changed', what: 'rules' });
}

export interface Preview {
  readonly call: GuardrailCall;
  readonly verdict: Exclude<Verdict, { verdict: 'revise' }>;
  /** null where the call would not ask. */
  readonly asking: Asking | null;
}

/** The verdict and the effect of a call of this run as they would be now. Changes nothing. */
export async function previewCall(parts: AgentParts, { run, book }: Omit<OpenRequest, 'approval'>, given: GuardrailCall): Promise<Preview> {
  const made = callParts(parts, run, book);
  const { session, runId, policy, tools, history, at, zone, signal } = made;
  const judged = await runPreGuardrails(made.guardrails, given, { session, runId, policy, tools, history, at, zone, signal });
  const call = { ...given, arguments: judged.arguments };
  const { verdict } = judged;
  if (verdict.verdict !== 'ask' && verdict.verdict !== 'allow') return { call, verdict, asking: null };
  const found = findTool(made, call);
  if (!found.ok) return { call, verdict: { verdict: 'invalid', reason: found.error }, asking: null };
  const context: ToolContext = { signal, session, at, runId, policy, callId: call.callId, approved: null };
  // A hook may have wanted the question although the walls do not, so what is allowed is described too.
  const reason = verdict.verdict === 'ask' ? verdict.reason : notice('hook_asks', { reason: '' });
  const asking = await describeCall(run.scope.root, { tool: found.tool, arguments: found.args, reason }, context);
  return { call, verdict, asking };
}

async function lookAgain(
  parts: AgentParts,
  open: OpenRequest,
  given: GuardrailCall,
): Promise<{ readonly call: GuardrailCall; readonly asking: Asking } | { readonly refusal: Notice }> {
  const { call, verdict, asking } = await previewCall(parts, open, given);
  if (asking !== null) return { call, asking };
  return {
    refusal: 'reason' in verdict ? verdict.reason : notice('tool_arguments', { tool: given.name, field: '', rule: '', allowed: '' }),
  };
}
