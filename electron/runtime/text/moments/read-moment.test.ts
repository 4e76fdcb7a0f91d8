import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, isoDay } from './calendar.ts';
import { type MomentReading, nowFrom } from './moment.ts';
import { readMoment } from './read-moment.ts';

/** A Tuesday, ten in the morning in Shanghai. */
const now = nowFrom(Date.parse('2026-04-14T10:00:00+08:00'), { year: 2026, month: 4, day: 14 });

function shown(reading: MomentReading): string {
  switch (reading.kind) {
    case 'day':
      return isoDay(reading.day);
    case 'time':
      return `T${clock(reading.time)}`;
    case 'local':
      return `${isoDay(reading.day)}T${clock(reading.time)}`;
    case 'instant':
      return new Date(reading.at + 8 * 3_600_000).toISOString().replace('.000Z', '+08:00');
    case 'span':
      return `${isoDay(reading.from)}/${isoDay(reading.to)}`;
    case 'refused':
      return reading.why;
    default:
      return reading satisfies never;
  }
}

const clock = (time: number): string =>
  new Date(time * 1000)
    .toISOString()
    .slice(11, 16)
    .replace('00:00', time === 86_400 ? '24:00' : '00:00');

const CHINESE = `
今天 2026-04-14|今日 2026-04-14|明天 2026-04-15|明日 2026-04-15|后天 2026-04-16|大后天 2026-04-17|昨天 2026-04-13|前天 2026-04-12|大前天 2026-04-11
 明天 2026-04-15|明天。 2026-04-15|本周五 2026-04-17|这周五 2026-04-17|这个星期五 2026-04-17|周五 2026-04-17|星期日 2026-04-19|礼拜天 2026-04-19|周一 ambiguous|周二 ambiguous
本周二 2026-04-14|本周一 2026-04-13|下周一 2026-04-20|下星期三 2026-04-22|下个礼拜三 2026-04-22|下周日 2026-04-26|下周天 2026-04-26|下下周一 2026-04-27|上周日 2026-04-12|上周五 2026-04-10|上上周三 2026-04-01
下周八 impossible|周九 impossible|三天后 2026-04-17|3天后 2026-04-17|３天后 2026-04-17|十天前 2026-04-04|两周前 2026-03-31|两个星期后 2026-04-28|一个月后 2026-05-14|三个月前 2026-01-14|半年后 2026-10-14|一年前 2025-04-14
半个月后 2026-04-29|过三天 2026-04-17|再过两周 2026-04-28|二十一天之后 2026-05-05|一百天后 2026-07-23
月底 2026-04-30|本月底 2026-04-30|月末 2026-04-30|下个月底 2026-05-31|下月底 2026-05-31|上月底 2026-03-31|2月底 2026-02-28|这个月最后一天 2026-04-30|年底 2026-12-31|明年年底 2027-12-31|去年年底 2025-12-31
下个月1号 2026-05-01|下月一号 2026-05-01|下个月的15号 2026-05-15|上个月三十号 2026-03-30|上个月31号 2026-03-31|本月15日 2026-04-15|下个月31号 2026-05-31|上上个月29号 impossible
4月14日 2026-04-14|４月１４日 2026-04-14|四月十四日 2026-04-14|4月14号 2026-04-14|2026年4月14日 2026-04-14|二〇二六年四月十四日 2026-04-14|二零二六年四月十四日 2026-04-14|去年4月14日 2025-04-14|明年三月一号 2027-03-01|26年4月14日 2026-04-14
十二月三十一日 2026-12-31|2月29日 impossible|2024年2月29日 2024-02-29|2026年2月30日 impossible|13月1日 impossible|4月31日 impossible|4月0日 impossible|32号 impossible|15号 2026-04-15|五号 2026-04-05
4月14日星期二 2026-04-14|4月14日（周二） 2026-04-14|4月14日星期三 impossible
去年国庆节 2025-10-01|国庆节 2026-10-01|今年国庆 2026-10-01|明年元旦 2027-01-01|2025年国庆节 2025-10-01|去年圣诞节 2025-12-25|五一 2026-05-01|明年五一 2027-05-01|劳动节 2026-05-01|春节 2026-02-17|今年中秋节 2026-09-25|去年中秋 2025-10-06|端午节 2026-06-19|除夕 2026-02-16|清明节 2026-04-05|双十一 2026-11-11
明天下午三点 2026-04-15T15:00|明早9点 2026-04-15T09:00|今晚八点半 2026-04-14T20:30|后天中午12点 2026-04-16T12:00|明天上午十点一刻 2026-04-15T10:15|明天下午3点45分 2026-04-15T15:45|昨晚十点 2026-04-13T22:00|明天15:30 2026-04-15T15:30|明天 15:30 2026-04-15T15:30|下周一上午9点 2026-04-20T09:00
4月14日下午2点 2026-04-14T14:00|2026年4月14日 15:00 2026-04-14T15:00|4月14日 10点 2026-04-14T10:00|今晚12点 2026-04-14T24:00|明天零点 2026-04-15T00:00|凌晨三点 T03:00|明天凌晨两点 2026-04-15T02:00|下午三点 T15:00|下午3点零5分 T15:05|晚上七点整 T19:00|20点30分 T20:30|二十二点 T22:00|正午 T12:00
明天三点 ambiguous|三点 ambiguous|晚上两点 ambiguous|明天3:30 ambiguous|明天03:30 2026-04-15T03:30|明天9点 2026-04-15T09:00|中午一点 T13:00|周五下午三点 2026-04-17T15:00|三天后下午3点 2026-04-17T15:00|明天25点 impossible|明天下午三点七十分 impossible|早上15点 impossible|周一一点 ambiguous|明晚8点 2026-04-15T20:00|2026-04-14 下午3点 2026-04-14T15:00|2026-04-14 星期二 2026-04-14|大前天晚上8点 2026-04-11T20:00|上个星期天 2026-04-12|12月25日晚上八点 2026-12-25T20:00|周日晚上 2026-04-19
明天早上 2026-04-15|今晚 2026-04-14|昨天晚上 2026-04-13|现在 2026-04-14T10:00:00+08:00|半小时后 2026-04-14T10:30:00+08:00|两个小时后 2026-04-14T12:00:00+08:00|一个半小时后 2026-04-14T11:30:00+08:00|十分钟前 2026-04-14T09:50:00+08:00|1小时30分钟后 2026-04-14T11:30:00+08:00|一刻钟后 2026-04-14T10:15:00+08:00|十五小时后 2026-04-15T01:00:00+08:00
改天 vague|过几天 vague|几天后 vague|最近 vague|有空的时候 vague|月初 vague|下个月中旬 vague|明天左右 vague|下次 vague|尽快 vague
下周 2026-04-20/2026-04-26|上个月 2026-03-01/2026-03-31|明年 2027-01-01/2027-12-31|周末 2026-04-18/2026-04-19|5号到8号 2026-04-05/2026-04-08|4月5日到8日 2026-04-05/2026-04-08|4月28日至5月2日 2026-04-28/2026-05-02|下个月1号到3号 2026-05-01/2026-05-03|明天到后天 2026-04-15/2026-04-16|8号到5号 impossible
你好 unknown|明天去北京 unknown|每天 unknown|不是明天 unknown|十一点 T11:00|今天或明天 unknown|五天 unknown`;

const ENGLISH = `
today=2026-04-14|tomorrow=2026-04-15|Tomorrow=2026-04-15|yesterday=2026-04-13|the day after tomorrow=2026-04-16|day before yesterday=2026-04-12|tonight=2026-04-14
next Monday=2026-04-20|next Tuesday=2026-04-21|next Friday=ambiguous|last Sunday=2026-04-12|last Friday=2026-04-10|last Monday=ambiguous|this Friday=2026-04-17|Friday=2026-04-17|on Friday=2026-04-17|Monday=ambiguous|Tue=ambiguous|Sat=2026-04-18|coming Monday=2026-04-20|this coming Sunday=2026-04-19
Friday next week=2026-04-24|next week Friday=2026-04-24|Monday last week=2026-04-06|Wednesday of next week=2026-04-22
in 3 days=2026-04-17|in three days=2026-04-17|3 days ago=2026-04-11|two weeks ago=2026-03-31|in a week=2026-04-21|a week from today=2026-04-21|a month ago=2026-03-14|in 2 months=2026-06-14|a year ago=2025-04-14|three days from now=2026-04-17|3 days later=2026-04-17|in a fortnight=2026-04-28|twenty-one days from now=2026-05-05
Apr 14, 2026=2026-04-14|April 14, 2026=2026-04-14|14 April 2026=2026-04-14|14th of April 2026=2026-04-14|April 14th=2026-04-14|14 Apr=2026-04-14|Sept 3=2026-09-03|Tuesday, April 14, 2026=2026-04-14|Wednesday, April 14, 2026=impossible|Dec. 25=2026-12-25|Feb 30=impossible|February 29, 2026=impossible|Feb 29 2024=2024-02-29|April 31=impossible|the fifth of May=2026-05-05|March twenty-first=2026-03-21|May 5=2026-05-05
the 15th=2026-04-15|on the 15th=2026-04-15|the 1st of next month=2026-05-01|next month on the 1st=2026-05-01|end of the month=2026-04-30|the end of next month=2026-05-31|last day of this month=2026-04-30|end of February=2026-02-28|end of the year=2026-12-31|month end=2026-04-30|the first day of next month=2026-05-01|the 31st of last month=2026-03-31|the 32nd=impossible
tomorrow at 3pm=2026-04-15T15:00|tomorrow 3 pm=2026-04-15T15:00|3pm tomorrow=2026-04-15T15:00|at 9:30 am on Friday=2026-04-17T09:30|tomorrow at 15:00=2026-04-15T15:00|Friday 9am=2026-04-17T09:00|tomorrow morning at 9=2026-04-15T09:00|tonight at 8=2026-04-14T20:00|tonight at 8:30=2026-04-14T20:30|yesterday evening at 7:15=2026-04-13T19:15|tomorrow at noon=2026-04-15T12:00|noon=T12:00|3 p.m.=T15:00|12am tomorrow=2026-04-15T00:00|12pm=T12:00|8 in the evening=T20:00|8 o'clock in the morning=T08:00|half past eight in the evening=T20:30|quarter to nine am=T08:45|April 14 at 2:30pm=2026-04-14T14:30|next Monday 3pm=2026-04-20T15:00
tomorrow at 3=ambiguous|at 3 o'clock=ambiguous|midnight=ambiguous|half past eight=ambiguous|tomorrow at 25:00=impossible|13pm=impossible|tomorrow at 3:75 pm=impossible|tomorrow at 3:30=ambiguous|tomorrow at 03:30=2026-04-15T03:30|tomorrow at 9:30=2026-04-15T09:30
tomorrow morning=2026-04-15|this evening=2026-04-14|now=2026-04-14T10:00:00+08:00|last night=2026-04-13|last night at 9=2026-04-13T21:00|2026-04-15 3pm=2026-04-15T15:00|noon tomorrow=2026-04-15T12:00|tomorrow afternoon at 3=2026-04-15T15:00|Mon, 20 Apr 2026=2026-04-20|April 14, 2026 3:30 PM=2026-04-14T15:30|in half an hour=2026-04-14T10:30:00+08:00|in 2 hours=2026-04-14T12:00:00+08:00|10 minutes ago=2026-04-14T09:50:00+08:00|an hour ago=2026-04-14T09:00:00+08:00|in 30 seconds=2026-04-14T10:00:30+08:00
Christmas=2026-12-25|last year's Christmas=2025-12-25|Christmas 2025=2025-12-25|Christmas Eve=2026-12-24|New Year's Day 2027=2027-01-01|Chinese New Year=2026-02-17
soon=vague|sometime=vague|in a few days=vague|in a couple of weeks=vague|around Friday=vague|later=vague|one day=vague
next week=2026-04-20/2026-04-26|last month=2026-03-01/2026-03-31|this weekend=2026-04-18/2026-04-19|April 5 to April 8=2026-04-05/2026-04-08|next year=2027-01-01/2027-12-31|April=2026-04-01/2026-04-30
hello=unknown|every day=unknown|tomorrow or Friday=unknown|not tomorrow=unknown|Smarch 5=unknown`;

const DIGITS = `
2026-04-14=2026-04-14|2026-4-14=2026-04-14|2026/4/14=2026-04-14|2026.4.14=2026-04-14|20260414=2026-04-14|２０２６－０４－１４=2026-04-14|4/14=2026-04-14|14/4=2026-04-14|4/14/2026=2026-04-14|14/04/2026=2026-04-14|04/05/2026=ambiguous|4/5=ambiguous|5/5=2026-05-05
2026-04-14T02:00:00Z=2026-04-14T10:00:00+08:00|2026-04-13T20:00:00Z=2026-04-14T04:00:00+08:00|2026-04-14T10:00:00+08:00=2026-04-14T10:00:00+08:00|2026-04-14T10:00=2026-04-14T10:00|2026-04-14 10:00=2026-04-14T10:00|2026/4/14 9:05=2026-04-14T09:05|2026-04-14T10:00:00.123Z=2026-04-14T18:00:00+08:00|2026-04-13T22:00:00-0400=2026-04-14T10:00:00+08:00|15:30=T15:30
2026-02-30=impossible|2026-13-01=impossible|0000-00-00=impossible|9999999999999999=impossible|99999-01-01=unknown|2026-04-14T25:00:00Z=impossible|2026-04-14T10:61=impossible|2026-04-14T10:00:00+25:00=impossible|1776132000=impossible|2026-00-10=impossible|2026-04-00=impossible|0001-01-01=impossible|9999-12-31=impossible|14=impossible
../../SOUL=malformed|2026-04-14/../../x=malformed|/etc/passwd=malformed|~/x=malformed|C:\\x=malformed|2026-04-14/x=malformed|<b>=malformed|$(date)=malformed|2026-04-14\u0000=malformed`;

const rows = (table: string, split: (cell: string) => [string, string]): [string, string][] => table.trim().split(/[|\n]/).map(split);
const atLastSpace = (cell: string): [string, string] => [cell.slice(0, cell.lastIndexOf(' ')), cell.slice(cell.lastIndexOf(' ') + 1)];
const atEquals = (cell: string): [string, string] => [cell.slice(0, cell.lastIndexOf('=')), cell.slice(cell.lastIndexOf('=') + 1)];

describe.each([
  ['Chinese', rows(CHINESE, atLastSpace)],
  ['English', rows(ENGLISH, atEquals)],
  ['digits', rows(DIGITS, atEquals)],
])('%s', (_language, table) => {
  test.each(table)('%s is read as %s', async (written, expected) => {
    expect(shown(await readMoment(written, now))).toBe(expected);
  });
});

test('nothing is said as nothing, also in white space of other scripts', async () => {
  for (const blank of ['', '  ', '\u3000', '。']) expect(shown(await readMoment(blank, now))).toBe('empty');
});

const words = [
  '明天',
  '下',
  '周',
  '三',
  '点',
  '半',
  '后',
  '前',
  '月',
  '日',
  '号',
  '年',
  '到',
  '晚',
  '9',
  '12',
  '31',
  ' ',
  ':',
  '-',
  '/',
  'next',
  'monday',
  'at',
  'pm',
  'of',
  'in',
  'days',
  'ago',
  'may',
  '的',
  '上',
  '大',
  '2026',
];

test('any mixture of known words is read as a real moment or refused, at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 14 }), async (parts) => {
      const reading = await readMoment(parts.join(''), now);
      if (reading.kind === 'day' || reading.kind === 'local') expect(isoDay(reading.day)).toMatch(/^(19|20|21)\d\d-[01]\d-[0-3]\d$/);
      if (reading.kind === 'time' || reading.kind === 'local') expect(reading.time >= 0 && reading.time <= 86_400).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('every real day comes back from its written forms, and no other day does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1900, max: 2199 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
      async (year, month, day) => {
        const number = dayNumber(year, month, day);
        const expected = number === null ? 'impossible' : isoDay(number);
        const two = (value: number): string => String(value).padStart(2, '0');
        for (const form of [`${year}-${two(month)}-${two(day)}`, `${year}/${month}/${day}`, `${year}年${month}月${day}日`]) {
          expect(shown(await readMoment(form, now))).toBe(expected);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('text of any kind never throws and never hangs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      await readMoment(text, now);
    }),
    { numRuns: 2000 },
  );
  await readMoment('一'.repeat(1_000_000), now);
  await readMoment(`${'1 '.repeat(100)}`, now);
});
