/** Dates and times in digits: ISO 8601 and the forms whose order of day and month is beyond doubt. */
import { dayNumber } from './calendar.ts';
import { type MomentReading, onDate, refuse, withTime } from './moment.ts';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(z|utc|[+-]\d{2}(?::?\d{2})?))?)?$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const NO_YEAR = /^(\d{1,2})\/(\d{1,2})$/;
const COMPACT = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;
const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;
const WITH_CLOCK = /^(\S+)[t ](\d{1,2}:\d{2}(?::\d{2})?)$/;

/** null when the text is no date in digits at all. `text` is trimmed, in NFKC and lower case. */
export function readNumeric(text: string, year: number): MomentReading | null {
  const iso = ISO.exec(text);
  if (iso !== null) return readIso(iso);
  const clock = CLOCK.exec(text);
  if (clock !== null) return readClock(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0));
  const both = WITH_CLOCK.exec(text);
  if (both !== null) {
    const date = readDate(both[1] ?? '', year);
    const [hour = 0, minute = 0, second = 0] = (both[2] ?? '').split(':').map(Number);
    return date === null ? null : withTime(date, readClock(hour, minute, second));
  }
  if (/^\d+$/.test(text) && !COMPACT.test(text)) return refuse('impossible');
  return readDate(text, year);
}

function readDate(text: string, year: number): MomentReading | null {
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first !== null) return onDate(Number(first[1]), Number(first[2]), Number(first[3]));
  const last = YEAR_LAST.exec(text);
  if (last !== null) return dayAndMonth(Number(last[1]), Number(last[3]), Number(last[4]));
  const short = NO_YEAR.exec(text);
  return short === null ? null : dayAndMonth(Number(short[1]), Number(short[2]), year);
}

/** 4/14 and 14/4 are one day; 4/5 is two. */
function dayAndMonth(one: number, other: number, year: number): MomentReading {
  if (one === other) return onDate(year, one, other);
  if (one > 12) return onDate(year, other, one);
  return other > 12 ? onDate(year, one, other) : refuse('ambiguous');
}

function readClock(hour: number, minute: number, second: number): MomentReading {
  const time = hour * 3600 + minute * 60 + second;
  return minute > 59 || second > 59 || time > 86_400 ? refuse('impossible') : { kind: 'time', time };
}

function readIso(parts: RegExpExecArray): MomentReading {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const number = dayNumber(year, month, day);
  if (number === null) return refuse('impossible');
  if (parts[4] === undefined) return { kind: 'day', day: number };
  const time = readClock(hour, minute, second);
  if (time.kind !== 'time') return time;
  const offset = parts[7];
  if (offset === undefined) return { kind: 'local', day: number, time: time.time };
  const minutes = offsetMinutes(offset);
  if (minutes === null) return refuse('impossible');
  return { kind: 'instant', at: number * 86_400_000 + time.time * 1000 - minutes * 60_000 };
}

function offsetMinutes(offset: string): number | null {
  if (offset === 'z' || offset === 'utc') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  if (minutes > 14 * 60 || Number(digits.slice(2)) > 59) return null;
  return offset.startsWith('-') ? -minutes : minutes;
}
