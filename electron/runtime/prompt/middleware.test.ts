import { expect, test } from 'vitest';
import { type PromptContext, type PromptMiddleware, runMiddlewares } from './middleware.ts';
import { sampleFacts } from './sample-facts.ts';

const context: PromptContext = { facts: sampleFacts(), history: [] };
const { signal } = new AbortController();

function adds(name: string, text: string, enabled = true): PromptMiddleware {
  return {
    name,
    enabled,
    apply: ({ facts, history }) => ({ facts: { ...facts, prependContext: [...facts.prependContext, text] }, history }),
  };
}

const outcomes = (ran: readonly { name: string; outcome: string }[]) => ran.map(({ name, outcome }) => `${name} ${outcome}`);

test('the chain runs in order, leaves out what is off, skips what throws, and names each', async () => {
  const throws: PromptMiddleware = { name: '坏的', enabled: true, apply: () => Promise.reject(new Error('坏了')) };
  const middlewares = [
    adds('one', '一'),
    adds('off', 'x', false),
    throws,
    { name: 'same', enabled: true, apply: (c: PromptContext) => c },
    adds('two', '二'),
  ];
  const { context: after, ran } = await runMiddlewares({ middlewares, context, signal });
  expect(after.facts.prependContext).toEqual(['一', '二']);
  expect(outcomes(ran)).toEqual(['one changed', 'off off', '坏的 failed', 'same same', 'two changed']);
  expect(ran[2]?.detail).toBe('坏了');
  expect(context.facts.prependContext).toEqual([]);
});

test('one that hangs is skipped after its limit and told to stop', async () => {
  let stopped = false;
  const hangs: PromptMiddleware = {
    name: 'hangs',
    enabled: true,
    apply: (_, inner) =>
      new Promise(() => {
        inner.addEventListener('abort', () => {
          stopped = true;
        });
      }),
  };
  const { context: after, ran } = await runMiddlewares({ middlewares: [hangs, adds('next', 'n')], context, signal, limit: 10 });
  expect(outcomes(ran)).toEqual(['hangs timed_out', 'next changed']);
  expect(after.facts.prependContext).toEqual(['n']);
  expect(stopped).toBe(true);
});

test('nobody may give back another shape or another session', async () => {
  const nothing = { name: 'nothing', enabled: true, apply: () => undefined } as unknown as PromptMiddleware;
  const widens: PromptMiddleware = {
    name: 'widens',
    enabled: true,
    apply: (c) => ({ ...c, facts: { ...c.facts, session: { ...c.facts.session, kind: 'main' } } }),
  };
  const shared: PromptContext = { facts: sampleFacts({ kind: 'shared' }), history: [] };
  const { context: after, ran } = await runMiddlewares({ middlewares: [nothing, widens], context: shared, signal });
  expect(outcomes(ran)).toEqual(['nothing failed', 'widens failed']);
  expect(after).toBe(shared);
});

test('cancelling ends the chain with the reason', async () => {
  const stop = new AbortController();
  const hangs: PromptMiddleware = { name: 'hangs', enabled: true, apply: () => new Promise(() => undefined) };
  const running = runMiddlewares({ middlewares: [hangs], context, signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(running).rejects.toThrow('cancelled');
});
