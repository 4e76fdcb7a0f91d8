/** Days of the year that have a name: fixed ones, ones of the Chinese calendar, and 清明. */
import { dayNumber } from './calendar.ts';
import { type MomentReading, onDay, refuse } from './moment.ts';

/** `MM-DD` of the civil calendar, `lMM-DD` of the Chinese one, or a rule by name. */
export type HolidayKey = string;

export const CHINESE_HOLIDAYS: ReadonlyMap<string, HolidayKey> = new Map([
  ['元旦节', '01-01'],
  ['元旦', '01-01'],
  ['情人节', '02-14'],
  ['三八妇女节', '03-08'],
  ['妇女节', '03-08'],
  ['植树节', '03-12'],
  ['愚人节', '04-01'],
  ['清明节', 'qingming'],
  ['清明', 'qingming'],
  ['五一劳动节', '05-01'],
  ['五一节', '05-01'],
  ['劳动节', '05-01'],
  ['五四青年节', '05-04'],
  ['青年节', '05-04'],
  ['六一儿童节', '06-01'],
  ['儿童节', '06-01'],
  ['建党节', '07-01'],
  ['建军节', '08-01'],
  ['教师节', '09-10'],
  ['十一国庆节', '10-01'],
  ['国庆节', '10-01'],
  ['国庆', '10-01'],
  ['万圣节', '10-31'],
  ['双十一', '11-11'],
  ['双11', '11-11'],
  ['光棍节', '11-11'],
  ['双十二', '12-12'],
  ['平安夜', '12-24'],
  ['圣诞节', '12-25'],
  ['圣诞', '12-25'],
  ['大年初一', 'l01-01'],
  ['正月初一', 'l01-01'],
  ['春节', 'l01-01'],
  ['元宵节', 'l01-15'],
  ['端午节', 'l05-05'],
  ['端午', 'l05-05'],
  ['七夕节', 'l07-07'],
  ['七夕', 'l07-07'],
  ['中秋节', 'l08-15'],
  ['中秋', 'l08-15'],
  ['重阳节', 'l09-09'],
  ['腊八节', 'l12-08'],
  ['大年三十', 'eve'],
  ['除夕', 'eve'],
]);

export const ENGLISH_HOLIDAYS: ReadonlyMap<string, HolidayKey> = new Map([
  ["new year's day", '01-01'],
  ['new years day', '01-01'],
  ["valentine's day", '02-14'],
  ['valentines day', '02-14'],
  ['may day', '05-01'],
  ['halloween', '10-31'],
  ['christmas eve', '12-24'],
  ['christmas day', '12-25'],
  ['christmas', '12-25'],
  ['boxing day', '12-26'],
  ["new year's eve", '12-31'],
  ['new years eve', '12-31'],
  ['chinese new year', 'l01-01'],
  ['lunar new year', 'l01-01'],
  ['spring festival', 'l01-01'],
  ['dragon boat festival', 'l05-05'],
  ['mid-autumn festival', 'l08-15'],
]);

/** The day of that name which lies in the civil year, as far as it is known. */
export function holidayIn(key: HolidayKey, year: number): MomentReading {
  if (key === 'qingming') return onDay(qingming(year));
  if (key === 'eve') {
    const newYear = chineseDay(year, 1, 1);
    return newYear === null ? refuse('impossible') : onDay(newYear - 1);
  }
  const lunar = key.startsWith('l');
  const [month = 0, day = 0] = key
    .slice(lunar ? 1 : 0)
    .split('-')
    .map(Number);
  return onDay(lunar ? chineseDay(year, month, day) : dayNumber(year, month, day));
}

/** 4 or 5 April; the usual formula, which holds for this century. */
function qingming(year: number): number | null {
  if (year < 2000 || year > 2099) return null;
  const short = year - 2000;
  return dayNumber(year, 4, Math.floor(short * 0.2422 + 4.81) - Math.floor(short / 4));
}

let format: Intl.DateTimeFormat | undefined;

/** The first day of the civil year which is that day of a Chinese month that is no leap month; null where there is none. */
function chineseDay(year: number, month: number, day: number): number | null {
  format ??= new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
  const start = dayNumber(year, 1, 1);
  if (start === null) return null;
  for (let number = start; number < start + 366; number += 1) {
    if (format.format(number * 86_400_000) === `${month}/${day}` && new Date(number * 86_400_000).getUTCFullYear() === year) return number;
  }
  return null;
}
