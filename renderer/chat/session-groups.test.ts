/** Tests of the grouping of conversations by local day. */
import { expect, test } from 'vitest';
import type { Session } from '#shared/schema/session';
import { groupSessions } from './session-groups.ts';

function session(id: string, updatedAt: string, pinned = false): Session {
  const at = Date.parse(updatedAt);
  return { id, title: id, kind: 'main', pinned, createdAt: at, updatedAt: at, deletedAt: null, model: '', draft: '', activeRun: null };
}
const names = (sessions: readonly Session[], now: string, zone: string): [string, string[]][] =>
  groupSessions(sessions, Date.parse(now), zone).map(({ name, sessions: list }) => [name, list.map(({ id }) => id)]);

const all = [
  session('old pinned', '2026-01-01T00:00:00Z', true),
  session('b', '2026-11-29T15:00:00Z'),
  session('a', '2026-11-29T17:00:00Z'),
  session('c', '2026-11-28T10:00:00Z'),
];

test('the day is that of the wall clock in the zone', () => {
  // 17:00 UTC is already the 30th in Shanghai.
  expect(names(all, '2026-11-30T02:00:00Z', 'Asia/Shanghai')).toEqual([
    ['pinned', ['old pinned']],
    ['today', ['a']],
    ['yesterday', ['b']],
    ['earlier', ['c']],
  ]);
  expect(names(all, '2026-11-30T02:00:00Z', 'UTC')).toEqual([
    ['pinned', ['old pinned']],
    ['yesterday', ['a', 'b']],
    ['earlier', ['c']],
  ]);
});

test('yesterday is the day before, also over a change of clocks and of the month', () => {
  const list = [session('x', '2026-10-31T23:30:00-04:00')];
  expect(names(list, '2026-11-01T23:30:00-05:00', 'America/New_York')).toEqual([['yesterday', ['x']]]);
});

test('a group without a conversation is left out', () => {
  expect(names([], '2026-11-30T02:00:00Z', 'UTC')).toEqual([]);
});
