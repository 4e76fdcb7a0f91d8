/** What the audit keeps of a fact: plain, bounded, with secrets masked, in one form that can be hashed. */
import { redact } from '#runtime/redaction/redact';
import { visible } from '#runtime/text/shown';
import type { AuditEntry } from '#shared/schema/audit';

export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'hash'>;

/** Characters of a text, of a name, and of all the detail of one entry; items of a list; how deep it goes. */
const LIMITS = { text: 2_000, name: 200, detail: 24_000, items: 100, depth: 8 } as const;
/** Characters beyond a limit that are looked at too, so that a secret which the limit would cut in two is still known. */
const REACH = 16_384;
/** Characters of one entry that a search looks at. */
const SEARCHED = 4_000;

/** Masks first and cuts then. `name` is what the text is called, for a secret is often known by its name alone. */
function maskText(text: string, limit: number, name = ''): string {
  const alone = redact(text.slice(0, limit + REACH)).text;
  const prefix = `${name}=`;
  const named = name === '' ? alone : redact(prefix + alone).text;
  const masked = named.startsWith(prefix) ? named.slice(prefix.length) : alone;
  if (masked.length <= limit && text.length <= limit + REACH) return masked;
  const kept = masked.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (+${Math.max(text.length, masked.length) - kept.length})`;
}

/** One line without anything hidden. */
const line = (text: string, limit: number): string => maskText(visible(maskText(text, limit)), limit);

/** The entry as it is stored, without its place in the chain. */
export function maskEntry(given: NewAuditEntry): NewAuditEntry {
  const { at, type, sessionId, runId, callId, tool, subject, by, detail } = given;
  return {
    at: Number.isFinite(at) ? at : 0,
    type,
    sessionId: line(sessionId, LIMITS.name),
    runId: line(runId, LIMITS.name),
    callId: line(callId, LIMITS.name),
    tool: line(tool, LIMITS.name),
    subject: line(subject, LIMITS.text),
    by: line(by, LIMITS.name),
    detail: maskDetail(detail),
  };
}

function maskDetail(detail: AuditEntry['detail']): AuditEntry['detail'] {
  let left: number = LIMITS.detail;
  /** Once something did not fit, nothing more is looked at. */
  const spend = (text: string): string => {
    const fits = text.length <= left;
    left = fits ? left - text.length : 0;
    return fits ? text : '…';
  };
  const plain = (value: unknown, name: string, depth: number): unknown => {
    if (left <= 0) return '…';
    if (typeof value === 'string') return spend(maskText(value, LIMITS.text, name));
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol' || value === undefined) return undefined;
    left -= 1;
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (depth === 0) return '…';
    if (Array.isArray(value)) {
      const items = value.slice(0, LIMITS.items).map((item) => plain(item, name, depth - 1) ?? null);
      return value.length > LIMITS.items ? [...items, `… (+${value.length - LIMITS.items})`] : items;
    }
    const entries: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value).slice(0, LIMITS.items)) {
      const kept = plain(inner, key, depth - 1);
      if (kept !== undefined) entries.push([spend(maskText(key, LIMITS.name)), kept]);
    }
    return Object.fromEntries(entries);
  };
  return plain(detail, '', LIMITS.depth) as AuditEntry['detail'];
}

/** JSON with the names of every object in the order of their code units: the same facts give the same text, whoever writes it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${inOrder(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`)
    .join(',')}}`;
}

const inOrder = (value: object): [string, unknown][] => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

export interface AuditIndex {
  readonly type: string;
  /** 1 for what was denied, refused or void. */
  readonly denied: 0 | 1;
  /** What a search looks at, folded. */
  readonly words: string;
}

/** What the list is filtered by: a function of the entry, so that it can be checked against it. */
export function auditIndex(entry: NewAuditEntry): AuditIndex {
  const { type, detail, tool, subject, by, sessionId, runId, callId } = entry;
  const denied = type === 'refused' || type === 'void' || (type === 'answered' && detail['answer'] === 'deny');
  const words = [subject, tool, type, by, sessionId, runId, callId, ...texts(detail)].join('\n').slice(0, SEARCHED);
  return { type, denied: denied ? 1 : 0, words: fold(words) };
}

/** The same for what is searched and for what is looked for. */
export const fold = (text: string): string => text.toWellFormed().replaceAll('\0', ' ').normalize('NFC').toLowerCase();

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? inOrder(value).flatMap(([, inner]) => texts(inner)) : [];
}
