/** What a command printed, as text that may be shown: decoded, without control sequences, with what was left out marked. */
import { stripVTControlCharacters } from 'node:util';
import { sniffEncoding, type TextEncoding, textDecoder } from '#runtime/text/decode-text';
import { visible } from '#runtime/text/shown';
import type { Collected } from './collect-output.ts';

export interface DecodedOutput {
  readonly text: string;
  readonly binary: boolean;
  readonly encoding: TextEncoding;
}

/** Of a binary output only its size is told. */
export function decodeOutput({ head, tail, gap, bytes }: Collected): DecodedOutput {
  if (bytes === 0) return { text: '', binary: false, encoding: 'utf-8' };
  const encoding = sniffEncoding(head, gap === 0) ?? sniffEncoding(head, false) ?? loose(head);
  if (encoding === null) return { text: `[${bytes} bytes that are no text]`, binary: true, encoding: 'utf-8' };
  const first = clean(textDecoder(encoding).decode(head));
  if (gap === 0) return { text: first, binary: false, encoding };
  const last = clean(textDecoder(encoding).decode(tail.subarray(startOfCharacter(tail))));
  return { text: `${first.replace(/\ufffd+$/, '')}\n[… ${gap} bytes left out …]\n${last}`, binary: false, encoding };
}

/** A few broken bytes among text are shown as such. */
function loose(bytes: Uint8Array): TextEncoding | null {
  if (bytes.includes(0)) return null;
  const text = new TextDecoder('utf-8').decode(bytes);
  const odd =
    stripVTControlCharacters(text)
      .match(/[\ufffd\p{Cc}]/gu)
      ?.filter((one) => !'\n\r\t\b'.includes(one)).length ?? 0;
  return odd <= text.length / 10 ? 'utf-8' : null;
}

/** The first byte that can begin a character of UTF-8. */
function startOfCharacter(bytes: Uint8Array): number {
  let at = 0;
  while (at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

/** Lines as a terminal would leave them standing: colours gone, what a progress line wrote over gone, what hides written out. */
function clean(text: string): string {
  return stripVTControlCharacters(text)
    .split('\n')
    .map((line) => {
      const shown = line.replace(/\r+$/, '');
      return shown
        .slice(shown.lastIndexOf('\r') + 1)
        .split('\t')
        .map(visible)
        .join('\t');
    })
    .join('\n');
}
