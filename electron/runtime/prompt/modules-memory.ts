/** Modules 9, 10, 20 and 21: finding, keeping and showing what is remembered; all of it for main sessions alone. */
import { offers } from './modules-decision.ts';
import { fileBlock, findFile, quoted } from './modules-files.ts';
import type { PromptFacts } from './prompt-build.ts';
import { promptTexts } from './prompt-texts.ts';

export function memoryRecall(facts: PromptFacts): string {
  if (!offers(facts, 'memory_search')) return '';
  const { gap, recall } = promptTexts(facts.language);
  return [recall.text, recall.citing[facts.citations]].join(gap);
}

export function memoryWriting(facts: PromptFacts): string {
  if (!offers(facts, 'memory_append')) return '';
  const { gap, keeping } = promptTexts(facts.language);
  return [keeping.text, offers(facts, 'edit', 'write') ? keeping.soulAsks : keeping.soulClosed].join(gap);
}

export function longTermMemory(facts: PromptFacts): string {
  const file = facts.workspace.trusted ? findFile(facts, 'MEMORY.md') : undefined;
  const block = file === undefined ? '' : fileBlock(file, facts.language);
  return block === '' ? '' : `${promptTexts(facts.language).longTermMemory}\n${block}`;
}

export function recalledMemory({ recalled, session, mode, language }: PromptFacts): string {
  if (recalled.length === 0 || session.kind !== 'main' || mode !== 'full') return '';
  return [promptTexts(language).recalled, ...recalled.map(memoryBlock)].join('\n');
}

/** One snippet with its place; `from` 0 stands for a note whose lines are not known. */
export function memoryBlock({ path, from, to, text }: PromptFacts['recalled'][number]): string {
  const range = from === to ? `${from}` : `${from}-${to}`;
  return `<memory path="${quoted(path)}"${from < 1 ? '' : ` lines="${range}"`}>\n${quoted(text)}\n</memory>`;
}
