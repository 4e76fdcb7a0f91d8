/** What the audit says of a request and its answer: what was shown, who answered what, which rule that made. */
import { createHash } from 'node:crypto';
import type { Clock } from '#runtime/clock';
import type { AuditLog } from '#runtime/storage/audit-log';
import type { Approval, Rule } from '#shared/schema/approval';
import type { AuditEntry } from '#shared/schema/audit';
import type { Effect } from '#shared/schema/effect';
import type { Notice } from '#shared/schema/notice';
import { subjectOfCall, subjectOfRule } from './subject.ts';

interface NoteParts {
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
}

type Note = Pick<AuditEntry, 'type' | 'by' | 'detail'> & { readonly subject?: string };

function append({ audit, clock }: NoteParts, approval: Approval, { subject, ...note }: Note): void {
  const { sessionId, runId, callId, tool } = approval;
  const named = subject ?? subjectOfCall(approval.answer?.arguments ?? approval.arguments);
  audit.append({ ...note, at: clock.now(), sessionId, runId, callId, tool, subject: named });
}

export function noteAsked(parts: NoteParts, approval: Approval): void {
  const { id, sessionKind, sessionTitle, step, plannerReason, parked, arguments: args } = approval;
  const detail = { approvalId: id, sessionTitle, step, plannerReason, parked, arguments: args, ...shown(approval) };
  append(parts, approval, { type: 'asked', by: sessionKind, detail });
}

/** `edited`: what was shown for the edited arguments is noted too. */
export function noteAnswered(parts: NoteParts, approval: Approval, edited: boolean): void {
  const { id, answer: given } = approval;
  if (given === null) return;
  const { answer, by, reason, arguments: args, ruleId } = given;
  append(parts, approval, {
    type: 'answered',
    by,
    detail: {
      approvalId: id,
      answer,
      reason,
      ...(args === undefined ? {} : { arguments: args }),
      ...(edited ? shown(approval) : {}),
      ...(ruleId === undefined ? {} : { rule: ruleId }),
    },
  });
}

export function noteVoid(parts: NoteParts, approval: Approval, reason: Notice): void {
  append(parts, approval, { type: 'void', by: 'host', detail: { approvalId: approval.id, reason } });
}

interface RuleNote {
  readonly approval: Approval;
  readonly rule: Rule;
  /** false: it was there already. */
  readonly made: boolean;
  readonly by: string;
}

export function noteRule(parts: NoteParts, { approval, rule, made, by }: RuleNote): void {
  append(parts, approval, {
    type: 'rule-made',
    subject: subjectOfRule(rule.match),
    by,
    detail: { approvalId: approval.id, rule, known: !made },
  });
}

function shown({ risk, reasons, effect }: Approval): Record<string, unknown> {
  return { risk, reasons, effect: shownEffect(effect) };
}

/** Everything but the texts of a difference: their length and hash tell which they were. */
function shownEffect({ diff, ...effect }: Effect): Record<string, unknown> {
  if (diff === undefined) return effect;
  const { path, added, removed, cut, after } = diff;
  const text = { path, added, removed, cut, characters: after.length, sha256: createHash('sha256').update(after).digest('hex') };
  return { ...effect, diff: text };
}
