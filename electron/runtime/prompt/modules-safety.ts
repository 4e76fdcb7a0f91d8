/** Modules 5 to 7: lines that are never crossed, approvals, other people's text. */
import { offers } from './modules-decision.ts';
import type { PromptFacts } from './prompt-build.ts';
import { promptTexts } from './prompt-texts.ts';

export function safety({ language }: PromptFacts): string {
  return promptTexts(language).safety;
}

export function approvals(facts: PromptFacts): string {
  const { gap, approvals: texts } = promptTexts(facts.language);
  const asks = [
    offers(facts, 'write', 'edit', 'move', 'delete') ? texts.changes : '',
    offers(facts, 'exec') ? texts.commands : '',
    offers(facts, 'web_fetch', 'web_search', 'spawn_agent') ? texts.outside : '',
  ].filter((line) => line !== '');
  const waits = asks.length === 0 ? [texts.nothingWaits] : [...asks, texts.justCall];
  return `${texts.heading}\n${[...waits, texts.refusal].join(gap)}`;
}

export function untrustedContent({ language }: PromptFacts): string {
  return promptTexts(language).untrustedContent;
}
