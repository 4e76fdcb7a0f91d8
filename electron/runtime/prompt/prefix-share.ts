/** Measures how much of a prompt a local server can take from its cache. */
import type { ChatMessage } from '#runtime/model/chat-model';

/** Characters that both begin with, as a share of the shorter prompt: 0 to 1, and 1 where a prompt was only added to. */
export function prefixShare(before: readonly ChatMessage[], after: readonly ChatMessage[]): number {
  const shorter = Math.min(lengthOf(before), lengthOf(after));
  if (shorter === 0) return 1;
  let shared = 0;
  for (const [index, message] of before.entries()) {
    const next = after[index];
    if (next === undefined || next.role !== message.role) break;
    const same = commonPrefix(message.content, next.content);
    shared += same;
    if (same < message.content.length || same < next.content.length) break;
  }
  return Math.min(1, shared / shorter);
}

function lengthOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function commonPrefix(a: string, b: string): number {
  if (a === b) return a.length;
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
