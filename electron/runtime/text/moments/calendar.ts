/** Days of the civil calendar as whole numbers, free of zones: day 0 is 1970-01-01. */

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Years that a note or an appointment can be about; outside of them a date is taken for a slip. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

const DAY = 86_400_000;

/** The number of a day, or null when there is no such day. */
export function dayNumber(year: number, month: number, day: number): number | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return Date.UTC(year, month - 1, day) / DAY;
}

export function civilDate(number: number): CivilDate {
  const date = new Date(number * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** A year and month some months away. */
export function shiftMonth(
  { year, month }: { readonly year: number; readonly month: number },
  months: number,
): { year: number; month: number } {
  const total = year * 12 + (month - 1) + months;
  return { year: Math.floor(total / 12), month: (((total % 12) + 12) % 12) + 1 };
}

/** The same day some months away, or the last one of that month where it is shorter; null outside the years. */
export function addMonths(number: number, months: number): number | null {
  const date = civilDate(number);
  const to = shiftMonth(date, months);
  return dayNumber(to.year, to.month, Math.min(date.day, daysInMonth(to.year, to.month)));
}

/** The first day of a month and the last. */
export function monthSpan(year: number, month: number): { from: number; to: number } | null {
  const from = dayNumber(year, month, 1);
  return from === null ? null : { from, to: from + daysInMonth(year, month) - 1 };
}

/** YYYY-MM-DD. */
export function isoDay(number: number): string {
  const { year, month, day } = civilDate(number);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

export const two = (value: number): string => String(value).padStart(2, '0');
