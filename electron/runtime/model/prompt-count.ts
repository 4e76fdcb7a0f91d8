/** What a server's count of a prompt is held against. */
import { estimateTokens } from '#runtime/text/token-counter';
import type { ChatMessage } from './chat-model.ts';

/** Part of the estimate under which no tokenizer gets by. */
export const FEWEST = 0.5;
/** Tokens below a window's end that a server may keep for itself. */
export const EDGE = 16;

/** Tokens of the texts alone, without what a template puts around them. */
export function estimateOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
