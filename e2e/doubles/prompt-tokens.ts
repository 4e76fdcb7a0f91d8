/** The doubles' own simple way to count tokens: a quarter for each character, one for each Chinese, Japanese or Korean one. */

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/gu;

export function countTokens(text: string): number {
  const wide = text.match(WIDE)?.join('').length ?? 0;
  const characters = text.match(WIDE)?.length ?? 0;
  return characters + Math.ceil((text.length - wide) / 4);
}

/** Roles and texts of a request's messages as one text; anything that is no message is left out. */
export function promptText(messages: readonly unknown[]): string {
  return messages.map((message) => `<${field(message, 'role')}>\n${contentOf(message)}\n`).join('');
}

export function lastUserText(messages: readonly unknown[]): string {
  const last = messages.findLast((message) => field(message, 'role') === 'user');
  return last === undefined ? '' : contentOf(last);
}

/** How many tokens of a prompt are the beginning of the one before it. */
export function sharedTokens(before: string, now: string): number {
  let end = 0;
  while (end < before.length && end < now.length && before.charCodeAt(end) === now.charCodeAt(end)) end++;
  return Math.min(countTokens(now.slice(0, end)), countTokens(now));
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function field(message: unknown, name: string): string {
  const value = isObject(message) ? message[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The compatible API also takes a list of parts. */
function contentOf(message: unknown): string {
  const parts = isObject(message) && Array.isArray(message['content']) ? message['content'] : undefined;
  return parts === undefined ? field(message, 'content') : parts.map((part) => field(part, 'text')).join('');
}
