/** What stands between a call that asks and its run: an answer already given, a rule, nobody to ask, or the person. */
import { hashArguments } from '#runtime/guardrails/loop';
import type { Asking, Tool, ToolContext } from '#runtime/tools/tool';
import type { Rule } from '#shared/schema/approval';
import { NO_EFFECT } from '#shared/schema/effect';
import { type Notice, notice } from '#shared/schema/notice';
import type { Approve } from '#shared/schema/run-event';

/** Milliseconds for which the effect of a call is counted before the preview says "more than". */
export const PREVIEW_LIMIT = 300;

export interface PermissionParts {
  /** Who answers what asks. */
  readonly approve: Approve;
  /** Hashes of calls (tool and arguments) that the person denied in this run. */
  readonly denied: readonly DeniedCall[];
  /** Rules that could cover a call of this tool, here and now. */
  readonly rulesFor: (tool: string) => readonly Rule[];
  /** Told of the rule that let a call run. */
  readonly onRuleUsed: (rule: Rule) => void;
  /** Real path of the workspace. */
  readonly root: string;
}

export interface DeniedCall {
  readonly tool: string;
  readonly argumentsHash: string;
  readonly reason: string;
}

export type Permission =
  | { readonly kind: 'run'; readonly asking: Asking; readonly rule: Rule | null }
  | { readonly kind: 'ask'; readonly asking: Asking }
  | { readonly kind: 'refuse'; readonly reason: Notice };

/** Asks nobody itself: `ask` leaves the question to the caller. */
export async function seekPermission(
  parts: PermissionParts,
  { tool, arguments: args, reason }: { tool: Tool<unknown>; arguments: Readonly<Record<string, unknown>>; reason: Notice },
  context: ToolContext,
): Promise<Permission> {
  const hash = hashArguments(args);
  const denied = parts.denied.find((one) => one.tool === tool.name && one.argumentsHash === hash);
  // A refusal is final: the same call is not asked again in the same run.
  if (denied !== undefined) return { kind: 'refuse', reason: notice('approval_denied', { reason: denied.reason }) };
  const asking = await describeCall(parts.root, { tool, arguments: args, reason }, context);
  for (const rule of parts.rulesFor(tool.name)) {
    if (!(await tool.covers?.(args, rule, { ...context, approved: asking }))) continue;
    parts.onRuleUsed(rule);
    return { kind: 'run', asking, rule };
  }
  switch (parts.approve) {
    case 'always':
      return { kind: 'run', asking, rule: null };
    case 'never':
      return { kind: 'refuse', reason: notice('approval_nobody') };
    case 'ask':
    case 'park':
      return { kind: 'ask', asking };
    default:
      return parts.approve satisfies never;
  }
}

/** What an approval shows and is bound to; a tool without a description of its own is bound to its arguments alone. */
export async function describeCall(
  root: string,
  { tool, arguments: args, reason }: { tool: Tool<unknown>; arguments: Readonly<Record<string, unknown>>; reason: Notice },
  context: ToolContext,
): Promise<Asking> {
  const limited = { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(PREVIEW_LIMIT)]) };
  const told = await tool.describe?.(args, limited);
  context.signal.throwIfAborted();
  const bare: Asking = { risk: 'command', reasons: [reason], effect: NO_EFFECT, binding: {}, rules: [] };
  const asking = told ?? bare;
  const reasons = asking.reasons.some(({ code }) => code === reason.code) ? asking.reasons : [reason, ...asking.reasons];
  return { ...asking, reasons, binding: { ...asking.binding, arguments: hashArguments(args), workspace: root } };
}

/** Whether what was shown still holds. */
export function sameBinding(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && one[name] === other[name]);
}
