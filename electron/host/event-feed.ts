/** One client's view of the log: what was, then what comes, bounded; one that falls behind is told to read again. */

import type { RunLog } from '#runtime/events/run-log';
import type { EventStore } from '#runtime/storage/event-store';
import type { Push } from '#shared/contract/wire';

/** Pushes that wait for one client before it counts as behind. */
export const QUEUE_LIMIT = 2_000;
const PAGE = 500;

export interface FeedParts {
  readonly log: RunLog;
  readonly events: EventStore;
  readonly limit?: number;
}

/** Yields every durable event above `after` once and in order, with the signals between; ends when the signal aborts. */
export async function* eventFeed(
  { log, events, limit = QUEUE_LIMIT }: FeedParts,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Push> {
  let queue: Push[] = [];
  let behind = false;
  let wake: (() => void) | undefined;
  const stop = log.listen((push) => {
    if (behind) return;
    if (queue.length >= limit) {
      behind = true;
      queue = [];
    } else queue.push(push);
    wake?.();
  });
  const onAbort = (): void => wake?.();
  signal.addEventListener('abort', onAbort);
  try {
    let cursor = after;
    for (let page = events.after(cursor, PAGE); page.length > 0 && !signal.aborted; page = events.after(cursor, PAGE)) {
      for (const event of page) {
        cursor = event.cursor;
        yield { kind: 'event', event };
      }
    }
    while (!signal.aborted) {
      if (behind) {
        behind = false;
        yield { kind: 'behind', cursor };
        return;
      }
      const push = queue.shift();
      if (push === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      } else if (push.kind !== 'event') yield push;
      else if (push.event.cursor > cursor) {
        cursor = push.event.cursor;
        yield push;
      }
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
