/** Numbers, times and sizes as the chosen language writes them. */
import type { TFunction } from 'i18next';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(language: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { ...options, ...(zone === '' ? {} : { timeZone: zone }) });
  formatters.set(key, made);
  return made;
}

/** YYYY-MM-DD in the zone; empty means the system's. */
export function dayOf(at: number, zone: string): string {
  return formatter('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** Hours and minutes, 24 hours. */
export function clockTime(at: number, language: string, zone: string): string {
  return formatter(language, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** Day and month; the year too where it is not this one. */
export function shortDate(at: number, now: number, language: string, zone: string): string {
  const sameYear = dayOf(at, zone).slice(0, 4) === dayOf(now, zone).slice(0, 4);
  const place = language === 'en' ? 'en-GB' : language;
  return formatter(place, zone, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }).format(at);
}

export function wholeNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
}

/** Bytes in the unit that gives one to three digits; 1 KB is 1,000 bytes. */
export function byteSize(bytes: number, t: TFunction, language: string): string {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const shown = new Intl.NumberFormat(language, { maximumFractionDigits: power > 0 && value < 10 ? 1 : 0 }).format(value);
  return t(`unit.${(['b', 'kb', 'mb', 'gb'] as const)[power] ?? 'b'}`, { value: shown });
}

/** Milliseconds under a second, else seconds to a tenth. */
export function duration(ms: number, t: TFunction, language: string): string {
  if (ms < 1000) return t('unit.ms', { value: wholeNumber(Math.max(1, ms), language) });
  return t('unit.s', { value: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1000) });
}
