/** Guardrail: asks the tool's own wall what it thinks of the call; the run checks again. */
import { notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PreGuardrail } from './guardrail.ts';

export const risk: PreGuardrail = {
  stage: 'pre',
  name: 'risk',
  async judge(call: GuardrailCall, context: GuardrailContext): Promise<Verdict> {
    const tool = context.tools.find(({ name }) => name === call.name);
    if (tool?.judge === undefined) return { verdict: 'allow' };
    const { signal, session, at, runId, policy } = context;
    const args = tool.input.safeParse(call.arguments);
    if (!args.success) {
      const [issue] = args.error.issues;
      const field = issue?.path.map(String).join('.').slice(0, 120) ?? '';
      return {
        verdict: 'invalid',
        reason: notice('tool_arguments', { tool: call.name, field, rule: issue?.code ?? 'type', allowed: '' }, issue?.message),
      };
    }
    return await tool.judge(args.data, { signal, session, at, runId, policy, callId: call.callId, approved: null });
  },
};
