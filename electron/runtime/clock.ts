/** The injected clock and zone: nothing else asks the system for the time. */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** IANA name of the person's zone, such as Asia/Shanghai. */
  readonly zone: string;
}

export function systemClock(zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): Clock {
  return { now: () => Date.now(), zone };
}

/** A clock that stands still, for tests and for `decision --now`. */
export function fixedClock(at: number, zone: string): Clock {
  return { now: () => at, zone };
}

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** What a wall clock in the zone shows. Throws RangeError for an unknown zone. */
export function localTime(at: number, zone: string): LocalTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatFor(zone).formatToParts(at)) if (type !== 'literal') parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const offset = Math.round((asUtc - Math.floor(at / 1000) * 1000) / 60_000);
  return { year, month, day, hour, minute, second, weekday: new Date(asUtc).getUTCDay(), offset };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The local day as YYYY-MM-DD: the name of its note. */
export function localDay(at: number, zone: string): string {
  const { year, month, day } = localTime(at, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** ISO 8601 with the zone's offset, to the second. */
export function localIso(at: number, zone: string): string {
  const { hour, minute, second, offset } = localTime(at, zone);
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset);
  return `${localDay(at, zone)}T${two(hour)}:${two(minute)}:${two(second)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Milliseconds since a `performance.now()`, to a hundredth. */
export function elapsedSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}
