/** English number words, months, weekdays and the like, as the grammar of dates takes them. */
import type { DayPart } from './day-part.ts';

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
];

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const SHORT_WEEKDAYS = ['mon', 'tues?', 'weds?', 'thu(?:rs?)?', 'fri', 'sat', 'sun'];

export const MONTH_PATTERN = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}${name.length > 3 ? `(?:${name.slice(3)})?` : ''}`).join('|')}|sept)\\.?`;
export const WEEKDAY_PATTERN = `(?:${[...WEEKDAYS, ...SHORT_WEEKDAYS].join('|')})\\.?`;

const ones = ONES.slice(1, 10).join('|');
const COMPOUND = new RegExp(`\\b(${TENS.join('|')})(?:[ -](${ones}))?\\b`, 'g');
const SIMPLE = new RegExp(`\\b(${ONES.join('|')})\\b`, 'g');
const ORDINAL = new RegExp(`\\b(?:(twenty|thirty)[ -])?(${ORDINALS.join('|')}|thirtieth)\\b(?! (?:ago|from))`, 'g');

/** Days from today. */
export const DAYS: Readonly<Record<string, number>> = {
  'the day before yesterday': -2,
  'day before yesterday': -2,
  yesterday: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  tmrw: 1,
  tmr: 1,
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
};
/** Weeks, months or years from this one. */
export const STEPS: Readonly<Record<string, number>> = {
  last: -1,
  previous: -1,
  past: -1,
  this: 0,
  the: 0,
  current: 0,
  next: 1,
  coming: 1,
  following: 1,
};
export const PARTS: Readonly<Record<string, DayPart>> = {
  am: 'am',
  'a.m.': 'am',
  pm: 'pm',
  'p.m.': 'pm',
  morning: 'morning',
  noon: 'noon',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
};

/** 1 to 12, 0 for no month. */
export function monthNumber(name: string | undefined): number {
  return MONTHS.findIndex((month) => name !== undefined && name.length >= 3 && month.startsWith(name.slice(0, 3))) + 1;
}

/** 1 is Monday, 0 for no weekday. */
export function weekdayNumber(name: string | undefined): number {
  return WEEKDAYS.findIndex((day) => name !== undefined && name.length >= 3 && day.startsWith(name.slice(0, 3))) + 1;
}

/** `twenty-first` -> `21st`, `three` -> `3`; `a` and `an` stay. */
export function withDigits(text: string): string {
  return text
    .replace(ORDINAL, (_all, tens: string | undefined, name: string) => {
      const base = tens === undefined ? 0 : (TENS.indexOf(tens) + 2) * 10;
      return `${base + (name === 'thirtieth' ? 30 : ORDINALS.indexOf(name) + 1)}th`;
    })
    .replace(COMPOUND, (_all, tens: string, one: string | undefined) =>
      String((TENS.indexOf(tens) + 2) * 10 + Math.max(0, ONES.indexOf(one ?? ''))),
    )
    .replace(SIMPLE, (name) => String(ONES.indexOf(name)));
}
