/** Sorts conversations into pinned, today, yesterday and earlier, by the day on the person's wall. */
import type { Session } from '#shared/schema/session';
import { dayOf } from '../i18n/format.ts';

export interface SessionGroup {
  readonly name: 'pinned' | 'today' | 'yesterday' | 'earlier';
  readonly sessions: readonly Session[];
}

const NAMES = ['pinned', 'today', 'yesterday', 'earlier'] as const;
const DAY_MS = 86_400_000;

/** The calendar day before YYYY-MM-DD; noon keeps clear of clock changes. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

/** Newest first within a group; groups without a session are left out. `zone` empty means the system's. */
export function groupSessions(sessions: readonly Session[], now: number, zone: string): SessionGroup[] {
  const today = dayOf(now, zone);
  const yesterday = dayBefore(today);
  const nameOf = (session: Session): SessionGroup['name'] => {
    if (session.pinned) return 'pinned';
    const day = dayOf(session.updatedAt, zone);
    if (day >= today) return 'today';
    return day === yesterday ? 'yesterday' : 'earlier';
  };
  const sorted = [...sessions].sort((one, two) => two.updatedAt - one.updatedAt);
  const groups = Map.groupBy(sorted, nameOf);
  return NAMES.flatMap((name) => {
    const list = groups.get(name);
    return list === undefined ? [] : [{ name, sessions: list }];
  });
}
