import { describe, expect, test } from 'vitest';
import type { ModelUsage } from '#runtime/model/chat-model';
import { speedsOf } from './speeds.ts';

const usage = (
  promptTokens: number | null,
  answerTokens: number | null,
  phases: ModelUsage['phases'],
  cachedTokens: number | null = null,
) => ({
  promptTokens,
  cachedTokens,
  answerTokens,
  loadedWindow: null,
  phases,
});

describe('speeds', () => {
  test('of reading are those of the prompt that was read longest; of writing, of all answers together', () => {
    expect(
      speedsOf([
        usage(500, 20, { loading: 9_000, reading: 1_000, writing: 1_000 }),
        usage(10_000, 30, { reading: 12_345, writing: 500, thinking: 500 }),
        usage(10_000, 50, { reading: 10, writing: 1_000 }),
      ]),
    ).toEqual({ reads: 810, writes: 33.3 });
  });

  test('do not count what came from the cache as read', () => {
    expect(speedsOf([usage(3_000, null, { reading: 2_000 }, 1_000)])).toEqual({ reads: 1_000, writes: null });
  });

  test('are null where nothing is told, or no time was spent', () => {
    expect(speedsOf([])).toEqual({ reads: null, writes: null });
    expect(
      speedsOf([usage(null, null, { reading: 10, writing: 10 }), usage(10, 10, {}), usage(10, 10, { reading: 0, writing: 0 })]),
    ).toEqual({
      reads: null,
      writes: null,
    });
  });
});
