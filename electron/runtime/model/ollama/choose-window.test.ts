/** Which window a model gets. */
import { expect, test } from 'vitest';
import { chooseWindow } from './choose-window.ts';

const GIB = 2 ** 30;

test.each([
  ['what the person asked for', { trained: 40_960, asked: 20_000, memory: 4 * GIB }, 20_000],
  ['what the person asked for, of a model that tells nothing', { trained: null, asked: 100_000, memory: 4 * GIB }, 100_000],
  ['no more than it was made for, whatever was asked', { trained: 8_192, asked: 100_000, memory: 64 * GIB }, 8_192],
  ['32,768 with 16 GB', { trained: 131_072, asked: null, memory: 16 * GIB }, 32_768],
  ['32,768 with 16 GB of which firmware keeps some', { trained: 131_072, asked: null, memory: 15.4 * GIB }, 32_768],
  ['16,384 with 8 GB', { trained: 131_072, asked: null, memory: 8 * GIB }, 16_384],
  ['8,192 with less', { trained: 131_072, asked: null, memory: 4 * GIB }, 8_192],
  ['what it was made for, where that is less', { trained: 2_048, asked: null, memory: 64 * GIB }, 2_048],
  ['what the memory bears, where nobody tells', { trained: null, asked: null, memory: 64 * GIB }, 32_768],
])('a model gets %s', (_, facts, window) => {
  expect(chooseWindow(facts)).toBe(window);
});
