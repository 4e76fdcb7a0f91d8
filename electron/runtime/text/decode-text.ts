/** Says what a file's bytes are, and decodes them only where that is sure. */
import { TextDecoder } from 'node:util';

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'gb18030';

/**
 * The encoding of a file by its first bytes; null for what is no text. `whole` tells that nothing follows, so a character may not break off.
 * Order: byte order mark, strict UTF-8, then GB18030 where nearly all pairs lie in the plane of everyday Chinese.
 */
export function sniffEncoding(bytes: Uint8Array, whole: boolean): TextEncoding | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.includes(0) ? null : 'utf-8-bom';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length >= 4 ? null : whenText(bytes, 'utf-16le', whole);
  if (a === 0xfe && b === 0xff) return whenText(bytes, 'utf-16be', whole);
  // Text has no NUL in these encodings, and only a few control characters.
  if (bytes.includes(0) || controls(bytes) > bytes.length / 64) return null;
  if (decodes(bytes, 'utf-8', whole)) return 'utf-8';
  return mostlyEverydayChinese(bytes) && decodes(bytes, 'gb18030', whole) ? 'gb18030' : null;
}

/** A decoder to be fed piece by piece with `{ stream: true }`; what is damaged becomes U+FFFD. The byte order mark is dropped. */
export function textDecoder(encoding: TextEncoding): TextDecoder {
  return new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding);
}

function decodes(bytes: Uint8Array, encoding: string, whole: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

function whenText(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', whole: boolean): TextEncoding | null {
  if (!decodes(bytes, encoding, whole)) return null;
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, 8192), { stream: true });
  return text.includes('\0') ? null : encoding;
}

function controls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) count += 1;
  return count;
}

/** At least 85 of 100 double bytes are GB 2312 signs (A1-A9) or hanzi (B0-F7 with A1-FE); Big5, Shift_JIS and Western texts stay far below. */
function mostlyEverydayChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let everyday = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    pairs += 1;
    if (trail >= 0xa1 && trail <= 0xfe && ((lead >= 0xb0 && lead <= 0xf7) || (lead >= 0xa1 && lead <= 0xa9))) everyday += 1;
    at += 1;
  }
  return pairs > 0 && everyday >= pairs * 0.85;
}
