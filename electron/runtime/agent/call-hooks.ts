/** The two hook points around a tool call. */
import type { GuardrailCall } from '#runtime/guardrails/guardrail';
import type { HookRunner } from '#runtime/hooks/runner';
import { type Notice, notice } from '#shared/schema/notice';
import type { EventBody } from '#shared/schema/run-event';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';

interface HookParts {
  readonly hooks: HookRunner;
  readonly session: { readonly id: string; readonly kind: SessionKind };
  readonly signal: AbortSignal;
  readonly append: (...bodies: readonly EventBody[]) => void;
}

type HookedCall = { readonly call: GuardrailCall } | { readonly call: GuardrailCall; readonly ask: Notice } | { readonly refusal: Notice };

/** The call as the hooks leave it; one may want the person asked, or refuse it. A hook that fails refuses. */
export async function hookCall(parts: HookParts, call: GuardrailCall): Promise<HookedCall> {
  const input = { call: { callId: call.callId, tool: call.name, arguments: call.arguments }, session: parts.session };
  let ask: Notice | undefined;
  const outcome = await parts.hooks.run(
    'before_tool_call',
    input,
    (now, out) => {
      if ('arguments' in out) return { input: { ...now, call: { ...now.call, arguments: out.arguments } } };
      if ('deny' in out) return { end: notice('call_refused', { tool: call.name, reason: out.deny }) };
      ask ??= notice('hook_asks', { reason: out.ask });
      return { input: now };
    },
    parts.signal,
  );
  if (outcome.ran.length > 0) parts.append(...outcome.ran);
  if (outcome.failed !== undefined) return { refusal: notice('hook_failed', { hook: outcome.failed }) };
  if (outcome.end !== undefined) return { refusal: outcome.end };
  const hooked = { ...call, arguments: outcome.input.call.arguments };
  return ask === undefined ? { call: hooked } : { call: hooked, ask };
}

export async function hookResult(parts: HookParts, call: GuardrailCall, result: ToolResult): Promise<ToolResult> {
  const input = { call: { callId: call.callId, tool: call.name, arguments: call.arguments }, result, session: parts.session };
  const outcome = await parts.hooks.run('after_tool_call', input, (now, out) => ({ input: { ...now, result: out.result } }), parts.signal);
  if (outcome.ran.length > 0) parts.append(...outcome.ran);
  return outcome.input.result;
}
