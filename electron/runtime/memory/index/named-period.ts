/** Reads a named period out of a question in English or Chinese: yesterday, last week, in March, 去年, 三月五号. */
import { civil, type Day, dayNumber, weekdayOf } from './day-number.ts';

export interface Period {
  /** First and last day, inclusive. */
  readonly from: Day;
  readonly to: Day;
  /** The words that name it, as they stand in the normalised question. */
  readonly words: string;
  /** true when the words only make sense on the day they are said: then a note is not sought by them. */
  readonly relative: boolean;
}

type Span = readonly [from: Day, to: Day] | null;
type Groups = Readonly<Record<string, string | undefined>>;
interface Rule {
  readonly pattern: RegExp;
  readonly relative: boolean;
  span(groups: Groups, today: Day): Span;
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
// A month that is also an everyday word counts only where a number or one of these stands beside it.
const SURE_MONTH = `(?:(?:in|of|during|since|early|late|mid|this|last) ${MONTH}|(?<only>${MONTHS.filter((name) => name !== 'march' && name !== 'may').join('|')}))`;
const N = '(?<n>\\d{1,3}|[零一二两三四五六七八九十]{1,3})';
const ZH_MONTH = '(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月';
const ZH_DAY = '(?<day>3[01]|[12]\\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])[日号]';

/** Digits, English words to twelve, Chinese numerals to ninety-nine. */
function count(word: string | undefined): number {
  if (word === undefined) return 1;
  if (/^\d+$/.test(word)) return Number(word);
  if (COUNTS.includes(word)) return COUNTS.indexOf(word);
  if (word === 'a' || word === 'an') return 1;
  if (word === 'a couple of') return 2;
  if (word === 'a few') return 3;
  const digit = (text: string): number => (text === '两' ? 2 : '零一二三四五六七八九'.indexOf(text));
  if (!word.includes('十')) return digit(word);
  const [tens = '', ones = ''] = word.split('十');
  return (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones));
}

const monthOf = (word: string): number => (MONTHS.includes(word) ? MONTHS.indexOf(word) + 1 : count(word));
const wholeMonth = (year: number, month: number): Span => [dayNumber(year, month, 1), dayNumber(year, month + 1, 0)];
const wholeYear = (year: number): Span => [dayNumber(year, 1, 1), dayNumber(year, 12, 31)];
const week = (today: Day, back: number): Span => [today - weekdayOf(today) - 7 * back, today - weekdayOf(today) - 7 * back + 6];

function unitBack(unit: string, n: number, today: Day): Span {
  const { year, month } = civil(today);
  if (/^(day|天|日)/.test(unit)) return [today - n, today - n];
  if (/^(week|周|星期|礼拜)/.test(unit)) return [today - 7 * n - 3, today - 7 * n + 3];
  return /^(month|月)/.test(unit) ? wholeMonth(year, month - n) : wholeYear(year - n);
}

function lastUnits(unit: string, n: number, today: Day): Span {
  const { year, month, day } = civil(today);
  if (/^(day|天|日)/.test(unit)) return [today - n, today];
  if (/^(week|周|星期|礼拜)/.test(unit)) return [today - 7 * n, today];
  return /^(month|月)/.test(unit) ? [dayNumber(year, month - n, day), today] : [dayNumber(year - n, month, day), today];
}

function wholeUnit(unit: string, back: number, today: Day): Span {
  const { year, month } = civil(today);
  if (unit === 'weekend') return [today - weekdayOf(today) - 7 * back + 5, today - weekdayOf(today) - 7 * back + 6];
  if (/^(week|周|星期|礼拜)/.test(unit)) return week(today, back);
  return /^(month|月)/.test(unit) ? wholeMonth(year, month - back) : wholeYear(year - back);
}

/** A month, or a day of it; without a year the latest that is not to come. null for a day that the month has not. */
function monthOrDay(yearText: string | undefined, monthText: string, dayText: string | undefined, today: Day): Span {
  const now = civil(today);
  const month = monthOf(monthText);
  const day = dayText === undefined ? undefined : count(dayText);
  const ahead = month > now.month || (month === now.month && day !== undefined && day > now.day);
  const year = yearText === undefined ? now.year - (ahead ? 1 : 0) : Number(yearText);
  if (month < 1 || month > 12) return null;
  if (day === undefined) return wholeMonth(year, month);
  const at = dayNumber(year, month, day);
  return civil(at).month === month ? [at, at] : null;
}

/** The latest such weekday, today included unless `before`. */
function latestWeekday(weekday: number, today: Day, before: boolean): Span {
  const back = (weekdayOf(today) - weekday + 7) % 7;
  const at = today - (back === 0 && before ? 7 : back);
  return [at, at];
}

const relativeYear = (word: string | undefined, today: Day): string | undefined => {
  const back = word === '前年' ? 2 : word === '去年' || word === 'last year' ? 1 : 0;
  return word === undefined ? undefined : String(civil(today).year - back);
};

const days = (pattern: string, back: number): Rule => ({
  pattern: new RegExp(pattern, 'u'),
  relative: true,
  span: (_, today) => [today - back, today - back],
});

const RULES: readonly Rule[] = [
  days('\\bday before yesterday\\b|(?<!大)前天', 2),
  days('大前天', 3),
  days('\\byesterday\\b|\\blast night\\b|昨[天日晚夜]', 1),
  days('\\btoday\\b|\\btonight\\b|\\bthis (?:morning|afternoon|evening)\\b|今[天日晚早晨]', 0),
  {
    pattern:
      /\b(?<n>\d{1,3}|an?|a few|a couple of|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?<unit>day|week|month|year)s? ago\b/u,
    relative: true,
    span: ({ n, unit = '' }, today) => unitBack(unit, count(n), today),
  },
  {
    pattern: new RegExp(`${N}个?(?<unit>天|日|周|星期|礼拜|月|年)(?:以|之)?前`, 'u'),
    relative: true,
    span: ({ n, unit = '' }, today) => unitBack(unit, count(n), today),
  },
  {
    pattern:
      /\b(?:last|past|previous) (?<n>\d{1,3}|few|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?<unit>day|week|month|year)s\b/u,
    relative: true,
    span: ({ n, unit = '' }, today) => lastUnits(unit, n === 'few' ? 3 : count(n), today),
  },
  {
    pattern: new RegExp(`(?:最近|过去|近)(?:的)?${N}个?(?<unit>天|日|周|星期|礼拜|月|年)`, 'u'),
    relative: true,
    span: ({ n, unit = '' }, today) => lastUnits(unit, count(n), today),
  },
  {
    pattern: /(?<year>(?:19|20)\d{2})[-/.](?<month>1[0-2]|0?[1-9])(?:[-/.](?<day>3[01]|[12]\d|0?[1-9]))?(?!\d)/u,
    relative: false,
    span: ({ year, month = '', day }, today) => monthOrDay(year, month, day, today),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (?<day>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?\\b(?:,? (?<year>(?:19|20)\\d{2})\\b)?`, 'u'),
    relative: false,
    span: ({ year, month = '', day }, today) => monthOrDay(year, month, day, today),
  },
  {
    pattern: new RegExp(`\\b(?<day>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)? (?:of )?${MONTH}\\b(?:,? (?<year>(?:19|20)\\d{2})\\b)?`, 'u'),
    relative: false,
    span: ({ year, month = '', day }, today) => monthOrDay(year, month, day, today),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (?:of )?(?<year>(?:19|20)\\d{2}|last year|this year)\\b`, 'u'),
    relative: false,
    span: ({ year = '', month = '' }, today) => monthOrDay(/^\d/.test(year) ? year : relativeYear(year, today), month, undefined, today),
  },
  {
    pattern: new RegExp(`\\b${SURE_MONTH}\\b`, 'u'),
    relative: false,
    span: ({ month, only }, today) => monthOrDay(undefined, month ?? only ?? '', undefined, today),
  },
  {
    pattern: new RegExp(`(?<year>(?:19|20)\\d{2})年${ZH_MONTH}(?:份|${ZH_DAY})?`, 'u'),
    relative: false,
    span: ({ year, month = '', day }, today) => monthOrDay(year, month, day, today),
  },
  {
    pattern: new RegExp(`(?<year>[去前今]年)?(?<!\\d)${ZH_MONTH}(?:份|${ZH_DAY})?`, 'u'),
    relative: false,
    span: ({ year, month = '', day }, today) => monthOrDay(relativeYear(year, today), month, day, today),
  },
  {
    pattern: /(?<![下每到至])(?<which>上上|上|这|本)?个?(?:周|星期|礼拜)(?<day>[一二三四五六日天])(?![天周个到至])/u,
    relative: true,
    span: ({ which, day = '' }, today) => {
      const weekday = Math.min('一二三四五六日天'.indexOf(day), 6);
      if (which === undefined) return latestWeekday(weekday, today, false);
      const monday = today - weekdayOf(today) - 7 * (which === '上上' ? 2 : which === '上' ? 1 : 0);
      return [monday + weekday, monday + weekday];
    },
  },
  {
    pattern: new RegExp(`(?<!\\b(?:every|each|next) )\\b(?:(?<last>last) )?(?<day>${WEEKDAYS.join('|')})\\b`, 'u'),
    relative: true,
    span: ({ last, day = '' }, today) => latestWeekday(WEEKDAYS.indexOf(day), today, last !== undefined),
  },
  {
    pattern: /\b(?<which>last|past|previous|this) (?<unit>weekend|week|month|year)\b/u,
    relative: true,
    span: ({ which, unit = '' }, today) =>
      which === 'past' ? lastUnits(unit, 1, today) : wholeUnit(unit, which === 'this' ? 0 : 1, today),
  },
  {
    pattern: /(?<which>上上|上|这|本|当)个?(?<unit>周末|周|星期|礼拜|月)/u,
    relative: true,
    span: ({ which, unit = '' }, today) =>
      wholeUnit(unit === '周末' ? 'weekend' : unit, which === '上上' ? 2 : which === '上' ? 1 : 0, today),
  },
  {
    pattern: /(?<year>[去前今]年)/u,
    relative: true,
    span: ({ year }, today) => wholeYear(Number(relativeYear(year, today))),
  },
  {
    pattern: /(?:\b(?:in|of|during|since) (?<en>(?:19|20)\d{2})\b)|(?<!\d)(?<zh>(?:19|20)\d{2})年/u,
    relative: false,
    span: ({ en, zh }) => wholeYear(Number(en ?? zh)),
  },
];

/** The first period that the normalised question names, else null. `today` is the person's local day. */
export function namedPeriod(question: string, today: Day): Period | null {
  const text = question.slice(0, 2000);
  for (const { pattern, relative, span } of RULES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const found = span(match.groups ?? {}, today);
    if (found !== null) return { from: found[0], to: found[1], words: match[0], relative };
  }
  return null;
}
