import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('the fourth within a minute has to wait until the first is a minute ago', () => {
  const may = atMost(3, 60_000);
  expect([0, 10_000, 20_000, 30_000, 59_999].map(may)).toEqual([true, true, true, false, false]);
  expect([60_000, 60_001, 70_000].map(may)).toEqual([true, false, true]);
});
