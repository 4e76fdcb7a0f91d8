/** One tool call outside any run, through the same guardrails and hooks. */
import { type CallOutcome, executeTool } from '#runtime/agent/execute-tool';
import type { HostParts } from '../host-parts.ts';

export function singleCall(
  parts: HostParts,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { tools, guardrails } = parts.workspace.current();
  return executeTool(
    {
      tools,
      guardrails,
      hooks: parts.hooks,
      session: { id: 'command-line', kind: 'main' },
      history: [],
      at: parts.clock.now(),
      zone: parts.clock.zone,
      signal,
      append: () => undefined, // the call belongs to no run, so it has no log
      atPoint: () => undefined,
    },
    { callId: parts.newId(), name, arguments: args },
  );
}
