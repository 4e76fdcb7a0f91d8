/** Tests of the window's bar and figures. */
import { expect, test } from 'vitest';
import { shortTokens } from './short-tokens.ts';
import { windowParts } from './window-parts.ts';

const parts = { system: 1968, files: 3472, memory: 986, conversation: 5046, tools: 2916 };

test('the pieces, what is free and the reserve make up the window', () => {
  const bar = windowParts({ parts, window: 32_768, reserve: 8192 });
  expect({
    used: bar.used,
    free: bar.free,
    usedShare: bar.usedShare,
    reserveShare: bar.reserveShare,
    reserveWidth: bar.reserveWidth,
  }).toEqual({
    used: 14_388,
    free: 10_188,
    usedShare: 44,
    reserveShare: 25,
    reserveWidth: 25,
  });
  expect(bar.widths.files).toBeCloseTo(10.6, 1);
});

test('a prompt that eats into the reserve, or is longer than the window, still fills the bar and no more', () => {
  expect(windowParts({ parts, window: 16_384, reserve: 4096 })).toMatchObject({ free: 0, reserveWidth: (1996 / 16_384) * 100 });
  const over = windowParts({ parts, window: 4096, reserve: 1024 });
  expect(over).toMatchObject({ used: 14_388, free: 0, reserveWidth: 0, usedShare: 351 });
  expect(Object.values(over.widths).reduce((sum, width) => sum + width, 0)).toBeCloseTo(100, 6);
  expect(windowParts({ parts: { system: 0, files: 0, memory: 0, conversation: 0, tools: 0 }, window: 0, reserve: 0 }).usedShare).toBe(0);
});

test('tokens at a glance', () => {
  expect([0, 986, 14_388, 32_768, 4096, 131_072, 128_000, 1_048_576].map((tokens) => shortTokens(tokens, 'en'))).toEqual([
    '0',
    '986',
    '14.4k',
    '32k',
    '4k',
    '128k',
    '128k',
    '1,024k',
  ]);
});
