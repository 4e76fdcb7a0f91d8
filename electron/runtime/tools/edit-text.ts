/** Replaces one passage of a file's text and keeps all else byte for byte: encoding, byte order mark, line ends. */
import { sniffEncoding, type TextEncoding } from '#runtime/text/decode-text';
import { encodeText, textOf } from './encode-text.ts';

export type Edited =
  | {
      readonly kind: 'edited';
      readonly bytes: Uint8Array;
      readonly before: string;
      readonly after: string;
      /** Where the passage began, from 1. */
      readonly line: number;
    }
  /** How often the passage stands there. */
  | { readonly kind: 'places'; readonly count: number }
  | { readonly kind: 'binary' }
  | { readonly kind: 'encoding'; readonly encoding: TextEncoding };

/** Places that are counted. */
const COUNT_LIMIT = 1000;

export function editBytes(bytes: Uint8Array, passage: string, replacement: string): Edited {
  const encoding = sniffEncoding(bytes, true);
  if (encoding === null) return { kind: 'binary' };
  const before = textOf(bytes, encoding);
  // Only what comes back the same can be written back unharmed.
  const same = before === null ? null : encodeText(before, encoding);
  if (before === null || same === null || !Buffer.from(same).equals(bytes)) return { kind: 'encoding', encoding };
  const found = findPassage(before, passage, replacement);
  if (found.count !== 1) return { kind: 'places', count: found.count };
  const after = before.slice(0, found.at) + found.replacement + before.slice(found.at + found.length);
  const written = encodeText(after, encoding);
  if (written === null) return { kind: 'encoding', encoding };
  return { kind: 'edited', bytes: written, before, after, line: before.slice(0, found.at).split('\n').length };
}

interface Found {
  readonly count: number;
  readonly at: number;
  readonly length: number;
  readonly replacement: string;
}

/** A model seldom sees which line ends a file has, so a passage is also looked for with the other ones. */
function findPassage(text: string, passage: string, replacement: string): Found {
  const windows = text.includes('\r\n');
  const mixed = /(^|[^\r])\n/.test(text);
  const exact = placesOf(text, passage);
  if (exact.count > 0 || !passage.includes('\n')) {
    return { ...exact, length: passage.length, replacement: windows && !mixed ? withEnds(replacement, '\r\n') : replacement };
  }
  for (const end of ['\r\n', '\n']) {
    const other = withEnds(passage, end);
    const places = placesOf(text, other);
    if (places.count > 0) return { ...places, length: other.length, replacement: withEnds(replacement, end) };
  }
  return { count: 0, at: 0, length: 0, replacement };
}

function withEnds(text: string, end: string): string {
  return text.replaceAll(/\r?\n/g, end);
}

/** Overlapping places count too: which one is meant cannot be known. */
function placesOf(text: string, passage: string): { count: number; at: number } {
  const first = text.indexOf(passage);
  let count = 0;
  for (let at = first; at >= 0 && count < COUNT_LIMIT; at = text.indexOf(passage, at + 1)) count += 1;
  return { count, at: first };
}
