/** What words for a date or a time can mean, before any zone is put to them. */
import { addMonths, type CivilDate, civilDate, dayNumber, weekdayOf } from './calendar.ts';

/** A time of day in seconds from midnight; 86,400 is the end of the day. */
export type ClockTime = number;

/**
 * Why words are not a moment: nothing there, no such day or hour, two readings, too loose to be one day, a span where a day is wanted,
 * words not known, or characters that no date has.
 */
export type MomentRefusal = 'empty' | 'impossible' | 'ambiguous' | 'vague' | 'span' | 'unknown' | 'malformed';

export type MomentReading =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'time'; readonly time: ClockTime }
  | { readonly kind: 'local'; readonly day: number; readonly time: ClockTime }
  /** Milliseconds since 1970, UTC: the words gave an offset or counted hours from now. */
  | { readonly kind: 'instant'; readonly at: number }
  | { readonly kind: 'span'; readonly from: number; readonly to: number }
  | { readonly kind: 'refused'; readonly why: MomentRefusal };

/** The moment at which the words were said. */
export interface Now extends CivilDate {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly today: number;
}

export function refuse(why: MomentRefusal): MomentReading {
  return { kind: 'refused', why };
}

export function nowFrom(at: number, date: CivilDate): Now {
  const today = dayNumber(date.year, date.month, date.day) ?? 0;
  return { at, today, ...civilDate(today) };
}

export function onDay(day: number | null): MomentReading {
  return day === null ? refuse('impossible') : { kind: 'day', day };
}

export function onDate(year: number, month: number, day: number): MomentReading {
  return onDay(dayNumber(year, month, day));
}

export function span(reach: { readonly from: number; readonly to: number } | null): MomentReading {
  return reach === null ? refuse('impossible') : { kind: 'span', from: reach.from, to: reach.to };
}

/** A weekday (1 is Monday) of the week that is `weeks` away; weeks begin on Monday. */
export function weekdayIn(now: Now, weeks: number, weekday: number): MomentReading {
  if (weekday < 1 || weekday > 7) return refuse('impossible');
  return onDay(now.today - weekdayOf(now.today) + weekday + weeks * 7);
}

export function weekSpan(now: Now, weeks: number): MomentReading {
  const monday = now.today - weekdayOf(now.today) + 1 + weeks * 7;
  return span({ from: monday, to: monday + 6 });
}

/** Saturday and Sunday of the week that is `weeks` away. */
export function weekendSpan(now: Now, weeks: number): MomentReading {
  const week = weekSpan(now, weeks);
  return week.kind === 'span' ? span({ from: week.from + 5, to: week.to }) : week;
}

export function yearSpan(year: number): MomentReading {
  const from = dayNumber(year, 1, 1);
  const to = dayNumber(year, 12, 31);
  return from === null || to === null ? refuse('impossible') : span({ from, to });
}

/** A weekday without more: the coming one, as long as this week still has it; else last or next is not known. */
export function bareWeekday(now: Now, weekday: number): MomentReading {
  if (weekday < 1 || weekday > 7) return refuse('impossible');
  return weekday > weekdayOf(now.today) ? weekdayIn(now, 0, weekday) : refuse('ambiguous');
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const MILLISECONDS = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;
/** Ten thousand of anything is a slip. */
const FURTHEST = 10_000;

/** So many units from now, backwards when negative. Hours and less give an instant, days and more a day. */
export function away(now: Now, amount: number, unit: Unit): MomentReading {
  if (!Number.isFinite(amount) || Math.abs(amount) > FURTHEST) return refuse('impossible');
  switch (unit) {
    case 'second':
    case 'minute':
    case 'hour':
      return { kind: 'instant', at: now.at + Math.round(amount * MILLISECONDS[unit]) };
    case 'day':
    case 'week': {
      const days = unit === 'day' ? amount : amount * 7;
      return Number.isInteger(days) ? onDay(inYears(now.today + days)) : refuse('ambiguous');
    }
    case 'month':
    case 'year': {
      const months = unit === 'month' ? amount : amount * 12;
      if (months === 0.5 || months === -0.5) return onDay(inYears(now.today + months * 30));
      return Number.isInteger(months) ? onDay(addMonths(now.today, months)) : refuse('ambiguous');
    }
    default:
      return unit satisfies never;
  }
}

function inYears(number: number): number | null {
  const { year, month, day } = civilDate(number);
  return dayNumber(year, month, day);
}

/** A day reading with a time put to it. */
export function withTime(date: MomentReading, time: MomentReading): MomentReading {
  if (date.kind === 'refused') return date;
  if (time.kind === 'refused') return time;
  if (date.kind === 'span') return refuse('span');
  if (date.kind !== 'day' || time.kind !== 'time') return refuse('unknown');
  return { kind: 'local', day: date.day, time: time.time };
}
