/** Counts the terms of a question in texts that were found: one pass a text, no string built for Han. */
import { eachGram, eachRun, HAN, normalise } from './runs.ts';
import { stem } from './stem.ts';

export interface TermCounter {
  /**
   * Adds to `counts`, at its place among the terms, how often each term stands in the text.
   * @returns the number of all terms of the text, as the index counts them
   */
  count(text: string, counts: Uint16Array): number;
}

const pair = (a: number, b: number): number => (a << 16) | b;
const BEYOND = /[\ud800-\udfff]/;

/** @param terms distinct, in the index's form */
export function createTermCounter(terms: readonly string[]): TermCounter {
  const slots = new Map(terms.map((term, slot) => [term, slot]));
  // Han terms by their one or two UTF-16 units: a number is found without a string being built.
  const singles = new Map<number, number>();
  const pairs = new Map<number, number>();
  const marked = new Uint8Array(0x10000);
  for (const [slot, term] of terms.entries()) {
    marked[term.charCodeAt(0)] = 1;
    if (term.length === 1) singles.set(term.charCodeAt(0), slot);
    if (term.length === 2) pairs.set(pair(term.charCodeAt(0), term.charCodeAt(1)), slot);
  }

  const countHan = (run: string, add: (slot: number | undefined) => void): number => {
    if (BEYOND.test(run)) {
      let length = 0;
      eachGram(run, (gram) => {
        length += 1;
        add(slots.get(gram));
      });
      return length;
    }
    for (let at = 0; at < run.length; at += 1) {
      const code = run.charCodeAt(at);
      if (marked[code] === 0) continue;
      add(singles.get(code));
      if (at + 1 < run.length) add(pairs.get(pair(code, run.charCodeAt(at + 1))));
    }
    return 2 * run.length - 1;
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
          length += countHan(text.slice(from, to), add);
          return;
        }
        length += 1;
        const first = text.charCodeAt(from);
        // A stem begins as its word does; letters with accents may lose them.
        if (first >= 0x80 || marked[first] === 1) add(slots.get(stem(text.slice(from, to))));
      });
      return length;
    },
  };
}
