/** Brings what memory holds about the message into the prompt, within a small budget and for main sessions alone. */
import { countTokens } from '#runtime/text/token-counter';
import type { MemoryHit } from '#shared/schema/memory';
import type { PromptContext, PromptMiddleware } from './middleware.ts';
import { memoryBlock } from './modules-memory.ts';
import type { PromptFacts } from './prompt-build.ts';

export type RecalledSnippet = PromptFacts['recalled'][number];

export const RECALL_SNIPPETS = 6;
export const RECALL_TOKENS = 1_200;
/** Score from 0 to 1 that a hit must reach. */
export const RECALL_THRESHOLD = 0.35;
/** Characters of today's and yesterday's notes that are asked for: more cannot fit into the tokens. */
const RECENT_CHARACTERS = 4_800;

export interface RecallOptions {
  /** Hits in order, best first. */
  readonly recall: (query: string, signal: AbortSignal) => Promise<readonly MemoryHit[]>;
  /** Today's and yesterday's notes, newest last; they open a conversation. */
  readonly recent?: (at: number, maxCharacters: number) => Promise<readonly { readonly path: string; readonly text: string }[]>;
  readonly enabled?: boolean;
  readonly threshold?: number;
}

export function createRecallMiddleware(options: RecallOptions): PromptMiddleware {
  const { recall, recent, enabled = true, threshold = RECALL_THRESHOLD } = options;
  return {
    name: 'recall',
    enabled,
    async apply(context, signal) {
      const { facts, history } = context;
      const { query } = facts.payload;
      if (facts.session.kind !== 'main' || facts.mode !== 'full' || query.trim() === '') return context;
      const hits = (await recall(query, signal)).filter(({ score }) => score >= threshold);
      const notes = history.length === 0 && recent !== undefined ? await recent(facts.at, RECENT_CHARACTERS) : [];
      const fresh = notes.filter(({ path }) => !hits.some((hit) => hit.path === path)).map((note) => ({ ...note, from: 0, to: 0 }));
      return withSnippets(context, withinBudget([...hits, ...fresh]));
    },
  };
}

function withSnippets(context: PromptContext, snippets: readonly RecalledSnippet[]): PromptContext {
  if (snippets.length === 0) return context;
  return { ...context, facts: { ...context.facts, recalled: snippets } };
}

/** The best that fit: a snippet too long for what is left is passed over for a shorter one. */
export function withinBudget(snippets: readonly RecalledSnippet[]): RecalledSnippet[] {
  const kept: RecalledSnippet[] = [];
  // The sentence above the blocks.
  let left = RECALL_TOKENS - 20;
  for (const { path, from, to, text } of snippets) {
    if (kept.length === RECALL_SNIPPETS) break;
    if (text.trim() === '') continue;
    const snippet = { path, from, to, text };
    const { tokens } = countTokens(`${memoryBlock(snippet)}\n`);
    if (tokens > left) continue;
    left -= tokens;
    kept.push(snippet);
  }
  return kept;
}
