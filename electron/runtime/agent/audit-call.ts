/** What the audit says of a call that acted or was refused. */
import { subjectOfCall } from '#runtime/approval/subject';
import type { GuardrailCall } from '#runtime/guardrails/guardrail';
import type { AuditEntry } from '#shared/schema/audit';
import type { Acted } from './execute-tool.ts';
import type { AgentParts } from './run-context.ts';

export interface AuditedCall {
  readonly runId: string;
  readonly sessionId: string;
  /** Who called: the kind of the session, or the command line. */
  readonly by: string;
}

/** Durable when it returns. */
export function auditCall(
  { audit, clock, log }: Pick<AgentParts, 'audit' | 'clock' | 'log'>,
  { runId, sessionId, by }: AuditedCall,
  call: GuardrailCall,
  acted: Acted,
): void {
  audit.append({
    at: clock.now(),
    type: acted.kind,
    sessionId,
    runId,
    callId: call.callId,
    tool: call.name,
    subject: subjectOfCall(call.arguments),
    by,
    detail: detailOf(acted),
  });
  log.signal({ kind: 'changed', what: 'audit' });
}

function detailOf(acted: Acted): AuditEntry['detail'] {
  if (acted.kind === 'refused') return { reason: acted.reason };
  const { result, how, rule } = acted;
  const by = { how, ...(rule === undefined ? {} : { rule }) };
  if (!result.ok) return { ...by, ok: false, error: result.error };
  return { ...by, ok: true, facts: result.facts ?? {}, ...(result.change === undefined ? {} : { change: result.change }) };
}
