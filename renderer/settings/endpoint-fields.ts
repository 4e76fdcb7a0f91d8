/** What a person enters for an OpenAI-compatible server, and what is wrong with it. */
import type { Endpoint } from '#shared/schema/model';

export interface EndpointFields {
  readonly name: string;
  readonly url: string;
  /** Tokens as written; empty leaves it to the server. */
  readonly window: string;
}

/** null where a field is right. */
export interface EndpointFaults {
  readonly name: 'name' | null;
  readonly url: 'url' | null;
  readonly window: 'window' | null;
}

/** Tokens, as `endpointSchema` has it. */
const [LEAST, MOST] = [1_024, 10_000_000];
/** Characters of a name and of an address there. */
const [NAME_LIMIT, URL_LIMIT] = [100, 2_000];

/** Without what the client adds itself. */
export function plainAddress(text: string): string {
  return text
    .trim()
    .replace(/\/chat\/completions\/?$/i, '')
    .replace(/\/+$/, '');
}

export function faultsOf({ name, url, window }: EndpointFields): EndpointFaults {
  const address = plainAddress(url);
  const tokens = tokensOf(window);
  return {
    name: name.trim() === '' || name.trim().length > NAME_LIMIT ? 'name' : null,
    url: /^https?:\/\/[^\s/]/i.test(address) && address.length <= URL_LIMIT && URL.canParse(address) ? null : 'url',
    window: tokens === null || (tokens >= LEAST && tokens <= MOST) ? null : 'window',
  };
}

/** Only for fields without a fault. `id` is null for a new one, whose id comes from its name. */
export function endpointOf(fields: EndpointFields, id: string | null, known: readonly string[]): Endpoint {
  const name = fields.name.trim();
  return { id: id ?? newId(name, known), name, url: plainAddress(fields.url), window: tokensOf(fields.window) };
}

/** Whether what is sent there stays on this computer. */
export function isHere(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]';
}

/** NaN for what is no whole number. */
function tokensOf(text: string): number | null {
  const plain = text.replace(/[\s,_']/g, '');
  if (plain === '') return null;
  const short = /^(\d+)k$/i.exec(plain);
  return short === null ? (/^\d+$/.test(plain) ? Number(plain) : Number.NaN) : Number(short[1]) * 1_024;
}

/** A short id of the letters that one may have. */
function newId(name: string, known: readonly string[]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  const taken = new Set([...known, 'ollama', 'offline-rules', '']);
  const base = plain === '' ? 'server' : plain;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}
