/** Reads one JSON object out of a model's text: strict in meaning, tolerant in a few named details of form, linear in time. */

/** What the reader forgave, by name. */
export type Tolerance = 'trailing_comma' | 'extra_comma' | 'full_width' | 'invisible_characters' | 'raw_line_break';

/** Why an object is not read. `not_object` means that the text merely has a brace there. */
export type ReadRule = 'not_object' | 'truncated' | 'syntax' | 'duplicate_key' | 'forbidden_key' | 'nesting' | 'number' | 'text' | 'size';

export type ObjectReading =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly end: number; readonly tolerances: readonly Tolerance[] }
  | { readonly ok: false; readonly rule: ReadRule; readonly at: number; readonly key: string };

export const MAX_NESTING = 64;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const SPACE = /[ \t\r\n]*/y;
/** White space that JSON does not know: byte order mark, zero width, no-break, ideographic. */
const INVISIBLE = /[\ufeff\u200b-\u200d\u2060\u00a0\u3000]+/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const CURLY_KEY = /[“”＂]([A-Za-z_]\w{0,63})[“”＂]/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const RAW: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

interface Reader {
  readonly text: string;
  at: number;
  /** Colons passed so far: before the first one a failure means that this was no object. */
  colons: number;
  key: string;
  readonly tolerances: Set<Tolerance>;
  failure: { rule: ReadRule; at: number } | null;
}

/** Reads the object whose brace is at `start`. Never throws; costs time in the length it passes over, even when it fails. */
export function readJsonObject(text: string, start: number): ObjectReading {
  const reader: Reader = { text, at: start, colons: 0, key: '', tolerances: new Set(), failure: null };
  const value = readObject(reader, 1);
  const { failure } = reader;
  if (failure !== null || value === undefined) {
    const { rule, at } = failure ?? { rule: 'syntax', at: reader.at };
    const early = reader.colons === 0 && (rule === 'syntax' || rule === 'number' || rule === 'text');
    return { ok: false, rule: early ? 'not_object' : rule, at, key: reader.key };
  }
  return { ok: true, value, end: reader.at, tolerances: [...reader.tolerances] };
}

function fail(reader: Reader, rule: ReadRule): undefined {
  const cut = reader.at >= reader.text.length && rule === 'syntax';
  reader.failure ??= { rule: cut ? 'truncated' : rule, at: reader.at };
  return undefined;
}

/** What the pattern matches here; the reader moves past it. */
function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function skipSpace(reader: Reader): void {
  for (;;) {
    take(reader, SPACE);
    if (take(reader, INVISIBLE) === undefined) return;
    reader.tolerances.add('invisible_characters');
  }
}

/** Moves past the character, or past its full-width twin where that is named. */
function takeMark(reader: Reader, mark: string, wide?: string): boolean {
  skipSpace(reader);
  const here = reader.text.charAt(reader.at);
  if (here !== mark && (wide === undefined || here !== wide)) return false;
  if (here !== mark) reader.tolerances.add('full_width');
  reader.at += 1;
  return true;
}

function readObject(reader: Reader, depth: number): Record<string, unknown> | undefined {
  if (depth > MAX_NESTING) return fail(reader, 'nesting');
  reader.at += 1;
  const object: Record<string, unknown> = {};
  if (takeMark(reader, '}')) return object;
  for (;;) {
    const key = readKey(reader);
    if (key === undefined) return undefined;
    if (!takeMark(reader, ':', '：')) return fail(reader, 'syntax');
    reader.colons += 1;
    reader.key = key;
    if (FORBIDDEN.has(key)) return fail(reader, 'forbidden_key');
    if (Object.hasOwn(object, key)) return fail(reader, 'duplicate_key');
    const value = readValue(reader, depth);
    if (reader.failure !== null) return undefined;
    object[key] = value;
    if (takeMark(reader, '}')) return object;
    if (!takeMark(reader, ',', '，')) return fail(reader, 'syntax');
    if (takeMark(reader, ',')) reader.tolerances.add('extra_comma');
    else if (takeMark(reader, '}')) {
      reader.tolerances.add('trailing_comma');
      return object;
    }
  }
}

function readKey(reader: Reader): string | undefined {
  skipSpace(reader);
  if (reader.text.charAt(reader.at) === '"') return readString(reader);
  const curly = take(reader, CURLY_KEY);
  if (curly === undefined) return fail(reader, 'syntax');
  reader.tolerances.add('full_width');
  return curly.slice(1, -1);
}

function readArray(reader: Reader, depth: number): unknown[] | undefined {
  if (depth > MAX_NESTING) return fail(reader, 'nesting');
  reader.at += 1;
  const list: unknown[] = [];
  if (takeMark(reader, ']')) return list;
  for (;;) {
    const value = readValue(reader, depth);
    if (reader.failure !== null) return undefined;
    list.push(value);
    if (takeMark(reader, ']')) return list;
    if (!takeMark(reader, ',', '，')) return fail(reader, 'syntax');
    if (takeMark(reader, ']')) {
      reader.tolerances.add('trailing_comma');
      return list;
    }
  }
}

function readValue(reader: Reader, depth: number): unknown {
  skipSpace(reader);
  const here = reader.text.charAt(reader.at);
  if (here === '"') return readString(reader);
  if (here === '{') return readObject(reader, depth + 1);
  if (here === '[') return readArray(reader, depth + 1);
  const word = take(reader, WORD);
  if (word !== undefined) return WORDS[word];
  return readNumber(reader);
}

/** A number that JavaScript can hold as it was written: not infinite, no integer that would be rounded. */
function readNumber(reader: Reader): unknown {
  const start = reader.at;
  const written = take(reader, NUMBER);
  if (written === undefined) return fail(reader, /[-+.\dNI]/.test(reader.text.charAt(start)) ? 'number' : 'syntax');
  const value = Number(written);
  const rounded = /^-?\d+$/.test(written) && !Number.isSafeInteger(value);
  if (Number.isFinite(value) && !rounded) return value;
  reader.at = start;
  return fail(reader, 'number');
}

function readString(reader: Reader): string | undefined {
  const start = reader.at;
  let escaped = false;
  let raw = false;
  reader.at += 1;
  for (;;) {
    reader.at = endOfPlain(reader.text, reader.at);
    const here = reader.text.charAt(reader.at);
    if (here === '"') break;
    if (RAW[here] !== undefined) {
      raw = true;
      reader.at += 1;
    } else if (take(reader, ESCAPE) !== undefined) escaped = true;
    else return fail(reader, here === '' || reader.at + 6 > reader.text.length ? 'truncated' : 'text');
  }
  reader.at += 1;
  let written = reader.text.slice(start, reader.at);
  if (raw) {
    reader.tolerances.add('raw_line_break');
    written = written.replace(/[\n\r\t]/g, (mark) => RAW[mark] ?? mark);
  }
  const value = escaped || raw ? (JSON.parse(written) as string) : written.slice(1, -1);
  if (value.isWellFormed()) return value;
  reader.at = start;
  return fail(reader, 'text');
}

/** Where a quote, an escape, a control character or the end comes next. */
function endOfPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22 || unit === 0x5c || unit < 0x20) break;
  }
  return at;
}
