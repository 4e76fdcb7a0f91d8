/** Modules 1 to 4: who decides, how a decision is written, with which tools. */
import type { ToolOffer } from '#runtime/model/chat-model';
import type { PromptFacts } from './prompt-build.ts';

export function identity({ identity: { name, emoji }, workspace }: PromptFacts): string {
  const given = workspace.trusted ? [name, emoji].filter((part) => part !== '').join(' ') : '';
  return `You are ${given === '' ? 'Reins' : given}, a desktop assistant.`;
}

export function decisionContract(): string {
  return `## Decision
Reply with exactly one JSON object and nothing else, keys in this order, without those that do not apply:
{"action":"CALL_TOOL|CLARIFY|RESPOND","answer":"","reason":"","tool_name":"","arguments":{},"missing_slots":[],"clarification_question":"","goal_satisfied":true}
- CALL_TOOL: tool_name and arguments.
- CLARIFY: missing_slots and clarification_question, when an argument is missing or unclear. Never guess one.
- RESPOND: answer is all that the person reads. With goal_satisfied false it is not shown and you get another step.
- reason: one short sentence; the person can read it.`;
}

export function tools({ payload }: PromptFacts): string {
  if (payload.tools.length === 0) return '## Tools\nNone. Answer or ask.';
  return `## Tools\nOnly these; names are case-sensitive.\n${payload.tools.map(toolLine).join('\n')}`;
}

interface ArgumentSchema {
  readonly enum?: readonly unknown[];
}

/** `- name(required, optional?, choice?=a/b): what it does` */
function toolLine({ name, summary, schema }: ToolOffer): string {
  const properties = (schema['properties'] ?? {}) as Record<string, ArgumentSchema>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const args = Object.entries(properties).map(([key, property]) => {
    const choices = Array.isArray(property.enum) ? `=${property.enum.join('/')}` : '';
    return `${key}${required.has(key) ? '' : '?'}${choices}`;
  });
  return `- ${name}(${args.join(', ')}): ${summary}`;
}

export function toolStyle({ payload }: PromptFacts): string {
  if (payload.tools.length === 0) return '';
  return `## Using tools
- Act, do not narrate. One call a step; its result comes back as an observation.
- Read the result before the next call. Do not repeat a call that gave the same result.
- A failed call names its cause: mend it, or say what stands in the way.
- Claim nothing that no result shows.`;
}

/** Whether a tool of that name is on offer. */
export function offers({ payload }: PromptFacts, ...names: readonly string[]): boolean {
  return payload.tools.some((tool) => names.includes(tool.name));
}
