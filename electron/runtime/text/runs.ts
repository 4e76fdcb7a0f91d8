/** Walks a text by runs: words of any script, and runs of Han or kana, which are written without spaces. */

/** One form for full-width and half-width, upper and lower case. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export const OTHER = 0;
export const WORD = 1;
export const HAN = 2;

const UNKNOWN = 255;
// Filled as characters are met: asking the regular expression for each of them would be ten times slower.
const kinds = new Uint8Array(0x10000).fill(UNKNOWN);

const IS_HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const IS_WORD = /[\p{L}\p{N}\p{M}]/u;

function classify(character: string): number {
  if (IS_HAN.test(character)) return HAN;
  return IS_WORD.test(character) ? WORD : OTHER;
}

function kindAt(text: string, at: number, code: number): number {
  if (code >= 0xd800 && code < 0xdc00) return classify(String.fromCodePoint(text.codePointAt(at) ?? code));
  let kind = kinds[code] ?? OTHER;
  if (kind === UNKNOWN) {
    kind = classify(String.fromCharCode(code));
    kinds[code] = kind;
  }
  return kind;
}

/** Calls back with the kind and the bounds of every word and every Han run, in order. */
export function eachRun(text: string, onRun: (kind: number, from: number, to: number) => void): void {
  let open = OTHER;
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = kindAt(text, at, code);
    if (kind !== open) {
      if (open !== OTHER) onRun(open, from, at);
      open = kind;
      from = at;
    }
    at += code >= 0xd800 && code < 0xdc00 ? 2 : 1;
  }
  if (open !== OTHER) onRun(open, from, text.length);
}

/** Calls back with every single character and every pair of neighbours of a Han run. */
export function eachGram(run: string, onGram: (gram: string) => void): void {
  let before = '';
  for (const character of run) {
    if (before !== '') onGram(before + character);
    onGram(character);
    before = character;
  }
}
