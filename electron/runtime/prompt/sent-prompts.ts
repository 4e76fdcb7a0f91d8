/** The prompt that each conversation sent last: how much of the next one a server can take from its cache. */
import type { ChatMessage } from '#runtime/model/chat-model';
import { prefixShare } from './prefix-share.ts';

export interface SentPrompts {
  /** Share of the shorter one with which both begin, 0 to 1; null where nothing was sent since the start. */
  reuse(sessionId: string, messages: readonly ChatMessage[]): number | null;
  keep(sessionId: string, messages: readonly ChatMessage[]): void;
}

/** Conversations that are remembered; of others the next prompt counts as the first. */
const SESSIONS = 16;

export function createSentPrompts(): SentPrompts {
  const sent = new Map<string, readonly ChatMessage[]>();
  return {
    reuse(sessionId, messages) {
      const before = sent.get(sessionId);
      return before === undefined ? null : prefixShare(before, messages);
    },
    keep(sessionId, messages) {
      sent.delete(sessionId);
      sent.set(sessionId, messages);
      const oldest = sent.keys().next();
      if (sent.size > SESSIONS && !oldest.done) sent.delete(oldest.value);
    },
  };
}
