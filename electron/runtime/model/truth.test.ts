import { expect, test } from 'vitest';
import { judgeTruth } from './truth.ts';

const use = { estimated: 6_000, counted: 6_100, window: 8_192, loaded: 8_192 };

test('a prompt that the server counted whole and has room for fits', () => {
  expect(judgeTruth(use, 40_960)).toEqual({ state: 'fits', missing: 0, fix: null });
  expect(judgeTruth({ ...use, counted: 5_400 }, 40_960).state).toBe('fits');
});

test('a smaller loaded window, a count at its edge and a count far too small are all a cut, with the window that mends it', () => {
  expect(judgeTruth({ ...use, counted: 4_096, loaded: 4_096 }, 40_960)).toEqual({ state: 'cut', missing: 1_904, fix: 8_192 });
  expect(judgeTruth({ ...use, counted: null, loaded: 2_048 }, 40_960)).toEqual({ state: 'cut', missing: 3_952, fix: 8_192 });
  expect(judgeTruth({ ...use, estimated: 9_000, counted: 8_190 }, 40_960)).toMatchObject({ state: 'cut', missing: 810, fix: 16_384 });
  expect(judgeTruth({ ...use, counted: 2_040 }, 8_192)).toMatchObject({ state: 'cut', fix: null });
});

test('a loaded window smaller than what was counted is an old one', () => {
  expect(judgeTruth({ estimated: 2_200, counted: 2_225, window: 4_096, loaded: 1_024 }, 40_960).state).toBe('fits');
});

test('a prompt longer than the window is said before a server told anything', () => {
  expect(judgeTruth({ ...use, estimated: 12_000, counted: null, loaded: null }, 10_000)).toEqual({
    state: 'over',
    missing: 3_808,
    fix: null,
  });
});

test('a server that tells nothing leaves a long prompt unknown and a short one at ease', () => {
  expect(judgeTruth({ ...use, counted: null, loaded: null }, null).state).toBe('unknown');
  expect(judgeTruth({ ...use, estimated: 500, counted: null, loaded: null }, null).state).toBe('fits');
});
