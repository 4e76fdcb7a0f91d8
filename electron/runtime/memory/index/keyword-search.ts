/** Keyword search in both languages: candidates from full text, scored again place by place, weighed by time. */
import { queryTerms } from '#runtime/text/analyzer';
import { normalise } from '#runtime/text/runs';
import { createTermCounter, type TermCounter } from '#runtime/text/term-counter';
import type { MemoryHit } from '#shared/schema/memory';
import { parseDay } from './day-number.ts';
import type { SearchRequest } from './index-protocol.ts';
import type { Candidate, IndexStore } from './index-store.ts';
import type { Period } from './named-period.ts';
import { dayTerms } from './note-chunks.ts';
import { ageFactor, type TimeIntent, timeIntent, timeWeight } from './time-weight.ts';

const CANDIDATES = 56;
/** Sum of document frequencies that one query may touch, and its share of a large index: about what 10 ms allow. */
const COST = 1_200;
const COST_SHARE = 0.05;
/** The database's ranking takes time by the square of the terms; the rarest ones find what is worth scoring. */
const MATCH_TERMS = 10;
/** Measured on sentences of both languages: two points of mean reciprocal rank over the database's own 1.2 and 0.75. */
const K1 = 0.8;
const B = 0.6;
/** Share of a place's score that is its own; the rest comes from the chunk around it. */
const OWN = 0.7;
/** Share of its score that a hit adds to the places beside it. */
const NEIGHBOUR = 0.25;
const NEIGHBOURS_OF = 20;
/** Below this a place shares next to nothing with the question: not worth scoring, and not worth showing. */
const LEAST_SCORED = 0.02;
const LEAST_SHOWN = 0.03;
/** Chunks that a small memory is imagined to have besides, without the words sought: a word in both of two notes still says something. */
const IMAGINED = 20;

const HEADING = /^\s*#{1,6}\s[^\n]*$/;

interface Term {
  readonly text: string;
  readonly frequency: number;
  /** Inverse document frequency, always above 0. */
  readonly weight: number;
}

interface Place {
  readonly path: string;
  readonly day: string | null;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** 1 is every term of the question once, in a place of ordinary length. */
  readonly keyword: number;
  score: number;
}

export interface KeywordSearch {
  /** Best first. Empty when nothing in memory shares a word with the question. */
  search(request: SearchRequest): MemoryHit[];
  /** To be called after every change of the store: numbers are remembered until then. */
  changed(): void;
}

export function createKeywordSearch(store: IndexStore): KeywordSearch {
  /** Kept until the index has grown or shrunk noticeably since it had `counted` chunks. */
  const frequencies = new Map<string, number>();
  let counted = 0;
  let totals: { readonly chunks: number; readonly length: number } | undefined;

  const weigh = (text: string, chunks: number): Term => {
    let frequency = frequencies.get(text);
    if (frequency === undefined) {
      frequency = store.frequency(text);
      // A word that is nowhere yet may be written at any time.
      if (frequency > 0) frequencies.set(text, frequency);
    }
    return { text, frequency, weight: Math.log(1 + (Math.max(0, chunks - frequency) + IMAGINED + 0.5) / (frequency + 0.5)) };
  };

  return {
    search({ query, k, today: iso, halfLifeDays, floor }) {
      const today = parseDay(iso);
      const question = normalise(query);
      const intent = timeIntent(question, today);
      totals ??= store.totals();
      const { chunks, length } = totals;
      if (Math.abs(chunks - counted) > 20 + chunks * 0.05) {
        frequencies.clear();
        counted = chunks;
      }
      const terms = soughtTerms(question, intent).map((text) => weigh(text, chunks));
      const match = matchOf(terms, Math.max(COST, COST_SHARE * chunks));
      if (match === '') return [];
      const places = scorePlaces(store.candidates(match, CANDIDATES), terms, length / chunks);
      const raised = raiseNeighbours(places).filter(({ score }) => score >= LEAST_SHOWN);
      for (const place of raised) place.score *= timeWeight(dayOf(place), today, intent, { halfLifeDays, floor });
      const best = raised.toSorted(byScore).slice(0, k);
      const scale = Math.max(1, best[0]?.score ?? 1);
      return best.map((place) => ({
        path: place.path,
        from: place.from,
        to: place.to,
        text: place.text,
        score: round(place.score / scale),
        keyword: round(Math.min(1, place.keyword)),
        vector: null,
        age: round(ageFactor(dayOf(place), today, halfLifeDays)),
      }));
    },
    changed() {
      totals = undefined;
    },
  };
}

const dayOf = ({ day }: Place): number | null => (day === null ? null : parseDay(day));
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Words of the question, and the days it names. Words like "yesterday" stand in no note for the day they mean. */
function soughtTerms(question: string, { period }: TimeIntent): string[] {
  if (period === null) return queryTerms(question);
  const words = queryTerms(period.relative ? question.replace(period.words, ' ') : question, { strict: true });
  return [...new Set([...words, ...periodTerms(period)])];
}

/** Terms that every note of the period has: at most a week of days, a year of months, else years. */
function periodTerms({ from, to }: Period): string[] {
  const terms = new Set<string>();
  const span = to - from;
  for (let day = from; day <= to && terms.size < 12; day += 1) {
    const { day: date, month, year } = dayTerms(day);
    terms.add(span < 7 ? date : span < 366 ? month : year);
  }
  return [...terms];
}

/** The rarest terms first, until they are many or touch too much; the terms left out still count in the scoring of what is found. */
function matchOf(terms: readonly Term[], limit: number): string {
  let cost = 0;
  const chosen = terms
    .filter(({ frequency }) => frequency > 0)
    .toSorted((a, b) => a.frequency - b.frequency)
    .slice(0, MATCH_TERMS)
    .filter(({ frequency }, place) => {
      cost += frequency;
      return place === 0 || cost <= limit;
    });
  return chosen.map(({ text }) => `"${text}"`).join(' OR ');
}

interface CountedUnit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly counts: Uint16Array;
  readonly length: number;
}

/** Every unit of every candidate with its score; what stands in two chunks keeps the better one. */
function scorePlaces(candidates: readonly Candidate[], terms: readonly Term[], averageChunk: number): Place[] {
  const counter = createTermCounter(terms.map(({ text }) => text));
  const weights = Float64Array.from(terms, ({ weight }) => weight);
  const ideal = weights.reduce((sum, weight) => sum + weight, 0);
  const counted = candidates.map((candidate) => {
    const head = new Uint16Array(terms.length);
    counter.count(candidate.head, head);
    return { candidate, head, units: countUnits(candidate, counter, head) };
  });
  const units = counted.flatMap((chunk) => chunk.units);
  const averageUnit = units.reduce((sum, unit) => sum + unit.length, 0) / Math.max(1, units.length);
  const places = new Map<string, Place>();
  for (const { candidate, head, units } of counted) {
    const around = bm25(together(units, head), weights, ideal, candidate.length / averageChunk);
    for (const { from, to, text, counts, length } of units) {
      const keyword = bm25(counts, weights, ideal, length / averageUnit);
      // A heading says what stands below it, and its words count there; by itself it answers nothing.
      if (keyword < LEAST_SCORED || HEADING.test(text)) continue;
      const score = OWN * keyword + (1 - OWN) * around;
      const key = `${candidate.path}\n${from}\n${text}`;
      if ((places.get(key)?.score ?? 0) >= score) continue;
      places.set(key, { path: candidate.path, day: candidate.day, from, to, text, keyword, score });
    }
  }
  return [...places.values()];
}

/** Counts of a whole chunk: the head, which is in each unit's, once. */
function together(units: readonly CountedUnit[], head: Uint16Array): Uint16Array {
  const sum = head.slice();
  for (const { counts } of units)
    for (let slot = 0; slot < sum.length; slot += 1) sum[slot] = (sum[slot] ?? 0) + (counts[slot] ?? 0) - (head[slot] ?? 0);
  return sum;
}

/** Counts of each unit; what the chunk's head says, it says of each of them. */
function countUnits(candidate: Candidate, counter: TermCounter, head: Uint16Array): CountedUnit[] {
  const shape = JSON.parse(candidate.units) as readonly (readonly [number, number, number])[];
  let start = 0;
  return shape.map(([from, to, size]) => {
    const text = candidate.text.slice(start, start + size);
    start += size + 1;
    const counts = head.slice();
    const length = counter.count(text, counts);
    return { from: candidate.first + from, to: candidate.first + to, text, counts, length };
  });
}

/** BM25 over what the question could reach with every term once, raised by the weighted share of its terms that are there. */
function bm25(counts: Uint16Array, weights: Float64Array, ideal: number, relativeLength: number): number {
  const norm = K1 * (1 - B + B * relativeLength);
  let sum = 0;
  let there = 0;
  for (let slot = 0; slot < weights.length; slot += 1) {
    const count = counts[slot] ?? 0;
    if (count === 0) continue;
    const weight = weights[slot] ?? 0;
    there += weight;
    sum += (weight * count * (K1 + 1)) / (count + norm);
  }
  return ideal === 0 ? 0 : (sum / ideal) * ((1 + there / ideal) / 2);
}

const byScore = (a: Place, b: Place): number => b.score - a.score;

/** A place beside a hit gains, which brings several pieces of one matter together. */
function raiseNeighbours(places: readonly Place[]): readonly Place[] {
  const gains = new Map<Place, number>();
  const byPath = Map.groupBy(places, ({ path }) => path);
  for (const hit of places.toSorted(byScore).slice(0, NEIGHBOURS_OF)) {
    for (const other of byPath.get(hit.path) ?? []) {
      const beside = other !== hit && (Math.abs(other.from - hit.to) <= 2 || Math.abs(hit.from - other.to) <= 2);
      if (beside) gains.set(other, Math.max(gains.get(other) ?? 0, NEIGHBOUR * hit.score));
    }
  }
  for (const [place, gain] of gains) place.score += gain;
  return places;
}
