/** Turns the bytes of a note into what the index keeps of it. */
import { hash } from 'node:crypto';
import { analyse } from '#runtime/text/analyzer';
import { chunkNote } from './chunker.ts';
import { civil, type Day, parseDay, weekdayOf } from './day-number.ts';
import type { NewChunk } from './index-store.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const two = (value: number): string => String(value).padStart(2, '0');

/** Terms under which every chunk of a day, its month and its year are found; letters and digits alone. */
export function dayTerms(day: Day): { readonly day: string; readonly month: string; readonly year: string } {
  const { year, month, day: date } = civil(day);
  return { day: `d${year}${two(month)}${two(date)}`, month: `m${year}${two(month)}`, year: `y${year}` };
}

/** The date in the words that a question may use, in both languages. */
function dateWords(iso: string): string {
  const day = parseDay(iso);
  const { year, month, day: date } = civil(day);
  const terms = dayTerms(day);
  const weekday = weekdayOf(day);
  const han = '一二三四五六日'.charAt(weekday);
  return `${terms.day} ${terms.month} ${terms.year} ${WEEKDAYS[weekday]} ${date} ${MONTHS[month - 1]} ${year} ${year}年${month}月${date}日 星期${han} 周${han}`;
}

/** Text of a note; broken bytes become replacement characters, so that the rest is still found. */
export function decodeNote(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** A NUL in the beginning of anything but UTF-16 with its mark: no text to search in. */
export function looksBinary(bytes: Uint8Array): boolean {
  return !(bytes[0] === 0xff && bytes[1] === 0xfe) && bytes.subarray(0, 8_192).includes(0);
}

/** `iso` is the day of a daily note, else null. */
export function noteChunks(text: string, iso: string | null): NewChunk[] {
  const date = iso === null ? '' : dateWords(iso);
  return chunkNote(text).map(({ heading, units }) => {
    // A daily note's first heading is its date: that is said already.
    const head = [date, iso !== null && heading.startsWith(iso) ? heading.slice(iso.length) : heading].filter(Boolean).join(' ');
    const body = units.map((unit) => unit.text).join('\n');
    const first = units[0]?.from ?? 1;
    const shape = JSON.stringify(units.map(({ from, to, text: { length } }) => [from - first, to - first, length]));
    const { column, length } = analyse(body);
    const key = hash('sha256', `${head}\n${shape}\n${body}`);
    return { hash: key, first, units: shape, head, text: body, column: `${analyse(head).column} ${column}`, length };
  });
}
