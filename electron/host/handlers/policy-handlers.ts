/** Questions to the policy: what would run, ask or be refused. Nothing is run. */
import type { GuardrailCall } from '#runtime/guardrails/guardrail';
import { runPreGuardrails } from '#runtime/guardrails/pipeline';
import type { Handlers } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import type { Policy, PolicyAnswer, PolicyQuestion } from '#shared/schema/policy';
import type { HostParts } from '../host-parts.ts';
import { verdictWord } from './single-call.ts';

type PolicyMethods = Extract<keyof Handlers, `policy.${string}`>;

export function policyHandlers(parts: HostParts): Pick<Handlers, PolicyMethods> {
  return {
    'policy.check': async ({ questions, policy = parts.policy(), assumeSandbox = false }, signal) => {
      const sandboxed = assumeSandbox || (await parts.workspace.current().sandbox()).kind !== 'none';
      const answers: PolicyAnswer[] = [];
      for (const question of questions) {
        signal.throwIfAborted();
        answers.push(
          question.kind === 'exec'
            ? await judgeCommand(parts, question, policy, sandboxed)
            : await judgeFile(parts, question, policy, signal),
        );
      }
      return { answers };
    },
  };
}

async function judgeCommand(
  { workspace }: HostParts,
  { command, os, shell, cwd }: Extract<PolicyQuestion, { kind: 'exec' }>,
  policy: Policy,
  sandboxed: boolean,
): Promise<PolicyAnswer> {
  const judged = await workspace.current().commands.judge({ command, os, shell, cwd, session: 'main', policy: policy.commands, sandboxed });
  return { verdict: judged.verdict, reason: judged.reason, rule: judged.rule };
}

/** Arguments that stand for any: a judgement of a file tool looks at names alone. */
const STAND_INS: Readonly<Record<string, (path: string) => Record<string, unknown>>> = {
  write: (path) => ({ path, content: '' }),
  edit: (path) => ({ path, old_text: ' ', new_text: '' }),
  move: (path) => ({ from: path, to: `${path}.moved` }),
  search: (path) => ({ path, query: '.' }),
};

async function judgeFile(
  parts: HostParts,
  { tool, path }: Extract<PolicyQuestion, { kind: 'file' }>,
  policy: Policy,
  signal: AbortSignal,
): Promise<PolicyAnswer> {
  const { tools, guardrails } = parts.workspace.current();
  const args = Object.hasOwn(STAND_INS, tool) ? STAND_INS[tool]?.(path) : undefined;
  const call: GuardrailCall = { callId: 'policy-check', name: tool, arguments: args ?? { path } };
  const session = { id: 'policy-check', kind: 'main' } as const;
  const context = { session, runId: null, policy, tools, history: [], at: parts.clock.now(), zone: parts.clock.zone, signal };
  const { verdict } = await runPreGuardrails(guardrails, call, context);
  const reason = 'reason' in verdict ? verdict.reason : notice('policy_allows');
  return { verdict: verdictWord(verdict), reason, rule: `file/${'reason' in verdict ? reason.code : 'inside'}` };
}
