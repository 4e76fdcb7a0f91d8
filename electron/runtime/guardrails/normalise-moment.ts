/** Turns words for a date or a time into ISO 8601 in the person's zone, or says why it cannot. */
import { localIso, localTime } from '#runtime/clock';
import { isoDay, two } from '#runtime/text/moments/calendar';
import { type MomentReading, type MomentRefusal, nowFrom } from '#runtime/text/moments/moment';
import { readMoment } from '#runtime/text/moments/read-moment';

/** Formats of JSON Schema whose values may be said in words. `moment` takes a date or a date-time, `moment-range` two days. */
export const MOMENT_FORMATS = ['moment', 'date', 'date-time', 'time', 'moment-range'] as const;
export type MomentFormat = (typeof MOMENT_FORMATS)[number];

export interface MomentSetting {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

export type MomentText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: MomentRefusal };

const DAY = 86_400_000;

export function isMomentFormat(format: unknown): format is MomentFormat {
  return MOMENT_FORMATS.some((known) => known === format);
}

/** Never rejects for what is written; rejects with RangeError for an unknown zone. */
export async function momentText(written: string, format: MomentFormat, { now, zone }: MomentSetting): Promise<MomentText> {
  const reading = await readMoment(written, nowFrom(now, localTime(now, zone)));
  if (reading.kind === 'refused') return { ok: false, why: reading.why };
  const today = nowFrom(now, localTime(now, zone)).today;
  switch (format) {
    case 'moment':
      return reading.kind === 'day' ? { ok: true, text: isoDay(reading.day) } : dateTime(reading, today, zone);
    case 'date-time':
      return dateTime(reading, today, zone);
    case 'date':
      return dateOnly(reading, zone);
    case 'time': {
      if (reading.kind === 'day' || reading.kind === 'local') return { ok: false, why: 'ambiguous' };
      const whole = dateTime(reading, today, zone);
      return whole.ok ? { ok: true, text: whole.text.slice('YYYY-MM-DDT'.length) } : whole;
    }
    case 'moment-range': {
      if (reading.kind === 'span') return { ok: true, text: `${isoDay(reading.from)}/${isoDay(reading.to)}` };
      const day = dateOnly(reading, zone);
      return day.ok ? { ok: true, text: `${day.text}/${day.text}` } : day;
    }
    default:
      return format satisfies never;
  }
}

function dateOnly(reading: MomentReading, zone: string): MomentText {
  if (reading.kind === 'day' || reading.kind === 'local') return { ok: true, text: isoDay(reading.day) };
  if (reading.kind === 'instant') return { ok: true, text: localIso(reading.at, zone).slice(0, 10) };
  return { ok: false, why: reading.kind === 'span' ? 'span' : 'ambiguous' };
}

function dateTime(reading: MomentReading, today: number, zone: string): MomentText {
  switch (reading.kind) {
    case 'instant':
      return Number.isFinite(reading.at) && Math.abs(reading.at) < 7.3e12
        ? { ok: true, text: localIso(reading.at, zone) }
        : { ok: false, why: 'impossible' };
    case 'local':
      return atWallClock(reading.day, reading.time, zone);
    case 'time':
      return atWallClock(today, reading.time, zone);
    case 'day':
      return { ok: false, why: 'ambiguous' };
    case 'span':
      return { ok: false, why: 'span' };
    case 'refused':
      return { ok: false, why: reading.why };
    default:
      return reading satisfies never;
  }
}

/** A wall clock that stands at this time; where it does so twice the first is meant, where it never does nothing is. */
function atWallClock(day: number, time: number, zone: string): MomentText {
  const wall = day * DAY + time * 1000;
  const wanted = `${isoDay(Math.floor(wall / DAY))}T${clock(((time % 86_400) + 86_400) % 86_400)}`;
  const offsets = [localTime(wall - DAY, zone).offset, localTime(wall + DAY, zone).offset];
  for (const offset of offsets) {
    const text = localIso(wall - offset * 60_000, zone);
    if (text.startsWith(wanted)) return { ok: true, text };
  }
  return { ok: false, why: 'impossible' };
}

const clock = (time: number): string => `${two(Math.floor(time / 3600))}:${two(Math.floor(time / 60) % 60)}:${two(time % 60)}`;
