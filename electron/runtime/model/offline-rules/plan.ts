/** The requests of a message, and how the language of the answer is chosen. */
import type { Intent } from './intent.ts';
import { masked, phrase } from './phrase.ts';
import { requestsOf } from './several.ts';

export type Language = 'en' | 'zh-CN';

/** More requests than this are not begun at all. */
export const MOST_REQUESTS = 6;

const NAMES = /\S*[./\\]\S*|["'`][^"'`]*["'`]/g;

/** The language of the request's own words, not of names and quotations in it. */
export function languageOf(message: string): Language {
  const said = phrase(message).key.slice(0, 2000);
  const unquoted = masked(said).replace(/\ue000+/g, '');
  const key = /[\p{L}\p{N}]/u.test(unquoted) ? unquoted : said;
  const plain = key.replace(/[\p{Script=Han}]*[\w-]*[./\\][\w.-]+/gu, ' ').trim();
  const count = (text: string): readonly [number, number] => [
    text.match(/\p{Script=Han}/gu)?.length ?? 0,
    text.match(/[a-z]+/g)?.length ?? 0,
  ];
  const [han, words] = count(plain === '' ? key.replace(NAMES, ' ') : plain);
  if (han === 0) return words === 0 && /\p{Script=Han}/u.test(key) ? 'zh-CN' : 'en';
  const opening = /[\p{Script=Han}a-z]/u.exec(plain)?.[0] ?? '';
  return /\p{Script=Han}/u.test(opening) || han >= words ? 'zh-CN' : 'en';
}

export interface Plan {
  readonly language: Language;
  readonly requests: readonly Intent[];
}

/** Characters that are looked at; what comes after is only ever carried along as part of a text. */
const READ = 1500;
const REST = '\ue001';

/**
 * A long message is understood by its beginning: its rest may be the end of what is to be kept or written, and never holds a request.
 * So the work for a message is bounded whatever its length.
 */
export function planFor(message: string): Plan {
  const language = languageOf(message);
  if (message.length <= READ) return { language, requests: requestsOf(phrase(message)) };
  const head = message.slice(0, READ).replace(/[\ud800-\udbff]$/, '');
  const [only, ...others] = requestsOf(phrase(head.replaceAll(REST, ' ') + REST));
  const requests = only === undefined || others.length > 0 ? [] : [only];
  return { language, requests: requests.flatMap((intent) => withRest(intent, message.slice(head.length))) };
}

function withRest(intent: Intent, rest: string): Intent[] {
  const carry = (text: string): string => text.replace(REST, () => rest);
  if (intent.kind === 'remember' && intent.text.endsWith(REST)) return [{ ...intent, text: carry(intent.text).trimEnd() }];
  if (intent.kind === 'write' && intent.content.endsWith(REST)) return [{ ...intent, content: carry(intent.content) }];
  return [];
}
