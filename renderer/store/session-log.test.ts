/** Tests of a session's log: pages, live events, and a run whose beginning is on an older page. */
import { expect, test } from 'vitest';
import { completed, eventsOf, given, received, started } from './run-events.fixture.ts';
import { addDeltas, addEvents, addPage, emptyLog, openRun } from './session-log.ts';

const first = eventsOf('run-1', [started, received('one'), given('1'), completed], 1);
const second = eventsOf('run-2', [started, received('two'), given('2'), completed], 5);

test('pages read backwards give the same runs as one page', () => {
  const whole = addPage(emptyLog('session-1'), [...first, ...second], false);
  const all = [...first, ...second];
  for (const cut of [1, 2, 3, 4, 5, 6, 7]) {
    const newest = addPage(emptyLog('session-1'), all.slice(cut), true);
    expect(newest.oldest).toBe(cut + 1);
    const both = addPage(newest, all.slice(0, cut), false);
    expect({ runs: both.runs, headless: both.headless, more: both.more }).toEqual({ runs: whole.runs, headless: [], more: false });
  }
});

test('a run whose beginning is not read is not shown, also when it goes on live', () => {
  const log = addPage(emptyLog('session-1'), first.slice(2, 3), true);
  expect(log.runs).toEqual([]);
  const later = addEvents(log, [...first.slice(3), ...second.slice(0, 2)]);
  expect(later.runs.map(({ runId }) => runId)).toEqual(['run-2']);
  expect(addPage(later, first.slice(0, 2), false).runs.map(({ runId, state }) => [runId, state])).toEqual([
    ['run-1', 'completed'],
    ['run-2', 'running'],
  ]);
});

test('events of another session and events seen before leave the log as it is', () => {
  const log = addPage(emptyLog('session-1'), first, false);
  expect(addEvents(log, first)).toBe(log);
  expect(addEvents(log, eventsOf('run-9', [started], 9, 'session-2'))).toBe(log);
});

test('only the run that changes becomes a new object', () => {
  const log = addPage(emptyLog('session-1'), [...first, ...second.slice(0, 2)], false);
  const next = addDeltas(log, [{ runId: 'run-2', step: 1, offset: 0, text: '你好' }]);
  expect(next.runs[0]).toBe(log.runs[0]);
  expect(next.runs[1]?.live?.text).toBe('你好');
  expect(openRun(next)?.runId).toBe('run-2');
  expect(openRun(addEvents(next, second))).toBeNull();
});
