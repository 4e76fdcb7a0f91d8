/** Tests of keys and clicks that come too early to be an answer. */
import { expect, test } from 'vitest';
import { clickCounts, type Guard, startGuard, takeKey } from './answer-guard.ts';

function type(guard: Guard, keys: readonly [key: string, at: number, repeat?: boolean][]): string[] {
  let state = guard;
  const counted: string[] = [];
  for (const [key, at, repeat = false] of keys) {
    const taken = takeKey(state, { key, repeat }, at);
    state = taken.guard;
    if (taken.counts) counted.push(key);
  }
  return counted;
}

test('a click counts once the request has stood for 300 ms', () => {
  expect([0, 299, 300].map((at) => clickCounts(startGuard(0), at))).toEqual([false, false, true]);
});

test('typing that goes on when the request comes up answers nothing, however long it takes', () => {
  const burst: [string, number][] = [...'add the rest'].map((key, index) => [key, 40 + index * 120]);
  expect(type(startGuard(0), burst)).toEqual([]);
});

test('a key after a pause counts', () => {
  expect(
    type(startGuard(0), [
      ['s', 50],
      ['d', 120],
      ['d', 500],
    ]),
  ).toEqual(['d']);
});

test('a key that is held down never counts twice, and what only moves or holds delays nothing', () => {
  expect(
    type(startGuard(0), [
      ['Tab', 200],
      ['Control', 290],
      ['Enter', 400],
      ['Enter', 430, true],
      ['Enter', 900, true],
    ]),
  ).toEqual(['Enter']);
});
