/** One call of a run: runs it, or opens the question that it needs: a missing argument, or a person's leave. */
import type { GuardrailCall } from '#runtime/guardrails/guardrail';
import type { Asking } from '#runtime/tools/tool';
import type { Notice } from '#shared/schema/notice';
import type { EventBody } from '#shared/schema/run-event';
import { auditCall } from './audit-call.ts';
import { executeTool, type ToolCallParts } from './execute-tool.ts';
import type { RunBook } from './run-book.ts';
import type { AgentParts, LiveRun } from './run-context.ts';

/** `approved` is what a person allowed just now, for exactly this call. */
export async function callTool(
  parts: AgentParts,
  run: LiveRun,
  book: RunBook,
  call: GuardrailCall,
  approved: Asking | null = null,
): Promise<void> {
  const outcome = await executeTool(callParts(parts, run, book), call, approved);
  switch (outcome.kind) {
    case 'clarify':
      return book.append({
        type: 'clarification.needed',
        callId: call.callId,
        tool: call.name,
        arguments: { ...outcome.arguments },
        slots: [...outcome.slots],
        question: '',
        reason: outcome.reason,
      });
    case 'ask':
      return requestApproval(parts, book, { ...outcome, root: run.scope.root, before: [outcome.fact] });
    case 'done':
    case 'refused':
      return;
    default:
      outcome satisfies never;
  }
}

/** What a call of this run is made with. */
export function callParts(parts: AgentParts, run: LiveRun, book: RunBook): ToolCallParts {
  const { kind, history, at, approve, denied } = book.state();
  const { scope, sessionId, runId, signal } = run;
  const audited = { runId, sessionId, by: kind };
  return {
    tools: scope.tools,
    guardrails: scope.guardrails,
    hooks: parts.hooks,
    session: { id: sessionId, kind },
    runId,
    policy: parts.policy(),
    history,
    at,
    zone: parts.clock.zone,
    signal,
    append: book.append,
    atPoint: parts.atPoint,
    approve,
    denied,
    root: scope.root,
    rulesFor: (tool) => parts.rules.forCall({ tool, workspace: scope.root, sessionId }),
    onRuleUsed: (rule) => parts.rules.used(rule.id, parts.clock.now()),
    onActed: (call, acted) => auditCall(parts, audited, call, acted),
  };
}

export interface ApprovalRequest {
  readonly call: GuardrailCall;
  readonly reason: Notice;
  readonly asking: Asking;
  /** Real path of the workspace. */
  readonly root: string;
  /** Facts that belong before the request, in the same durable step. */
  readonly before: readonly EventBody[];
  /** An older request that this one takes the place of. */
  readonly instead?: string;
}

/** Puts the request into the queue and into the log in one durable step; the run waits then. */
export function requestApproval(parts: AgentParts, book: RunBook, request: ApprovalRequest): void {
  const { call, reason, asking, root, before, instead } = request;
  const { runId, sessionId, kind, steps, plannerReason, approve } = book.state();
  const approvalId = parts.newId();
  const store = (): void => {
    if (instead !== undefined) parts.approvals.voidFor(instead, reason);
    parts.approvals.request({
      id: approvalId,
      runId,
      callId: call.callId,
      sessionId,
      sessionTitle: parts.sessions.get(sessionId)?.title ?? '',
      sessionKind: kind,
      step: steps,
      tool: call.name,
      arguments: { ...call.arguments },
      asking,
      // The name of the tool is no reason.
      plannerReason: plannerReason === call.name ? '' : plannerReason,
      workspace: root,
      parked: approve === 'park',
    });
  };
  book.appendWith(store, ...before, {
    type: 'approval.requested',
    callId: call.callId,
    tool: call.name,
    approvalId,
    arguments: { ...call.arguments },
    reason,
    risk: asking.risk,
  });
  parts.atPoint('approval.asked');
  parts.log.signal({ kind: 'changed', what: 'approvals' });
}
