import { expect, test } from 'vitest';
import type { Push, Transport } from '#shared/contract/wire';
import { createIpcBridge } from './ipc.ts';

const changed: Push = { kind: 'changed', what: 'sessions' };
const subscribe = (after: number) => ({ method: 'events.subscribe', input: { after } });

/** A host whose feed breaks after one push for as long as it is told to. */
function breakingHost(breaks: () => boolean): Transport & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    call: async () => ({ ok: true, output: {} }),
    async *events(after) {
      asked.push(after);
      yield changed;
      if (breaks()) throw new Error('the log cannot be read');
    },
  };
}

test('a window whose feed broke is told to read again, and its next subscription is served', async () => {
  let broken = true;
  const host = breakingHost(() => broken);
  const bugs: unknown[] = [];
  const bridge = createIpcBridge(host, { onBug: (error) => bugs.push(error), pause: async () => undefined });
  const got: Push[] = [];
  const behind = Promise.withResolvers<void>();
  const send = (push: Push): void => {
    got.push(push);
    if (push.kind === 'behind') behind.resolve();
  };
  expect(await bridge.call({ id: 1, trusted: true, send }, subscribe(7))).toEqual({ ok: true, output: { done: true } });
  await behind.promise;
  expect(got).toEqual([changed, { kind: 'behind', cursor: 7 }]);
  expect(String(bugs)).toContain('the log cannot be read');
  broken = false;
  await bridge.call({ id: 1, trusted: true, send }, subscribe(9));
  await new Promise((resolve) => setImmediate(resolve));
  expect(host.asked).toEqual([7, 9]);
  expect(got).toHaveLength(3);
});

test('a window that left in the meantime hears nothing more, also one that can no longer be sent to', async () => {
  const pausing = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const pause = (): Promise<void> => {
    pausing.resolve();
    return go.promise;
  };
  const bridge = createIpcBridge(
    breakingHost(() => true),
    { pause },
  );
  const got: Push[] = [];
  await bridge.call({ id: 1, trusted: true, send: (push) => got.push(push) }, subscribe(0));
  const gone = (): never => {
    throw new Error('the window was destroyed');
  };
  await bridge.call({ id: 2, trusted: true, send: gone }, subscribe(0));
  await pausing.promise;
  bridge.forget(1);
  go.resolve();
  // An error that nobody catches would fail this file.
  await new Promise((resolve) => setImmediate(resolve));
  expect(got).toEqual([changed]);
});
