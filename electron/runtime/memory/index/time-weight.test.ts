import { expect, test } from 'vitest';
import { normalise } from '#runtime/text/runs';
import { civil, parseDay } from './day-number.ts';
import { namedPeriod } from './named-period.ts';
import { ageFactor, timeIntent, timeWeight } from './time-weight.ts';

// A Tuesday.
const TODAY = parseDay('2026-09-01');

const iso = (day: number): string => {
  const { year, month, day: date } = civil(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
};
const read = (question: string): string | null => {
  const period = namedPeriod(normalise(question), TODAY);
  return period === null ? null : `${iso(period.from)}..${iso(period.to)}`;
};

test.each([
  ['What did I do yesterday?', '2026-08-31..2026-08-31'],
  ['the day before yesterday', '2026-08-30..2026-08-30'],
  ['what did we eat last night', '2026-08-31..2026-08-31'],
  ['three days ago', '2026-08-29..2026-08-29'],
  ['two weeks ago', '2026-08-15..2026-08-21'],
  ['a month ago', '2026-08-01..2026-08-31'],
  ['in the last 10 days', '2026-08-22..2026-09-01'],
  ['last week', '2026-08-24..2026-08-30'],
  ['this week', '2026-08-31..2026-09-06'],
  ['last weekend', '2026-08-29..2026-08-30'],
  ['last month', '2026-08-01..2026-08-31'],
  ['last year', '2025-01-01..2025-12-31'],
  ['on Monday', '2026-08-31..2026-08-31'],
  ['last Tuesday', '2026-08-25..2026-08-25'],
  ['in March', '2026-03-01..2026-03-31'],
  ['in october', '2025-10-01..2025-10-31'],
  ['March 5th', '2026-03-05..2026-03-05'],
  ['5 May 2024', '2024-05-05..2024-05-05'],
  ['may 2025', '2025-05-01..2025-05-31'],
  ['on 2026-02-03', '2026-02-03..2026-02-03'],
  ['2026/2', '2026-02-01..2026-02-28'],
  ['in 2024', '2024-01-01..2024-12-31'],
  ['昨天做了什么', '2026-08-31..2026-08-31'],
  ['前天和谁开会', '2026-08-30..2026-08-30'],
  ['大前天', '2026-08-29..2026-08-29'],
  ['三天前', '2026-08-29..2026-08-29'],
  ['两周前', '2026-08-15..2026-08-21'],
  ['３个月前', '2026-06-01..2026-06-30'],
  ['最近七天', '2026-08-25..2026-09-01'],
  ['上周的会议', '2026-08-24..2026-08-30'],
  ['上个星期三', '2026-08-26..2026-08-26'],
  ['上上周', '2026-08-17..2026-08-23'],
  ['周日', '2026-08-30..2026-08-30'],
  ['上周末', '2026-08-29..2026-08-30'],
  ['上个月', '2026-08-01..2026-08-31'],
  ['本月', '2026-09-01..2026-09-30'],
  ['三月', '2026-03-01..2026-03-31'],
  ['去年三月', '2025-03-01..2025-03-31'],
  ['十二月份', '2025-12-01..2025-12-31'],
  ['三月五号', '2026-03-05..2026-03-05'],
  ['2025年10月21日', '2025-10-21..2025-10-21'],
  ['去年的计划', '2025-01-01..2025-12-31'],
  ['前年', '2024-01-01..2024-12-31'],
  ['2024年', '2024-01-01..2024-12-31'],
])('%s names %s', (question, expected) => {
  expect(read(question)).toBe(expected);
});

test.each(['you may march on', 'every Monday', '每周一到周四上班', '三个月的计划', '2月30日', 'room 2024', 'next week', '下周三', ''])(
  '%s names no past period',
  (question) => {
    expect(read(question)).toBeNull();
  },
);

const settings = { halfLifeDays: 30, floor: 0.8 };
const weigh = (question: string, day: string | null, floor = 0.8): number =>
  Number(timeWeight(day === null ? null : parseDay(day), TODAY, timeIntent(normalise(question), TODAY), { ...settings, floor }).toFixed(3));

test('age halves every half-life, and what has no day does not age', () => {
  const ages = ['2026-09-01', '2026-08-02', '2026-07-03', '2026-12-24'].map((day) => ageFactor(parseDay(day), TODAY, 30));
  expect(ages.map((age) => Number(age.toFixed(4)))).toEqual([1, 0.5, 0.25, 1]);
  expect(ageFactor(null, TODAY, 30)).toBe(1);
});

test('an old note keeps the floor, loses it when the present is asked for, and gains when its time is named', () => {
  expect({
    plain: weigh('where is the key', '2026-08-02'),
    now: [weigh('what is my current address', '2026-08-02'), weigh('现在住在哪里', '2026-08-02')],
    named: [weigh('上个月的计划', '2026-08-02'), weigh('in March', '2026-04-07'), weigh('in March', '2026-06-01')],
    undated: [weigh('what is my current address', null), weigh('昨天', null)],
    formula: [weigh('where is the key', '2026-08-02', 0), weigh('last month', '2026-08-02', 0)],
  }).toEqual({ plain: 0.9, now: [0.5, 0.5], named: [1.5, 1.25, 1], undated: [1, 1], formula: [0.5, 0.5] });
});
