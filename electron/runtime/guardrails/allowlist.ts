/** Guardrail: the tool must exist under exactly that name and be on offer in this kind of session. */
import { toolInputs } from '#runtime/tools/tool-inputs';
import { type Notice, notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PreGuardrail } from './guardrail.ts';

export const allowlist: PreGuardrail = {
  stage: 'pre',
  name: 'allowlist',
  judge({ name }: GuardrailCall, { tools, session }: GuardrailContext): Verdict {
    const tool = tools.find((one) => one.name === name);
    if (tool !== undefined) {
      if (tool.sessions.includes(session.kind)) return { verdict: 'allow' };
      return { verdict: 'deny', reason: notice('tool_not_allowed', { tool: name, kind: session.kind }) };
    }
    if (isBuiltIn(name)) return { verdict: 'deny', reason: notice('tool_unavailable', { tool: name }) };
    const offered = tools.filter((one) => one.sessions.includes(session.kind)).map((one) => one.name);
    return { verdict: 'invalid', reason: unknownTool(name, offered) };
  },
};

/** true for a name that this product knows, whether or not the tool is there. */
export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(toolInputs, name);
}

/** `tool_unknown` with the name, the one that differs only in case or white space (or ''), and all that may be used. */
export function unknownTool(name: string, offered: readonly string[]): Notice {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');
  const tool = name.slice(0, 64);
  const nearest = offered.find((one) => plain(one) === plain(tool)) ?? '';
  const allowed = offered.join(', ').slice(0, 1000);
  const detail = `no tool "${tool}"; names are case-sensitive${nearest === '' ? '' : `; "${nearest}" is meant?`}; there are: ${allowed}`;
  return notice('tool_unknown', { tool, nearest, allowed }, detail);
}
