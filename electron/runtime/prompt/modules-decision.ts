/** Modules 1 to 4: who decides, how a decision is written, with which tools. */
import type { ToolOffer } from '#runtime/model/chat-model';
import type { PromptFacts } from './prompt-build.ts';
import { type PromptTexts, promptTexts } from './prompt-texts.ts';

export function identity({ identity: { name, emoji }, workspace, language }: PromptFacts): string {
  const given = workspace.trusted ? [name, emoji].filter((part) => part !== '').join(' ') : '';
  return promptTexts(language).identity(given === '' ? 'Reins' : given);
}

export function decisionContract({ language }: PromptFacts): string {
  return promptTexts(language).decision;
}

export function tools({ payload, language }: PromptFacts): string {
  const { tools: texts } = promptTexts(language);
  if (payload.tools.length === 0) return texts.none;
  return [texts.heading, ...payload.tools.map((tool) => toolLine(tool, texts))].join('\n');
}

interface ArgumentSchema {
  readonly enum?: readonly unknown[];
}

/** `- name(required, optional?, choice?=a/b): what it does` */
function toolLine({ name, summary, schema }: ToolOffer, { line, summaries }: PromptTexts['tools']): string {
  const properties = (schema['properties'] ?? {}) as Record<string, ArgumentSchema>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const args = Object.entries(properties).map(([key, property]) => {
    const choices = Array.isArray(property.enum) ? `=${property.enum.join('/')}` : '';
    return `${key}${required.has(key) ? '' : '?'}${choices}`;
  });
  return line(`${name}(${args.join(', ')})`, summaries.get(name) ?? summary);
}

export function toolStyle({ payload, language }: PromptFacts): string {
  return payload.tools.length === 0 ? '' : promptTexts(language).toolStyle;
}

/** Whether a tool of that name is on offer. */
export function offers({ payload }: PromptFacts, ...names: readonly string[]): boolean {
  return payload.tools.some((tool) => names.includes(tool.name));
}
