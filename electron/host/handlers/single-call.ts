/** One tool call outside any run, through the same guardrails, hooks and walls. */
import { auditCall } from '#runtime/agent/audit-call';
import { type Acted, type CallOutcome, executeTool } from '#runtime/agent/execute-tool';
import type { Policy } from '#shared/schema/policy';
import type { Verdict } from '#shared/schema/tool-call';
import type { HostParts } from '../host-parts.ts';

/** The session that calls of the command line are kept under. */
const SESSION = { id: 'command-line', kind: 'main' } as const;

export interface SingleCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly approve: 'never' | 'always';
  /** Instead of the saved one. */
  readonly policy?: Policy;
}

/** `asked` tells whether the walls wanted a person, also where the caller had said yes beforehand. */
export async function singleCall(
  parts: HostParts,
  { name, arguments: args, approve, policy = parts.policy() }: SingleCall,
  signal: AbortSignal,
): Promise<{ readonly outcome: CallOutcome; readonly asked: boolean }> {
  const { tools, guardrails, root } = parts.workspace.current();
  let how: Acted | undefined;
  const outcome = await executeTool(
    {
      tools,
      guardrails,
      hooks: parts.hooks,
      session: SESSION,
      runId: null,
      policy,
      history: [],
      at: parts.clock.now(),
      zone: parts.clock.zone,
      signal,
      append: () => undefined, // the call belongs to no run, so it has no log
      atPoint: () => undefined,
      // With `never` the question itself is the outcome: nothing waits, for there is no run that could go on.
      approve: approve === 'always' ? 'always' : 'ask',
      denied: [],
      root,
      rulesFor: (tool) => parts.rules.forCall({ tool, workspace: root, sessionId: SESSION.id }),
      onRuleUsed: (rule) => parts.rules.used(rule.id, parts.clock.now()),
      onActed(call, acted) {
        how = acted;
        auditCall(parts, { runId: '', sessionId: SESSION.id, by: SESSION.id }, call, acted);
      },
    },
    { callId: parts.newId(), name, arguments: args },
  );
  return { outcome, asked: outcome.kind === 'ask' || (how?.kind === 'ran' && how.how === 'answer') };
}

const WORDS = { allow: 'allow', revise: 'allow', clarify: 'error', ask: 'ask', deny: 'deny', invalid: 'error' } as const;

/** A verdict as clients are told of it. */
export function verdictWord({ verdict }: Verdict): 'allow' | 'ask' | 'deny' | 'error' {
  return WORDS[verdict];
}
