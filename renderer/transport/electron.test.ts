/** Tests of the Electron transport with a stand-in for the preload's two functions. */
import { expect, test } from 'vitest';
import type { Envelope, Push, Request } from '#shared/contract/wire';
import { electronTransport } from './electron.ts';

function bridge(answer: Envelope) {
  const requests: Request[] = [];
  const listeners = new Set<(push: Push) => void>();
  return {
    requests,
    listeners,
    push: (push: Push) => {
      for (const listener of listeners) listener(push);
    },
    call: async (request: Request) => {
      requests.push(request);
      return answer;
    },
    onEvent: (listener: (push: Push) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
const changed: Push = { kind: 'changed', what: 'sessions' };
const settings: Push = { kind: 'changed', what: 'settings' };

test('pushes come in order from the moment of the subscription, and an abort unsubscribes', async () => {
  const stand = bridge({ ok: true, output: {} });
  const stop = new AbortController();
  const got: Push[] = [];
  const reading = (async () => {
    for await (const push of electronTransport(stand).events(5, stop.signal)) got.push(push);
  })();
  stand.push(changed);
  await Promise.resolve();
  stand.push(settings);
  await new Promise((resolve) => setImmediate(resolve));
  stand.push(changed);
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await reading;
  expect(got).toEqual([changed, settings, changed]);
  expect(stand.requests).toEqual([{ method: 'events.subscribe', input: { after: 5 } }]);
  expect(stand.listeners.size).toBe(0);
});

test('a refused subscription is an error, and nothing stays subscribed', async () => {
  const stand = bridge({ ok: false, error: { code: 'failed' } });
  const read = async (): Promise<void> => {
    for await (const _ of electronTransport(stand).events(0, new AbortController().signal)) throw new Error('no push was expected');
  };
  await expect(read()).rejects.toThrow('failed');
  expect(stand.listeners.size).toBe(0);
});
