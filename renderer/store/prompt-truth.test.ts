/** Tests of what a run's figures say about its prompt. */
import { expect, test } from 'vitest';
import type { Context } from '#shared/schema/context';
import type { ModelUse } from '#shared/schema/model';
import { decision } from '#shared/schema/planner-decision';
import type { EventBody } from '#shared/schema/run-event';
import { isDoubted, mendOf, newestUse, takesIn, tokensOf } from './prompt-truth.ts';
import { eventsOf, received, started } from './run-events.fixture.ts';
import { addEvents, emptyLog } from './session-log.ts';

const use: ModelUse = {
  model: 'ollama/qwen3:8b',
  estimated: 2000,
  counted: null,
  cached: null,
  answered: null,
  window: 8192,
  loaded: null,
  reused: null,
  phases: {},
};
const step = (ofUse: ModelUse): EventBody => ({
  type: 'planner.decided',
  step: 1,
  decision: decision('RESPOND'),
  notes: [],
  ms: 1,
  use: ofUse,
});
const log = (...bodies: EventBody[]) => addEvents(emptyLog('session-1'), eventsOf('run-1', [started, received('hi'), ...bodies]));

test('only a prompt that is longer than what is taken in, or that the host says was cut, is doubted', () => {
  expect(isDoubted(log())).toBe(false);
  expect(isDoubted(log(step(use)))).toBe(false);
  expect(isDoubted(log(step({ ...use, loaded: 1024 })))).toBe(true);
  expect(isDoubted(log(step({ ...use, estimated: 9000 })))).toBe(true);
  expect(isDoubted(log({ type: 'context.cut', missing: 10, use }, step(use)))).toBe(true);
});

test('the newest step counts, also while the next message waits for its first', () => {
  const before = log(step(use));
  expect(newestUse(before)).toEqual(use);
  expect(newestUse(addEvents(before, eventsOf('run-2', [started, received('more')], 10)))).toEqual(use);
  expect([tokensOf(use), tokensOf({ ...use, counted: 1990 }), takesIn(use), takesIn({ ...use, loaded: 4096 })]).toEqual([
    2000, 1990, 8192, 4096,
  ]);
});

test('a larger window is offered, told of once it is set, and never a smaller one than a server was asked for', () => {
  const cut: Context = {
    modelId: 'ollama/qwen3:8b',
    window: 4096,
    reserve: 1024,
    parts: { system: 0, files: 0, memory: 0, conversation: 0, tools: 0 },
    use: { ...use, estimated: 10_000, counted: 4096, window: 4096, loaded: 4096 },
    truth: { state: 'cut', missing: 5904, fix: 16_384 },
  };
  expect(mendOf({ ...cut, truth: { state: 'fits', missing: 0, fix: null } })).toEqual({ kind: 'none' });
  expect(mendOf(cut)).toEqual({ kind: 'raise', tokens: 16_384 });
  expect(mendOf({ ...cut, window: 8192 })).toEqual({ kind: 'raise', tokens: 16_384 });
  expect(mendOf({ ...cut, window: 16_384 })).toEqual({ kind: 'mended', window: 16_384 });
  expect(mendOf({ ...cut, truth: { ...cut.truth, fix: null } })).toEqual({ kind: 'anew' });
  expect(mendOf({ ...cut, window: 32_768, use: { ...use, estimated: 10_000, window: 32_768, loaded: 4096 } })).toEqual({ kind: 'anew' });
  expect(mendOf({ ...cut, use: null, truth: { state: 'over', missing: 900, fix: 8192 } })).toEqual({ kind: 'raise', tokens: 8192 });
});
