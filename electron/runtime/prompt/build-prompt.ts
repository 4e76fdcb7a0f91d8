/** Builds one immutable prompt from facts: stable modules as the system message, dynamic ones in the newest user message. */

import { observationMessages, turnMessage } from './payload.ts';
import type { PromptBuild, PromptFacts, PromptHistory } from './prompt-build.ts';
import { buildSystemPrompt, renderLayer } from './system-prompt.ts';

/**
 * Pure and without I/O. `history` is the conversation before this turn, without its system message.
 * With the same facts and more observations the messages begin with those of the build before.
 */
export function buildPrompt(facts: PromptFacts, history: PromptHistory): PromptBuild {
  const system = buildSystemPrompt(facts);
  const dynamic = renderLayer(facts, 'dynamic').modules;
  const { payload } = facts;
  return {
    modules: [...system.modules, ...dynamic],
    messages: [
      { role: 'system', content: system.text },
      ...history,
      turnMessage({ facts, dynamic, hasHistory: history.length > 0 }),
      ...observationMessages(payload.observations, facts.language),
    ],
    payload,
  };
}
