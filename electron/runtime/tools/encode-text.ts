/** Writes text in the encodings that decode-text reads. */
import { TextDecoder } from 'node:util';
import type { TextEncoding } from '#runtime/text/decode-text';

/** The whole text with its byte order mark; null where some bytes fit no character. */
export function textOf(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** null where the encoding has no sign for a character. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | null {
  if (!text.isWellFormed()) return null;
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'gb18030':
      return encodeChinese(text);
    default:
      return encoding satisfies never;
  }
}

let pairs: ReadonlyMap<string, number> | undefined;

/** ASCII and the double bytes; signs that would take four bytes are not written. */
function encodeChinese(text: string): Uint8Array | null {
  pairs ??= doubleBytes();
  const bytes = Buffer.alloc(text.length * 2);
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? undefined : pairs.get(character);
    if (code >= 0x80 && pair === undefined) return null;
    at = pair === undefined ? bytes.writeUInt8(code, at) : bytes.writeUInt16BE(pair, at);
  }
  return bytes.subarray(0, at);
}

/** Node has a decoder for it and no encoder, so each pair is decoded once; a line end between them keeps a bad one from eating the next. */
function doubleBytes(): Map<string, number> {
  const codes: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail !== 0x7f) codes.push(lead * 256 + trail);
  const bytes = Buffer.from(codes.flatMap((code) => [code >> 8, code & 0xff, 0x0a]));
  const signs = new TextDecoder('gb18030').decode(bytes).split('\n');
  const known = new Map<string, number>();
  for (const [index, code] of codes.entries()) {
    const sign = signs[index] ?? '';
    if ([...sign].length === 1 && sign !== '\ufffd' && !known.has(sign)) known.set(sign, code);
  }
  return known;
}
