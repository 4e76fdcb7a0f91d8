/** Calendar days as whole numbers since 1970-01-01: arithmetic without zones. */

export type Day = number;

const MS = 86_400_000;

/** Days overflow as in Date: the 0th is the last of the month before. */
export function dayNumber(year: number, month: number, day: number): Day {
  return Math.round(Date.UTC(year, month - 1, day) / MS);
}

/** From YYYY-MM-DD. */
export function parseDay(text: string): Day {
  return dayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}

export function civil(day: Day): { readonly year: number; readonly month: number; readonly day: number } {
  const at = new Date(day * MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}
