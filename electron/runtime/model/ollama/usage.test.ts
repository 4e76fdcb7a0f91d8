/** Time by phase, and which counts of a server are believed. */
import { describe, expect, test } from 'vitest';
import { createPhaseTimes } from '../phase-times.ts';
import { usageOf } from './usage.ts';

/** A clock that went through these phases, each so many milliseconds long. */
function clockOf(...phases: readonly (readonly ['connecting' | 'loading' | 'reading' | 'thinking' | 'writing', number])[]) {
  let at = 0;
  const clock = createPhaseTimes(() => at);
  for (const [phase, milliseconds] of phases) {
    clock.enter(phase);
    at += milliseconds;
  }
  clock.stop();
  at += 1_000;
  return clock;
}

const messages = [{ role: 'user' as const, content: 'word '.repeat(1_000) }];
const seconds = (value: number): number => value * 1e9;

describe('time', () => {
  test('is that of here where the server tells none', () => {
    const clock = clockOf(['connecting', 400], ['loading', 2_000], ['reading', 100], ['thinking', 50], ['writing', 30]);
    expect(usageOf({}, { messages, loadedWindow: null, clock })).toEqual({
      ...{ promptTokens: null, cachedTokens: null, answerTokens: null, loadedWindow: null },
      phases: { connecting: 400, loading: 2_000, reading: 100, thinking: 50, writing: 30 },
    });
  });

  test('before the first token is divided as the server does, and never longer than it was', () => {
    const clock = clockOf(['connecting', 400], ['loading', 2_100], ['writing', 30]);
    const told = { load_duration: seconds(1.5), prompt_eval_duration: seconds(0.75) };
    expect(usageOf(told, { messages, loadedWindow: null, clock }).phases).toEqual({
      connecting: 250,
      loading: 1_500,
      reading: 750,
      writing: 30,
    });
    const tooLong = { load_duration: seconds(2), prompt_eval_duration: seconds(9) };
    expect(usageOf(tooLong, { messages, loadedWindow: null, clock }).phases).toEqual({
      connecting: 0,
      loading: 2_000,
      reading: 500,
      writing: 30,
    });
  });
});

test.each([
  ['as much as there is', 1_050, null, false, 1_050],
  ['a window that is full', 512, 512, false, 512],
  ['nearly nothing, after a fresh load: there was no cache', 12, null, true, 12],
  ['what the cache did not hold', 12, 4_096, false, null],
  ['nothing that is a number', 'many', 4_096, false, null],
])('a count of %s', (_, told, loadedWindow, wasLoaded, promptTokens) => {
  const clock = wasLoaded ? clockOf(['connecting', 1], ['loading', 1]) : clockOf(['connecting', 1]);
  expect(usageOf({ prompt_eval_count: told, eval_count: 7 }, { messages, loadedWindow, clock })).toMatchObject({
    promptTokens,
    answerTokens: 7,
  });
});
