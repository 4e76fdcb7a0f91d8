/** One tool call from decision to result: hook, guardrails, run, hook, guardrails; every step a fact before the next begins. */

import { elapsedSince } from '#runtime/clock';
import type { CallRecord, Guardrail, GuardrailCall, GuardrailContext } from '#runtime/guardrails/guardrail';
import { hashCall, judgeLoop } from '#runtime/guardrails/loop';
import { type Judged, runPostGuardrails, runPreGuardrails } from '#runtime/guardrails/pipeline';
import type { HookRunner } from '#runtime/hooks/runner';
import type { AnyTool, Tool } from '#runtime/tools/tool';
import { writtenEntries } from '#runtime/tools/written-entries';
import { type Notice, notice } from '#shared/schema/notice';
import type { EventBody } from '#shared/schema/run-event';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';

export interface ToolCallParts {
  readonly tools: readonly AnyTool[];
  readonly guardrails: readonly Guardrail[];
  readonly hooks: HookRunner;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  readonly history: readonly CallRecord[];
  /** Milliseconds since 1970 at which the message came. */
  readonly at: number;
  readonly zone: string;
  readonly signal: AbortSignal;
  /** Durable when it returns. */
  readonly append: (...bodies: readonly EventBody[]) => void;
  readonly atPoint: (name: 'tool.started' | 'tool.ran' | 'tool.stored') => void;
}

export type CallOutcome =
  | { readonly kind: 'done'; readonly result: ToolResult }
  | { readonly kind: 'refused'; readonly verdict: Verdict; readonly reason: Notice }
  | {
      readonly kind: 'clarify';
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly slots: readonly string[];
      readonly reason: Notice;
    };

/** Rejects only when the run is cancelled while the tool works, or for a bug outside the tool. */
export async function executeTool(parts: ToolCallParts, given: GuardrailCall): Promise<CallOutcome> {
  const { append, session, signal } = parts;
  const hooked = await beforeHooks(parts, given);
  if ('refusal' in hooked) return refuse(parts, given, { verdict: 'deny', reason: hooked.refusal }, []);

  const context: GuardrailContext = { session, tools: parts.tools, history: parts.history, at: parts.at, zone: parts.zone, signal };
  const judged = await runPreGuardrails(parts.guardrails, hooked.call, context);
  const call = { ...hooked.call, arguments: judged.arguments };
  const { verdict } = judged;
  if (verdict.verdict === 'deny' || verdict.verdict === 'invalid' || verdict.verdict === 'ask')
    return refuse(parts, call, verdict, judged.judged.map(brief));
  const turning = judgeLoop(parts.history, hashCall(call.name, call.arguments));
  const fact: EventBody = {
    type: 'guardrail.judged',
    ...names(call),
    arguments: { ...call.arguments },
    verdict,
    judged: judged.judged.map(brief),
    ...(turning.level === 'warning' ? { warning: turning.reason } : {}),
  };
  if (verdict.verdict === 'clarify') {
    append(fact);
    return { kind: 'clarify', arguments: without(call.arguments, verdict.slots), slots: verdict.slots, reason: verdict.reason };
  }

  append(fact, { type: 'tool.started', ...names(call), arguments: { ...call.arguments } });
  parts.atPoint('tool.started');
  const start = performance.now();
  const raw = await runTool(parts, call);
  parts.atPoint('tool.ran');
  const after = await afterHooks(parts, call, raw);
  const post = await runPostGuardrails(parts.guardrails, call, after, context);
  append(
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

/** With nobody to ask, what would ask is refused. */
function refuse({ append }: ToolCallParts, call: GuardrailCall, verdict: Refusal, judged: Brief): CallOutcome {
  const fact: EventBody = { type: 'guardrail.judged', ...names(call), arguments: { ...call.arguments }, verdict, judged: [...judged] };
  const bySchema = judged.at(-1)?.guardrail === 'schema';
  if (bySchema)
    append({ type: 'tool_schema_validation_failed', ...names(call), arguments: { ...call.arguments }, reason: verdict.reason }, fact);
  else append(fact);
  return { kind: 'refused', verdict, reason: verdict.reason };
}

async function beforeHooks(
  parts: ToolCallParts,
  call: GuardrailCall,
): Promise<{ readonly call: GuardrailCall } | { readonly refusal: Notice }> {
  const input = { call: { callId: call.callId, tool: call.name, arguments: call.arguments }, session: parts.session };
  const outcome = await parts.hooks.run(
    'before_tool_call',
    input,
    (now, out) => {
      if ('arguments' in out) return { input: { ...now, call: { ...now.call, arguments: out.arguments } } };
      return { end: notice('call_refused', { tool: call.name, reason: 'deny' in out ? out.deny : out.ask }) };
    },
    parts.signal,
  );
  if (outcome.ran.length > 0) parts.append(...outcome.ran);
  if (outcome.failed !== undefined) return { refusal: notice('hook_failed', { hook: outcome.failed }) };
  return outcome.end === undefined ? { call: { ...call, arguments: outcome.input.call.arguments } } : { refusal: outcome.end };
}

async function afterHooks(parts: ToolCallParts, call: GuardrailCall, result: ToolResult): Promise<ToolResult> {
  const input = { call: { callId: call.callId, tool: call.name, arguments: call.arguments }, result, session: parts.session };
  const outcome = await parts.hooks.run('after_tool_call', input, (now, out) => ({ input: { ...now, result: out.result } }), parts.signal);
  if (outcome.ran.length > 0) parts.append(...outcome.ran);
  return outcome.input.result;
}

/** A tool that throws is a bug of the tool: the run goes on with a failed result. */
async function runTool(parts: ToolCallParts, call: GuardrailCall): Promise<ToolResult> {
  const tool = parts.tools.find((one) => one.name === call.name);
  if (tool === undefined) return { ok: false, kind: 'denied', error: notice('tool_unknown', { tool: call.name }) };
  try {
    // The schema guardrail has accepted these arguments, but it can be switched off; the tool's own schema is the last word.
    const args = tool.input.safeParse(call.arguments);
    if (!args.success)
      return { ok: false, kind: 'argument', error: notice('tool_arguments', { tool: call.name, field: '', rule: args.error.message }) };
    return await (tool as unknown as Tool<unknown>).run(args.data, { signal: parts.signal, session: parts.session, at: parts.at });
  } catch (error) {
    if (parts.signal.aborted) throw parts.signal.reason;
    return {
      ok: false,
      kind: 'failed',
      error: notice('tool_failed', { tool: call.name }, error instanceof Error ? error.message : String(error)),
    };
  }
}
