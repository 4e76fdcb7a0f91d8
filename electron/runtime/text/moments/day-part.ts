/** Hours as people say them: a number with a part of the day, or without one. */
import { type MomentReading, refuse } from './moment.ts';

export type DayPart = 'am' | 'pm' | 'dawn' | 'morning' | 'forenoon' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';

export interface SaidTime {
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
  /** Written with two digits and a colon: a 24-hour clock, also for the small hours. */
  readonly digital?: boolean;
}

/** For each part: which hours said mean which hour of the day. Hours not listed do not belong to that part. */
const HOURS: Readonly<Record<DayPart, (hour: number) => number | null>> = {
  am: (hour) => (hour < 1 || hour > 12 ? null : hour % 12),
  pm: (hour) => (hour < 1 || hour > 12 ? null : (hour % 12) + 12),
  dawn: (hour) => (hour === 12 ? 0 : hour <= 6 ? hour : null),
  morning: (hour) => (hour >= 3 && hour <= 11 ? hour : null),
  forenoon: (hour) => (hour >= 1 && hour <= 12 ? hour : null),
  noon: (hour) => (hour === 11 || hour === 12 || hour === 13 || hour === 14 ? hour : hour === 1 || hour === 2 ? hour + 12 : null),
  afternoon: (hour) => (hour >= 1 && hour <= 7 ? hour + 12 : hour >= 12 && hour <= 19 ? hour : null),
  evening: (hour) => (hour >= 5 && hour <= 11 ? hour + 12 : hour === 12 || hour === 24 ? 24 : hour >= 17 ? hour : null),
  night: (hour) => (hour >= 6 && hour <= 11 ? hour + 12 : hour === 12 || hour === 24 ? 24 : hour >= 18 ? hour : null),
  midnight: (hour) => (hour === 12 || hour === 24 ? 24 : hour === 0 ? 0 : hour === 11 || hour === 23 ? 23 : null),
};

/** Small hours after an evening word belong to the day before or after: nobody can tell. */
const UNCLEAR: ReadonlySet<DayPart> = new Set(['evening', 'night', 'midnight']);
/** From here on an hour said without a part of the day is that hour of the 24. */
const CLEAR_FROM = 6;

/** The time of day. An hour over 24 or a minute over 59 is impossible; `three o'clock` alone is ambiguous. */
export function timeOfDay(said: SaidTime, part: DayPart | null): MomentReading {
  const { hour, minute, second = 0, digital = false } = said;
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return refuse('impossible');
  if (part === null) return !digital && hour > 0 && hour < CLEAR_FROM ? refuse('ambiguous') : at(hour, minute, second);
  const meant = HOURS[part](hour);
  if (meant === null) return refuse(UNCLEAR.has(part) && hour < CLEAR_FROM ? 'ambiguous' : 'impossible');
  return at(meant, minute, second);
}

function at(hour: number, minute: number, second: number): MomentReading {
  return { kind: 'time', time: hour * 3600 + minute * 60 + second };
}
