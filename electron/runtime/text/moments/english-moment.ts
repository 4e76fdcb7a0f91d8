/** Dates and times in English words, by a table of forms; what no form covers whole is not read. */
import { daysInMonth, monthSpan, shiftMonth, weekdayOf } from './calendar.ts';
import { timeOfDay } from './day-part.ts';
import { DAYS, MONTH_PATTERN, monthNumber, PARTS, STEPS, WEEKDAY_PATTERN, weekdayNumber, withDigits } from './english-words.ts';
import { ENGLISH_HOLIDAYS, holidayIn } from './holidays.ts';
import {
  away,
  bareWeekday,
  type MomentReading,
  type Now,
  onDate,
  refuse,
  span,
  type Unit,
  weekdayIn,
  weekendSpan,
  weekSpan,
  withTime,
  yearSpan,
} from './moment.ts';

type Groups = Readonly<Record<string, string | undefined>>;
interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: Groups, now: Now) => MomentReading;
}

const words = (names: Iterable<string>): string => [...names].sort((a, b) => b.length - a.length).join('|');
const number = (text: string | undefined, missing = 0): number => (text === undefined || text === '' ? missing : Number(text));

const AMOUNT = '(?<amount>\\d+(?:\\.\\d)?|an?|half an?)';
const UNIT = '(?<unit>second|minute|min|hour|hr|day|week|fortnight|month|year)s?';
const NTH = '(?<day>\\d{1,3})(?:st|nd|rd|th)?';
const NTH_SURE = '(?<day>\\d{1,3})(?:st|nd|rd|th)';
const MONTH = `(?<month>${MONTH_PATTERN})`;
const WEEKDAY = `(?<weekday>${WEEKDAY_PATTERN})`;
const YEAR = '(?:,? (?:of )?(?<year>\\d{4}))?';
const STEP = '(?<step>last|previous|past|this|the|current|next|following)';

const shifted = (groups: Groups, now: Now): { year: number; month: number } => shiftMonth(now, STEPS[groups['step'] ?? 'this'] ?? 0);
const named = (groups: Groups, now: Now): MomentReading =>
  onDate(number(groups['year'], now.year), monthNumber(groups['month']), number(groups['day']));
const lastOf = ({ year, month }: { year: number; month: number }): MomentReading => onDate(year, month, daysInMonth(year, month));
const yearAt = (groups: Groups, now: Now): number => now.year + (STEPS[groups['step'] ?? 'this'] ?? 0);

const DATE_FORMS: readonly Form[] = form([
  [`(?<word>${words(Object.keys(DAYS))})`, (groups, now) => ({ kind: 'day', day: now.today + (DAYS[groups['word'] ?? ''] ?? 0) })],
  [
    '(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})',
    (groups) => onDate(number(groups['year']), number(groups['month']), number(groups['day'])),
  ],
  [`(?:in|within) ${AMOUNT} ${UNIT}(?: time)?`, (groups, now) => readAway(groups, now, 1)],
  [`${AMOUNT} ${UNIT} (?:from (?:now|today)|later|hence)`, (groups, now) => readAway(groups, now, 1)],
  [`${AMOUNT} ${UNIT} (?:ago|before today)`, (groups, now) => readAway(groups, now, -1)],
  [`(?:${WEEKDAY},? )?${MONTH} ${NTH}${YEAR}`, checked],
  [`(?:${WEEKDAY},? )?(?:the )?${NTH} (?:of )?${MONTH}${YEAR}`, checked],
  [`(?:the )?${NTH_SURE}(?: of ${STEP} month)?`, (groups, now) => inMonth(shifted(groups, now), groups)],
  [`${STEP} month(?:,? on)?(?: the)? ${NTH_SURE}`, (groups, now) => inMonth(shifted(groups, now), groups)],
  [`(?:the )?(?:end|last day) of (?:${STEP} )?month|month[- ]end`, (groups, now) => lastOf(shifted(groups, now))],
  [`(?:the )?(?:end|last day) of (?:${STEP} )?year|year[- ]end`, (groups, now) => onDate(yearAt(groups, now), 12, 31)],
  [
    `(?:the )?(?:end|last day) of ${MONTH}${YEAR}`,
    (groups, now) => lastOf({ year: number(groups['year'], now.year), month: monthNumber(groups['month']) }),
  ],
  [`(?:the )?(?:1th|first) day of ${STEP} month`, (groups, now) => inMonth(shifted(groups, now), { day: '1' })],
  [
    `${WEEKDAY},? (?:of )?${STEP} week`,
    (groups, now) => weekdayIn(now, STEPS[groups['step'] ?? ''] ?? 0, weekdayNumber(groups['weekday'])),
  ],
  [
    `${STEP} week(?:,? on| )? ?${WEEKDAY}`,
    (groups, now) => weekdayIn(now, STEPS[groups['step'] ?? ''] ?? 0, weekdayNumber(groups['weekday'])),
  ],
  [`this coming ${WEEKDAY}`, (groups, now) => coming(now, weekdayNumber(groups['weekday']))],
  [`coming ${WEEKDAY}`, (groups, now) => coming(now, weekdayNumber(groups['weekday']))],
  [`${STEP} ${WEEKDAY}`, (groups, now) => steppedWeekday(groups, now)],
  [`${WEEKDAY}`, (groups, now) => bareWeekday(now, weekdayNumber(groups['weekday']))],
  [
    `(?:${STEP} year'?s? )?(?<holiday>${words(ENGLISH_HOLIDAYS.keys())})(?: (?:${STEP.replace('step', 'after')} year|(?<year>\\d{4})))?`,
    readHoliday,
  ],
  [`${STEP} week`, (groups, now) => weekSpan(now, STEPS[groups['step'] ?? ''] ?? 0)],
  [`${STEP} weekend`, (groups, now) => weekendSpan(now, STEPS[groups['step'] ?? ''] ?? 0)],
  [`${STEP} month`, (groups, now) => spanOf(shifted(groups, now))],
  [`${STEP} year`, (groups, now) => yearSpan(yearAt(groups, now))],
  [`${MONTH}${YEAR}`, (groups, now) => spanOf({ year: number(groups['year'], now.year), month: monthNumber(groups['month']) })],
]);

const CLOCK = '(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))?(?:[:](?<second>\\d{2}))?';
const TAIL = `(?: ?(?<part>am|pm|a\\.m\\.|p\\.m\\.)| (?:in the|at) (?<later>morning|afternoon|evening|night)| (?<clock>o'?clock)(?: (?<half>am|pm))?(?: (?:in the|at) (?<after>morning|afternoon|evening|night))?)?`;
const PAST = `(?<fraction>half|quarter|a quarter|\\d{1,2}(?: minutes?)?) (?<way>past|after|to|before) (?<hour>\\d{1,2})`;
const TIME_FORMS: readonly Form[] = form([
  ['(?:at )?(?:noon|midday)', () => timeOfDay({ hour: 12, minute: 0 }, 'noon')],
  ['(?:at )?midnight', () => refuse('ambiguous')],
  [`(?:at )?${PAST}${TAIL}`, readPast],
  [`(?:at )?${CLOCK}${TAIL}`, readClock],
]);
const VAGUE =
  /\b(?:soon|sometime|some day|someday|later|recently|lately|one day|eventually|asap|a few|few|several|couple|around|about|approximately|roughly)\b/;
const EXACTLY_LATER = /\d \w+ later$|^an? \w+ later$/;
const PART_WORD = /^(?:in the |at |this )?(?<part>morning|afternoon|evening|night)(?: |$)/;

function form(rows: readonly (readonly [string, Form['read']])[]): Form[] {
  return rows.map(([pattern, read]) => ({ pattern: new RegExp(`^(?:${pattern})(?=$|[ ,])`), read }));
}

function readAway(groups: Groups, now: Now, sign: number): MomentReading {
  const said = groups['amount'] ?? '';
  const amount = said.startsWith('half') ? 0.5 : said.startsWith('a') ? 1 : Number(said);
  const unit = groups['unit'] ?? '';
  if (unit === 'fortnight') return away(now, amount * 2 * sign, 'week');
  return away(now, amount * sign, (unit === 'min' ? 'minute' : unit === 'hr' ? 'hour' : unit) as Unit);
}

/** A date with its weekday: a pair that does not fit is a slip somewhere. */
function checked(groups: Groups, now: Now): MomentReading {
  const date = named(groups, now);
  const weekday = weekdayNumber(groups['weekday']);
  return date.kind === 'day' && weekday > 0 && weekdayOf(date.day) !== weekday ? refuse('impossible') : date;
}

function inMonth({ year, month }: { year: number; month: number }, groups: Groups): MomentReading {
  return onDate(year, month, number(groups['day']));
}

function coming(now: Now, weekday: number): MomentReading {
  return weekdayIn(now, weekday > weekdayOf(now.today) ? 0 : 1, weekday);
}

/** `next Friday` and `last Monday` are clear only where the nearest one is also the one of the next or last week. */
function steppedWeekday(groups: Groups, now: Now): MomentReading {
  const step = STEPS[groups['step'] ?? ''] ?? 0;
  const weekday = weekdayNumber(groups['weekday']);
  const today = weekdayOf(now.today);
  const doubtful = (step > 0 && weekday > today) || (step < 0 && weekday < today);
  return doubtful ? refuse('ambiguous') : weekdayIn(now, step, weekday);
}

function readHoliday(groups: Groups, now: Now): MomentReading {
  const year = groups['year'] === undefined ? now.year + (STEPS[groups['step'] ?? groups['after'] ?? 'this'] ?? 0) : Number(groups['year']);
  return holidayIn(ENGLISH_HOLIDAYS.get(groups['holiday'] ?? '') ?? '', year);
}

const spanOf = ({ year, month }: { year: number; month: number }): MomentReading => span(monthSpan(year, month));

function readClock(groups: Groups): MomentReading {
  const part = PARTS[groups['part'] ?? groups['half'] ?? groups['later'] ?? groups['after'] ?? ''] ?? null;
  const hour = number(groups['hour']);
  if (part === null && groups['minute'] === undefined && (groups['clock'] !== undefined || hour <= 12)) {
    return refuse(hour > 24 ? 'impossible' : 'ambiguous');
  }
  const digital = groups['minute'] !== undefined && (groups['hour'] ?? '').length === 2;
  return timeOfDay({ hour, minute: number(groups['minute']), second: number(groups['second']), digital }, part);
}

function readPast(groups: Groups): MomentReading {
  const said = groups['fraction'] ?? '';
  const minutes = said === 'half' ? 30 : said.includes('quarter') ? 15 : Number.parseInt(said, 10);
  const before = groups['way'] === 'to' || groups['way'] === 'before';
  const part = PARTS[groups['part'] ?? groups['half'] ?? groups['later'] ?? groups['after'] ?? ''] ?? null;
  if (part === null) return refuse('ambiguous');
  const hour = number(groups['hour']);
  const time = timeOfDay({ hour, minute: 0 }, part);
  if (time.kind !== 'time' || minutes > 59) return refuse('impossible');
  return { kind: 'time', time: time.time + (before ? -minutes : minutes) * 60 };
}

/** Reads the whole text. `text` is in NFKC and lower case. */
export function readEnglish(text: string, now: Now): MomentReading {
  const said = withDigits(
    text
      .replace(/[’`]/g, "'")
      .replace(/\s+/g, ' ')
      .replace(/^(?:on|by) /, '')
      .trim(),
  );
  if (/^(?:right )?now$/.test(said)) return { kind: 'instant', at: now.at };
  if (VAGUE.test(text) && !EXACTLY_LATER.test(said)) return refuse('vague');
  let closest: MomentReading = refuse('unknown');
  for (const { pattern, read } of DATE_FORMS) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const rest = said.slice(found[0].length).replace(/^(?:,? (?:on )?|,)/, '');
    const whole = withRest(read(found.groups ?? {}, now), found[0].endsWith('night') ? `night ${rest}`.trim() : rest);
    if (whole !== null && whole.kind !== 'refused') return whole;
    if (whole !== null && closest.kind === 'refused' && closest.why === 'unknown') closest = whole;
  }
  if (closest.kind === 'refused' && closest.why !== 'unknown') return closest;
  return readTimeFirst(said, now) ?? closest;
}

/** `3pm tomorrow`, `at 9:30 am on Friday`, or a time alone. */
function readTimeFirst(said: string, now: Now): MomentReading | null {
  const { rest: partRest, part } = takePart(said);
  if (part !== null && said.startsWith('this ')) return withRest({ kind: 'day', day: now.today }, `${part} ${partRest}`.trim());
  for (const { pattern, read } of TIME_FORMS) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const time = read(found.groups ?? {}, now);
    const rest = said.slice(found[0].length).replace(/^,? (?:on )?/, '');
    if (rest === '') return time;
    const date = readEnglish(rest, now);
    if (date.kind === 'day') return withTime(date, time);
    if (date.kind === 'refused' && date.why !== 'unknown') return date;
  }
  return null;
}

function takePart(text: string): { part: string | null; rest: string } {
  const found = PART_WORD.exec(text);
  if (found === null) return { part: null, rest: text };
  return { part: found.groups?.['part'] ?? null, rest: text.slice(found[0].length).trim() };
}

/** What follows a date: a part of the day, a time, both, or nothing; null for anything else. */
function withRest(date: MomentReading, said: string): MomentReading | null {
  if (said === '') return date;
  const { part, rest } = takePart(said);
  if (rest === '') return date;
  for (const { pattern, read } of TIME_FORMS) {
    const found = pattern.exec(rest);
    if (found?.[0].length !== rest.length) continue;
    const groups = found.groups ?? {};
    const given = groups['part'] ?? groups['half'] ?? groups['later'] ?? groups['after'];
    return withTime(date, read(part !== null && given === undefined ? { ...groups, part } : groups, nowhere));
  }
  return null;
}

const nowhere: Now = { at: 0, today: 0, year: 1970, month: 1, day: 1 };
