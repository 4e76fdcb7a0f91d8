/** Tests of the back-off between tries. */
import { expect, test } from 'vitest';
import { backOff } from './feed.ts';

test('the time between tries doubles up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(backOff)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
});
