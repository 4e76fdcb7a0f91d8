/** Script-aware analysis for keyword search: words stay words, runs of Han and kana become bigrams and single characters. */
import { eachGram, eachRun, HAN, normalise } from './runs.ts';
import { stem } from './stem.ts';
import { isEnglishStopWord, SOFT_STOPS } from './stop-words.ts';

/** What goes into the index's one column: terms between spaces, stemmed and without accents, exactly as a question's are. `length` is their number. */
export function analyse(raw: string): { readonly column: string; readonly length: number } {
  const text = normalise(raw);
  const terms: string[] = [];
  const take = (term: string): void => void terms.push(term);
  eachRun(text, (kind, from, to) => {
    if (kind === HAN) eachGram(text.slice(from, to), take);
    else take(stem(text.slice(from, to)));
  });
  return { column: terms.join(' '), length: terms.length };
}

/** More terms than this say nothing more about what is sought: the first and the last half are taken. */
const QUERY_TERMS = 128;

/**
 * The distinct terms of a question in the index's form, without words that say nothing; where nothing would be left, all of them
 * (`strict`: none). Never holds an operator of the query language: terms are letters, digits and marks alone.
 */
export function queryTerms(query: string, { strict = false }: { readonly strict?: boolean } = {}): string[] {
  const text = normalise(query);
  const terms = collect(text, true);
  const kept = terms.length > 0 || strict ? terms : collect(text, false);
  return kept.length <= QUERY_TERMS ? kept : [...kept.slice(0, QUERY_TERMS / 2), ...kept.slice(-QUERY_TERMS / 2)];
}

function collect(text: string, filtered: boolean): string[] {
  const terms = new Set<string>();
  const take = (term: string): void => void terms.add(term);
  eachRun(text, (kind, from, to) => {
    const run = text.slice(from, to);
    if (kind !== HAN) {
      if (!filtered || !isEnglishStopWord(run)) take(stem(run));
    } else for (const part of filtered ? run.split(SOFT_STOPS) : [run]) eachGram(part, take);
  });
  return [...terms].filter((term) => term !== '');
}
