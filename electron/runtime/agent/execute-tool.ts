/** One tool call from decision to result: hook, guardrails, permission, run, hook, guardrails; every step a fact before the next begins. */

import { elapsedSince } from '#runtime/clock';
import type { CallRecord, Guardrail, GuardrailCall, GuardrailContext } from '#runtime/guardrails/guardrail';
import { hashCall, judgeLoop } from '#runtime/guardrails/loop';
import { type Judged, runPostGuardrails, runPreGuardrails } from '#runtime/guardrails/pipeline';
import type { HookRunner } from '#runtime/hooks/runner';
import type { AnyTool, Asking, Tool, ToolContext } from '#runtime/tools/tool';
import { writtenEntries } from '#runtime/tools/written-entries';
import { type Notice, notice } from '#shared/schema/notice';
import type { Policy } from '#shared/schema/policy';
import type { EventBody } from '#shared/schema/run-event';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';
import { hookCall, hookResult } from './call-hooks.ts';
import { type Permission, type PermissionParts, seekPermission } from './permission.ts';

export interface ToolCallParts extends PermissionParts {
  readonly tools: readonly AnyTool[];
  readonly guardrails: readonly Guardrail[];
  readonly hooks: HookRunner;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  readonly runId: string | null;
  readonly policy: Policy;
  readonly history: readonly CallRecord[];
  /** Milliseconds since 1970 at which the message came. */
  readonly at: number;
  readonly zone: string;
  readonly signal: AbortSignal;
  /** Durable when it returns. */
  readonly append: (...bodies: readonly EventBody[]) => void;
  readonly atPoint: (name: 'tool.started' | 'tool.ran' | 'tool.stored') => void;
  /** Told of a call of an acting tool (one that may ask) once it ran or was refused. */
  readonly onActed: (call: GuardrailCall, acted: Acted) => void;
}

export type Acted =
  | { readonly kind: 'ran'; readonly result: ToolResult; readonly how: 'unasked' | 'rule' | 'answer'; readonly rule?: string }
  | { readonly kind: 'refused'; readonly reason: Notice };

export type CallOutcome =
  | { readonly kind: 'done'; readonly result: ToolResult }
  | { readonly kind: 'refused'; readonly verdict: Verdict; readonly reason: Notice }
  | { readonly kind: 'ask'; readonly call: GuardrailCall; readonly reason: Notice; readonly asking: Asking; readonly fact: EventBody }
  | {
      readonly kind: 'clarify';
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly slots: readonly string[];
      readonly reason: Notice;
    };

/**
 * Rejects only when the run is cancelled while the tool works, or for a bug outside the tool. With `approved` the call was shown and
 * allowed as it stands: it passes the guardrails again, and hooks before it had their say. An `ask` outcome is not in the log yet: the
 * caller stores its fact together with the request.
 */
export async function executeTool(parts: ToolCallParts, given: GuardrailCall, approved: Asking | null = null): Promise<CallOutcome> {
  const { append } = parts;
  const hooked = approved === null ? await hookCall(parts, given) : { call: given };
  if ('refusal' in hooked) return refuse(parts, given, { verdict: 'deny', reason: hooked.refusal }, []);

  const { session, runId, policy, tools, history, at, zone, signal } = parts;
  const context: GuardrailContext = { session, runId, policy, tools, history, at, zone, signal };
  const judged = await runPreGuardrails(parts.guardrails, hooked.call, context);
  const call = { ...hooked.call, arguments: judged.arguments };
  const briefs = judged.judged.map(brief);
  const verdict: Judged['verdict'] =
    'ask' in hooked && judged.verdict.verdict === 'allow' ? { verdict: 'ask', reason: hooked.ask } : judged.verdict;
  if (verdict.verdict === 'deny' || verdict.verdict === 'invalid') return refuse(parts, call, verdict, briefs);
  const turning = judgeLoop(history, hashCall(call.name, call.arguments));
  const warning = turning.level === 'warning' ? { warning: turning.reason } : {};
  const fact = (how: Verdict): EventBody => ({
    type: 'guardrail.judged',
    ...names(call),
    arguments: { ...call.arguments },
    verdict: how,
    judged: briefs,
    ...warning,
  });
  if (verdict.verdict === 'clarify') {
    append(fact(verdict));
    return { kind: 'clarify', arguments: without(call.arguments, verdict.slots), slots: verdict.slots, reason: verdict.reason };
  }
  let allowed: Allowed = { approved, how: approved === null ? 'unasked' : 'answer' };
  if (verdict.verdict === 'ask' && approved === null) {
    const permission = await permit(parts, call, verdict.reason);
    if (permission.kind === 'refuse') return refuse(parts, call, { verdict: 'deny', reason: permission.reason }, briefs);
    if (permission.kind === 'ask') return { kind: 'ask', call, reason: verdict.reason, asking: permission.asking, fact: fact(verdict) };
    const { rule } = permission;
    if (rule !== null) briefs.push({ guardrail: 'rule', verdict: 'allow', ms: 0 });
    allowed = { approved: permission.asking, ...(rule === null ? { how: 'answer' } : { how: 'rule', rule: rule.id }) };
  }
  append(fact({ verdict: 'allow' }), { type: 'tool.started', ...names(call), arguments: { ...call.arguments } });
  return await run(parts, call, allowed, context);
}

interface Allowed {
  readonly approved: Asking | null;
  readonly how: 'unasked' | 'rule' | 'answer';
  readonly rule?: string;
}

async function run(parts: ToolCallParts, call: GuardrailCall, allowed: Allowed, context: GuardrailContext): Promise<CallOutcome> {
  parts.atPoint('tool.started');
  const start = performance.now();
  const raw = await runTool(parts, call, allowed.approved);
  parts.atPoint('tool.ran');
  const { how, rule } = allowed;
  if (isActing(parts, call.name)) parts.onActed(call, { kind: 'ran', result: raw, how, ...(rule === undefined ? {} : { rule }) });
  const after = await hookResult(parts, call, raw);
  const post = await runPostGuardrails(parts.guardrails, call, after, context);
  parts.append(
    { type: 'tool.completed', ...names(call), result: post.result, ms: elapsedSince(start) },
    ...writtenEntries(call.name, post.result)
      .filter(({ added }) => added)
      .map((entry): EventBody => ({ type: 'memory.written', entry })),
  );
  parts.atPoint('tool.stored');
  if (post.clarify !== null && !post.result.ok) {
    return { kind: 'clarify', arguments: without(call.arguments, post.clarify), slots: post.clarify, reason: post.result.error };
  }
  return { kind: 'done', result: post.result };
}

const names = (call: GuardrailCall): { callId: string; tool: string } => ({ callId: call.callId, tool: call.name });

function without(args: Readonly<Record<string, unknown>>, slots: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !slots.includes(name)));
}

type Refusal = Extract<Verdict, { readonly reason: Notice }>;
type Brief = Extract<EventBody, { type: 'guardrail.judged' }>['judged'];

const brief = ({ guardrail, verdict, ms }: Judged): Brief[number] => ({ guardrail, verdict: verdict.verdict, ms });

function refuse(parts: ToolCallParts, call: GuardrailCall, verdict: Refusal, judged: Brief): CallOutcome {
  const fact: EventBody = { type: 'guardrail.judged', ...names(call), arguments: { ...call.arguments }, verdict, judged: [...judged] };
  const bySchema = judged.at(-1)?.guardrail === 'schema';
  if (bySchema)
    parts.append({ type: 'tool_schema_validation_failed', ...names(call), arguments: { ...call.arguments }, reason: verdict.reason }, fact);
  else parts.append(fact);
  if (isActing(parts, call.name)) parts.onActed(call, { kind: 'refused', reason: verdict.reason });
  return { kind: 'refused', verdict, reason: verdict.reason };
}

/** A tool that may ask is one that acts. */
function isActing(parts: ToolCallParts, name: string): boolean {
  return parts.tools.find((one) => one.name === name)?.describe !== undefined;
}

/** A description that throws is a bug of the tool, and nothing runs that could not be shown. */
async function permit(parts: ToolCallParts, call: GuardrailCall, reason: Notice): Promise<Permission> {
  const found = findTool(parts, call);
  if (!found.ok) return { kind: 'refuse', reason: found.error };
  try {
    return await seekPermission(parts, { tool: found.tool, arguments: found.args, reason }, toolContext(parts, call, null));
  } catch (error) {
    if (parts.signal.aborted) throw parts.signal.reason;
    return { kind: 'refuse', reason: failed(call.name, error) };
  }
}

function toolContext(parts: ToolCallParts, call: GuardrailCall, approved: Asking | null): ToolContext {
  const { signal, session, at, runId, policy } = parts;
  return { signal, session, at, runId, policy, callId: call.callId, approved };
}

type FoundTool =
  | { readonly ok: true; readonly tool: Tool<unknown>; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly kind: 'argument' | 'denied'; readonly error: Notice };

/** The schema guardrail has accepted the arguments, but it can be switched off; the tool's own schema is the last word. */
export function findTool(parts: Pick<ToolCallParts, 'tools'>, call: GuardrailCall): FoundTool {
  const tool = parts.tools.find((one) => one.name === call.name) as Tool<unknown> | undefined;
  if (tool === undefined) return { ok: false, kind: 'denied', error: notice('tool_unknown', { tool: call.name }) };
  const args = tool.input.safeParse(call.arguments);
  if (args.success) return { ok: true, tool, args: args.data as Readonly<Record<string, unknown>> };
  return { ok: false, kind: 'argument', error: notice('tool_arguments', { tool: call.name, field: '', rule: args.error.message }) };
}

/** A tool that throws is a bug of the tool: the run goes on with a failed result. */
async function runTool(parts: ToolCallParts, call: GuardrailCall, approved: Asking | null): Promise<ToolResult> {
  const found = findTool(parts, call);
  if (!found.ok) return found;
  try {
    return await found.tool.run(found.args, toolContext(parts, call, approved));
  } catch (error) {
    if (parts.signal.aborted) throw parts.signal.reason;
    return { ok: false, kind: 'failed', error: failed(call.name, error) };
  }
}

const failed = (tool: string, error: unknown): Notice =>
  notice('tool_failed', { tool }, error instanceof Error ? error.message : String(error));
