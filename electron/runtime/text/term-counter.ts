/** Counts the terms of a question in texts that were found: one pass a text, no string built for Han. */
import { eachRun, HAN, normalise } from './runs.ts';
import { stem } from './stem.ts';

export interface TermCounter {
  /**
   * Adds to `counts`, at its place among the terms, how often each term stands in the text.
   * @returns the number of all terms of the text, as the index counts them
   */
  count(text: string, counts: Uint16Array): number;
}

const pair = (a: number, b: number): number => (a << 16) | b;

/** @param terms distinct, in the index's form */
export function createTermCounter(terms: readonly string[]): TermCounter {
  const words = new Map<string, number>();
  /** By one UTF-16 unit, or by two; characters beyond the first plane count by their two halves as a pair. */
  const singles = new Map<number, number>();
  const pairs = new Map<number, number>();
  const marked = new Uint8Array(0x10000);
  for (const [slot, term] of terms.entries()) {
    words.set(term, slot);
    marked[term.charCodeAt(0)] = 1;
    if (term.length === 1) singles.set(term.charCodeAt(0), slot);
    if (term.length === 2) pairs.set(pair(term.charCodeAt(0), term.charCodeAt(1)), slot);
  }
  const countHan = (text: string, from: number, to: number, add: (slot: number | undefined) => void): void => {
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (marked[code] === 0) continue;
      add(singles.get(code));
      if (at + 1 < to) add(pairs.get(pair(code, text.charCodeAt(at + 1))));
    }
  };
  return {
    count(raw, counts) {
      const text = normalise(raw);
      let length = 0;
      const add = (slot: number | undefined): void => {
        if (slot !== undefined) counts[slot] = (counts[slot] ?? 0) + 1;
      };
      eachRun(text, (kind, from, to) => {
        if (kind === HAN) {
          length += 2 * (to - from) - 1;
          countHan(text, from, to, add);
          return;
        }
        length += 1;
        const first = text.charCodeAt(from);
        // A stem begins as its word does; letters with accents may lose them.
        if (first >= 0x80 || marked[first] === 1) add(words.get(stem(text.slice(from, to))));
      });
      return length;
    },
  };
}
