/** Guardrail after the run: an argument error that a tool reports becomes a question for that argument. */
import type { ToolResult } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PostGuardrail, PostVerdict } from './guardrail.ts';
import { schemaOfTool } from './tool-schema.ts';

export const clarification: PostGuardrail = {
  stage: 'post',
  name: 'clarification',
  judge(call: GuardrailCall, result: ToolResult, context: GuardrailContext): PostVerdict {
    if (result.ok || result.kind !== 'argument') return { verdict: 'allow' };
    const slots = slotsOf(call, result.error.params ?? {}, context);
    return slots.length === 0 ? { verdict: 'allow' } : { verdict: 'clarify', slots };
  },
};

/**
 * The arguments an error is about: the one it names, else those whose value it repeats. An error that names none is left to the
 * planner: a question without a slot could not be answered.
 */
function slotsOf(call: GuardrailCall, params: Readonly<Record<string, string | number>>, context: GuardrailContext): string[] {
  const tool = context.tools.find(({ name }) => name === call.name);
  const properties = tool === undefined ? call.arguments : (schemaOfTool(tool)['properties'] ?? {});
  const named = [params['slot'], params['field']].filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  if (named.length > 0) return [...new Set(named.map(String))];
  const repeated = new Set(Object.values(params));
  return Object.keys(call.arguments).filter((name) => {
    const value = call.arguments[name];
    return (typeof value === 'string' || typeof value === 'number') && value !== '' && repeated.has(value);
  });
}
