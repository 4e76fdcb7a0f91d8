import { expect, test } from 'vitest';
import type { RunLog } from '#runtime/events/run-log';
import type { Push } from '#shared/contract/wire';
import type { EventBody, RunEvent } from '#shared/schema/run-event';
import { eventFeed } from './event-feed.ts';

/** A log in memory with the same two faces as the real one. */
function smallLog() {
  const stored: RunEvent[] = [];
  const listeners = new Set<(push: Push) => void>();
  const add = (body: EventBody): void => {
    const event: RunEvent = { ...body, cursor: stored.length + 1, runId: 'r', sessionId: 's', seq: stored.length + 1, at: 0, v: 1 };
    stored.push(event);
    for (const listener of listeners) listener({ kind: 'event', event });
  };
  const log: Pick<RunLog, 'listen'> = {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const events = { after: (cursor: number, limit: number) => stored.filter((event) => event.cursor > cursor).slice(0, limit) };
  return { add, log: log as RunLog, events: events as Parameters<typeof eventFeed>[0]['events'], listening: () => listeners.size };
}

const message = (n: number): EventBody => ({ type: 'message.received', text: String(n) });

test('old events come first, then new ones, none twice', async () => {
  const { add, log, events, listening } = smallLog();
  for (let n = 1; n <= 1_200; n += 1) add(message(n));
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const push of eventFeed({ log, events }, 3, stop.signal)) {
    if (push.kind === 'event') seen.push(push.event.cursor);
    if (seen.length === 600) add(message(1_201));
    if (seen.length === 1_198) break;
  }
  expect(seen).toEqual(Array.from({ length: 1_198 }, (_, index) => index + 4));
  expect(listening()).toBe(0);
});

test('a client that falls behind is told from where to read again, and the feed ends', async () => {
  const { add, log, events } = smallLog();
  const feed = eventFeed({ log, events, limit: 5 }, 0, new AbortController().signal);
  add(message(1));
  expect((await feed.next()).value).toMatchObject({ kind: 'event' });
  for (let n = 2; n <= 20; n += 1) add(message(n));
  const rest: Push[] = [];
  for await (const push of feed) rest.push(push);
  expect(rest.at(-1)).toMatchObject({ kind: 'behind' });
});

test('the feed ends when its reader leaves', async () => {
  const { log, events, listening } = smallLog();
  const stop = new AbortController();
  const feed = eventFeed({ log, events }, 0, stop.signal);
  const waiting = feed.next();
  stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(listening()).toBe(0);
});
