/** Tests of the speed that a download is told with. */
import { expect, test } from 'vitest';
import { noteSample, type PullSample, rateOf, secondsLeft } from './pull-rate.ts';

const noted = (...samples: PullSample[]): readonly PullSample[] => samples.reduce(noteSample, [] as readonly PullSample[]);

test('a rate is told once two seconds have been seen, over the last twelve', () => {
  expect(rateOf([])).toBe(null);
  expect(rateOf(noted({ at: 0, bytes: 0 }, { at: 1_000, bytes: 5_000 }))).toBe(null);
  expect(rateOf(noted({ at: 0, bytes: 0 }, { at: 1_000, bytes: 5_000 }, { at: 2_000, bytes: 10_000 }))).toBe(5_000);
  const slower = noted({ at: 0, bytes: 0 }, { at: 10_000, bytes: 90_000 }, { at: 20_000, bytes: 100_000 });
  expect([slower.length, rateOf(slower)]).toEqual([2, 1_000]);
});

test('bytes that were taken back begin the measure anew', () => {
  expect(noted({ at: 0, bytes: 90 }, { at: 3_000, bytes: 10 })).toEqual([{ at: 3_000, bytes: 10 }]);
});

test('what is left is told in whole seconds, and not at all where nothing arrives', () => {
  expect([secondsLeft(1_000, 1_500), secondsLeft(0, 5), secondsLeft(null, 5)]).toEqual([2, null, null]);
});
