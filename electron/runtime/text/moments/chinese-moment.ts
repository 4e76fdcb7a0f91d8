/** Dates and times in Chinese words, by a table of forms; what no form covers whole is not read. */
import { civilDate, daysInMonth, monthSpan, shiftMonth } from './calendar.ts';
import { withDigits } from './chinese-numerals.ts';
import { DAYS, PARTS, UNITS, YEARS } from './chinese-words.ts';
import { timeOfDay } from './day-part.ts';
import { CHINESE_HOLIDAYS, holidayIn } from './holidays.ts';
import {
  away,
  bareWeekday,
  type MomentReading,
  type Now,
  onDate,
  refuse,
  span,
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

const words = (table: object): string =>
  Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join('|');
const number = (text: string | undefined, missing = 0): number => (text === undefined || text === '' ? missing : Number(text));
/** 上上 -> -2, 上 -> -1, 这 -> 0, 下 -> 1, 下下 -> 2. */
const step = (text: string | undefined): number => {
  const count = [...(text ?? '')].filter((sign) => sign === '上' || sign === '下').length;
  return text?.startsWith('上') === true ? -count : count;
};

const STEP = '(?<step>上上个?|上个?|这个?|本|当|下下个?|下个?)';
const WEEK = '(?:周|星期|礼拜)';
const YEAR = `(?:(?<year>\\d{4})年|(?<shortYear>\\d{2})年|(?<yearWord>${words(YEARS)}))?`;
const MONTH = `(?:(?<month>\\d{1,2})月份?|${STEP}月)`;
const LAST = '(?:底|末|的?最后1天)';

function yearOf(groups: Groups, now: Now): number {
  if (groups['year'] !== undefined) return Number(groups['year']);
  if (groups['shortYear'] !== undefined) return 2000 + Number(groups['shortYear']);
  return now.year + (YEARS[groups['yearWord'] ?? ''] ?? 0);
}

function monthOf(groups: Groups, now: Now): { year: number; month: number } | null {
  if (groups['month'] !== undefined) return { year: yearOf(groups, now), month: number(groups['month']) };
  const said = groups['year'] ?? groups['shortYear'] ?? groups['yearWord'];
  return said === undefined ? shiftMonth(now, step(groups['step'])) : null;
}

function inMonth(groups: Groups, now: Now, read: (year: number, month: number) => MomentReading): MomentReading {
  const found = monthOf(groups, now);
  if (found === null) return refuse('ambiguous');
  return found.month < 1 || found.month > 12 ? refuse('impossible') : read(found.year, found.month);
}

/** Forms of a day, the longer before the shorter. `{...}` stands for a holiday and `<n>` for a weekday. */
const DATE_FORMS: readonly Form[] = form([
  [`(?:再过|过)?(?<amount>\\d+(?:\\.\\d)?|半)个?(?<half>半)?(?<unit>天|日|周|星期|礼拜|月|年)(?:以|之)?(?<side>后|前)`, readAway],
  [`(?:再过|过)(?<amount>\\d+)个?(?<unit>天|日|周|星期|礼拜|月|年)`, readAway],
  [
    '(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})',
    (groups) => onDate(number(groups['year']), number(groups['month']), number(groups['day'])),
  ],
  [`${YEAR}的?\\{(?<holiday>[^}]+)\\}(?:那天|当天)?`, (groups, now) => holidayIn(groups['holiday'] ?? '', yearOf(groups, now))],
  [
    `${YEAR}的?${MONTH}的?(?<day>\\d{1,3})[日号]?`,
    (groups, now) => inMonth(groups, now, (year, month) => onDate(year, month, number(groups['day']))),
  ],
  [`${YEAR}的?${MONTH}${LAST}`, (groups, now) => inMonth(groups, now, (year, month) => onDate(year, month, daysInMonth(year, month)))],
  [`${YEAR}的?${MONTH}(?:初|中旬?|上旬|下旬)`, () => refuse('vague')],
  [`${YEAR}的?${MONTH}`, (groups, now) => inMonth(groups, now, (year, month) => span(monthSpan(year, month)))],
  [`${YEAR}(?:年?底|年?末|岁末)`, (groups, now) => onDate(yearOf(groups, now), 12, 31)],
  [`(?<year>\\d{4})年|(?<yearWord>${words(YEARS)})`, (groups, now) => yearSpan(yearOf(groups, now))],
  ['月[底末]', (_groups, now) => onDate(now.year, now.month, daysInMonth(now.year, now.month))],
  [`(?:[月年]初|月中|年中)`, () => refuse('vague')],
  [`${STEP}${WEEK}末|周末`, (groups, now) => weekendSpan(now, step(groups['step']))],
  [`${STEP}<(?<weekday>\\d+)>`, (groups, now) => weekdayIn(now, step(groups['step']), number(groups['weekday']))],
  [`<(?<weekday>\\d+)>`, (groups, now) => bareWeekday(now, number(groups['weekday']))],
  [`${STEP}${WEEK}`, (groups, now) => weekSpan(now, step(groups['step']))],
  [`(?<word>${words(DAYS)})`, (groups, now) => ({ kind: 'day', day: now.today + (DAYS[groups['word'] ?? ''] ?? 0) })],
  [`(?<day>\\d{1,3})[日号]`, (groups, now) => onDate(now.year, now.month, number(groups['day']))],
]);

const CLOCK = `(?<hour>\\d{1,2})(?:点钟?|时)(?:(?<half>半)|(?<quarter>[13])刻|整|[过零]?(?<minute>\\d{1,2})分?)?`;
const DIGITAL = `(?<hour>\\d{1,2})[:](?<minute>\\d{2})(?:[:](?<second>\\d{2}))?`;
const TIME_FORMS: readonly Form[] = form([
  [`(?<part>${words(PARTS)})?的?${CLOCK}`, (groups) => readClock(groups, false)],
  [`(?<part>${words(PARTS)})?的?${DIGITAL}`, (groups) => readClock(groups, (groups['hour'] ?? '').length === 2)],
  ['正午', () => timeOfDay({ hour: 12, minute: 0 }, 'noon')],
]);
/** From now, to the second. */
const INSTANT_FORMS: readonly Form[] = form([
  ['现在|此刻|此时|当前|目前|刚刚', (_groups, now) => ({ kind: 'instant', at: now.at })],
  [
    `(?:再过|过)?(?<hours>\\d+)个?(?:小时|钟头)[零又]?(?<minutes>\\d+)分钟?(?:以|之)?(?<side>后|前)`,
    (groups, now) => away(now, (number(groups['hours']) * 60 + number(groups['minutes'])) * sign(groups), 'minute'),
  ],
  [`(?:再过|过)?(?<amount>\\d+(?:\\.\\d)?|半)个?(?<half>半)?(?<unit>小时|钟头|分钟?|秒钟?)(?:以|之)?(?<side>后|前)`, readAway],
  [`(?:再过|过)(?<amount>\\d+|半)个?(?<half>半)?(?<unit>小时|钟头|分钟|秒钟)`, readAway],
  [`(?<quarters>\\d)刻钟(?:以|之)?(?<side>后|前)`, (groups, now) => away(now, number(groups['quarters']) * 15 * sign(groups), 'minute')],
]);
const VAGUE =
  /改天|过几天|几天|最近|近期|以后再|回头|有空|某天|哪天|不久|尽快|稍后|晚点|很快|将来|前些|前几|上次|下次|左右|大概|大约|前后|一会/;
const PART_ONLY = new RegExp(`^(?:${words(PARTS)})$`);

function form(rows: readonly (readonly [string, Form['read']])[]): Form[] {
  return rows.map(([pattern, read]) => ({ pattern: new RegExp(`^(?:${pattern})`), read }));
}

const sign = (groups: Groups): number => (groups['side'] === '前' ? -1 : 1);

function readAway(groups: Groups, now: Now): MomentReading {
  const amount = (groups['amount'] === '半' ? 0.5 : number(groups['amount'])) + (groups['half'] === undefined ? 0 : 0.5);
  return away(now, amount * sign(groups), UNITS[groups['unit'] ?? ''] ?? 'day');
}

function readClock(groups: Groups, digital: boolean): MomentReading {
  const minute =
    groups['half'] !== undefined ? 30 : groups['quarter'] !== undefined ? number(groups['quarter']) * 15 : number(groups['minute']);
  const part = PARTS[groups['part'] ?? ''] ?? null;
  return timeOfDay({ hour: number(groups['hour']), minute, second: number(groups['second']), digital }, part);
}

/** Weekdays and holidays get marks first, so that their numerals are not taken for numbers. */
function marked(text: string): string {
  let out = text.replace(/(\d)\s+(?=\d)/g, '$1,').replace(/\s+/g, '');
  for (const [name, key] of CHINESE_HOLIDAYS) out = out.replaceAll(name, `{${key}}`);
  out = out.replace(
    /(^|[今去前明后]年)(五一|十一)$/,
    (_all, year: string, name: string) => `${year}{${name === '五一' ? '05-01' : '10-01'}}`,
  );
  out = out.replace(/(?:周|星期|礼拜)([一二三四五六七八九日天1-9])/g, (_all, day: string) => `<${weekdayNumber(day)}>`);
  return withDigits(out);
}

function weekdayNumber(sign: string): number {
  if (sign === '日' || sign === '天') return 7;
  return /\d/.test(sign) ? Number(sign) : '一二三四五六七八九'.indexOf(sign) + 1;
}

/** Reads the whole text. `text` is in NFKC. */
export function readChinese(text: string, now: Now): MomentReading {
  const said = marked(text);
  if (VAGUE.test(said)) return refuse('vague');
  for (const { pattern, read } of INSTANT_FORMS) {
    const found = pattern.exec(said);
    if (found?.[0].length === said.length) return read(found.groups ?? {}, now);
  }
  let closest: MomentReading = refuse('unknown');
  for (const { pattern, read } of DATE_FORMS) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const date = read(found.groups ?? {}, now);
    const rest = said.slice(found[0].length).replace(/^[的,在]/, '');
    const whole = rest === '' || PART_ONLY.test(rest) ? date : withRest(date, rest);
    if (whole !== null && whole.kind !== 'refused') return whole;
    if (whole !== null && closest.kind === 'refused' && closest.why === 'unknown') closest = whole;
  }
  return closest.kind === 'refused' && closest.why !== 'unknown' ? closest : (readTime(said) ?? closest);
}

/** A date followed by a time, or by the weekday that it is said to be. */
function withRest(date: MomentReading, rest: string): MomentReading | null {
  const weekday = /^[(]?<(\d)>[)]?(.*)$/.exec(rest);
  if (weekday !== null && date.kind === 'day') {
    const [, said, more = ''] = weekday;
    const fits = ((date.day + 3) % 7) + 1 === Number(said);
    if (!fits) return refuse('impossible');
    return more === '' || PART_ONLY.test(more) ? date : withRest(date, more);
  }
  const time = readTime(rest);
  return time === null ? null : withTime(date, time);
}

function readTime(said: string): MomentReading | null {
  for (const { pattern, read } of TIME_FORMS) {
    const found = pattern.exec(said);
    if (found?.[0].length === said.length) return read(found.groups ?? {}, { ...civilDate(0), at: 0, today: 0 });
  }
  return null;
}
