/** How age and a named period change a hit's score: old facts stay findable, the present state wins when it is asked for. */
import type { Day } from './day-number.ts';
import { namedPeriod, type Period } from './named-period.ts';

export interface TimeSettings {
  /** Days after which a dated note counts half. */
  readonly halfLifeDays: number;
  /** What is left of an old note's score; 0 gives the plain formula everywhere. */
  readonly floor: number;
}

export interface TimeIntent {
  readonly period: Period | null;
  /** The question asks for the present state. */
  readonly now: boolean;
}

const NOW =
  /\b(?:current|currently|latest|newest|now|nowadays|presently|at present|at the moment|these days|most recent|up to date)\b|现在|目前|当前|最新|如今|眼下|现如今|当下|最近/u;
/** Days around a period within which a note still gains. */
const FADE_DAYS = 14;
const PERIOD_GAIN = 0.5;

/** The question must be normalised. */
export function timeIntent(question: string, today: Day): TimeIntent {
  const period = namedPeriod(question, today);
  return { period, now: period === null && NOW.test(question) };
}

/** Pure age factor e^(-ln2 / halfLife * days), 1 for what has no day and for days to come. */
export function ageFactor(day: Day | null, today: Day, halfLifeDays: number): number {
  return day === null ? 1 : Math.exp((-Math.LN2 / halfLifeDays) * Math.max(0, today - day));
}

/** What a score is multiplied with: 0 to 1.5. Undated notes never age. */
export function timeWeight(day: Day | null, today: Day, intent: TimeIntent, settings: TimeSettings): number {
  if (day === null) return 1;
  if (settings.floor === 0) return ageFactor(day, today, settings.halfLifeDays);
  if (intent.period !== null) return 1 + PERIOD_GAIN * nearness(day, intent.period);
  const age = ageFactor(day, today, settings.halfLifeDays);
  const floor = intent.now ? 0 : settings.floor;
  return floor + (1 - floor) * age;
}

function nearness(day: Day, { from, to }: Period): number {
  const away = Math.max(from - day, day - to, 0);
  return Math.max(0, 1 - away / FADE_DAYS);
}
