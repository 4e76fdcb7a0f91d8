import { expect, test } from 'vitest';
import type { CallRecord } from './guardrail.ts';
import { canonicalJson, hashCall, hashResult, judgeLoop, shouldEndRun } from './loop.ts';
import { wrapUntrusted } from './untrusted.ts';

const record = (tool: string, resultHash: string | null = 'same', argumentsHash = 'a'): CallRecord => ({ tool, argumentsHash, resultHash });
const times = (count: number, one: CallRecord): CallRecord[] => Array.from({ length: count }, () => one);
const level = (history: CallRecord[], next: CallRecord): string => {
  const judged = judgeLoop(history, next);
  return judged.level === 'ok' ? 'ok' : `${judged.level} ${judged.rule} ${judged.count}`;
};

test('the same call with the same result: a warning at the third, refused at the fifth', () => {
  const read = record('read');
  expect([0, 1, 2, 3, 4, 5].map((count) => level(times(count, read), read))).toEqual([
    'ok',
    'ok',
    'warning same_call 3',
    'warning same_call 4',
    'critical same_call 5',
    'critical same_call 6',
  ]);
});

test('a result that changes is progress and begins the count again', () => {
  const read = record('read', 'new');
  expect(level([...times(4, record('read', 'old')), read], read)).toBe('ok');
  expect(level([...times(4, record('read', 'old')), read, read], read)).toBe('warning same_call 3');
  expect(
    level(
      [1, 2, 3, 4, 5, 6].map((n) => record('read', `${n}`)),
      read,
    ),
  ).toBe('ok');
});

test('another call between, or other arguments, is no repetition', () => {
  const read = record('read');
  expect(level([...times(4, read), record('list')], read)).toBe('ok');
  expect(level(times(4, read), record('read', 'same', 'b'))).toBe('ok');
});

test('a refused call is no progress: it neither ends the circle nor begins it anew', () => {
  const read = record('read');
  expect(level([...times(2, read), record('read', null), read], read)).toBe('critical same_call 5');
  expect(level(times(4, record('read', null)), read)).toBe('critical same_call 5');
});

test('two calls in turn with the same two results are a circle as well', () => {
  const [a, b] = [record('read'), record('list')];
  expect(level([a, b, a, b], a)).toBe('warning alternating 3');
  expect(level([a, b, a, b, a, b, a, b], a)).toBe('critical alternating 5');
  expect(level([a, b, a, record('list', 'other'), a, b, a, b], a)).toBe('warning alternating 3');
  expect(level([a, b, record('time'), b, a, b], a)).toBe('ok');
});

test('the second critical call ends the run; a critical one that was heeded does not', () => {
  const read = record('read');
  const refused = record('read', null);
  expect(shouldEndRun([...times(4, read), refused]).end).toBe(false);
  expect(shouldEndRun([...times(4, read), refused, record('list')]).end).toBe(false);
  expect(shouldEndRun([...times(4, read), refused, refused])).toMatchObject({
    end: true,
    reason: { code: 'loop_blocked', params: { tool: 'read' } },
  });
});

test('the third call of a tool that does not exist is critical and ends the run', () => {
  const knows = (name: string): boolean => name === 'read';
  const unknown = record('Read', null);
  const history = [unknown, record('read'), record('grep', null)];
  expect(judgeLoop(history, unknown, knows)).toMatchObject({ level: 'critical', rule: 'unknown_tool', count: 3 });
  expect(shouldEndRun(history, knows).end).toBe(false);
  expect(shouldEndRun([...history, unknown], knows)).toMatchObject({
    end: true,
    reason: { params: { tool: 'Read', rule: 'unknown_tool' } },
  });
});

test('hashes do not depend on the order of keys, and tell apart what differs', () => {
  expect(hashCall('read', { a: 1, b: { c: [1, 2], d: '好' } })).toEqual(hashCall('read', { b: { d: '好', c: [1, 2] }, a: 1 }));
  expect(hashCall('read', { a: '1' })).not.toEqual(hashCall('read', { a: 1 }));
  expect(canonicalJson({ b: undefined, a: [null, 'x'] })).toBe('{"a":[null,"x"]}');
});

test('a result is the same news when only times, durations and ids differ', () => {
  const same = (one: string, other: string): boolean => hashResult({ ok: true, output: one }) === hashResult({ ok: true, output: other });
  expect(same('at 2026-04-14T10:00:00+08:00', 'at 2026-04-14T10:00:07+08:00')).toBe(true);
  expect(same('done in 12 ms, pid 4711', 'done in 9.5 ms, pid 815')).toBe(true);
  expect(same('用时 3 秒', '用时 12 秒')).toBe(true);
  expect(same('run 01JRT3Z8Q0A1B2C3D4E5F6G7H8', 'run 01JRT3Z8Q0A1B2C3D4E5F6G7H9')).toBe(true);
  expect(same('id 0b6f1c1e-1111-4222-8333-444455556666', 'id 0b6f1c1e-1111-4222-8333-444455557777')).toBe(true);
  expect(same(wrapUntrusted('x', 'read', '1'), wrapUntrusted('x', 'read', '2'))).toBe(true);
  expect(same('3 files', '4 files')).toBe(false);
  expect(same('笔记 2026-04-14', '笔记 2026-04-15')).toBe(false);
  const facts = (ms: number, count: number): string => hashResult({ ok: true, output: 'x', facts: { ms, count } });
  expect(facts(1, 2)).toBe(facts(3, 2));
  expect(facts(1, 2)).not.toBe(facts(1, 3));
});
