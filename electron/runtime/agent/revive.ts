/** After a crash: a call that was allowed and had not begun asks again, for nobody knows what changed meanwhile. */
import { notice } from '#shared/schema/notice';
import { requestApproval } from './call-tool.ts';
import type { RunBook } from './run-book.ts';
import type { AgentParts } from './run-context.ts';

/** false when the run had no such call. */
export function reviveAllowed(parts: AgentParts, book: RunBook): boolean {
  const { allowed } = book.state();
  const approval = allowed === null ? undefined : parts.approvals.get(allowed.approvalId);
  if (allowed === null || approval === undefined) return false;
  const { callId, tool } = allowed;
  const crashed = notice('approval_crashed');
  const { risk, effect, rules } = approval;
  const reasons = [crashed, ...approval.reasons.filter(({ code }) => code !== crashed.code)];
  const binding = parts.approvals.bindingOf(approval.id) ?? {};
  requestApproval(parts, book, {
    call: { callId, name: tool, arguments: allowed.arguments },
    reason: crashed,
    asking: { risk, reasons, effect, rules, binding },
    root: binding['workspace'] ?? '',
    before: [{ type: 'approval.decided', callId, approvalId: approval.id, decision: 'void', by: 'host' }],
    instead: approval.id,
  });
  return true;
}
