/** Follows the host's events for as long as the window lives: reads again after a break, from the last cursor seen. */
import type { Push, Transport } from '#shared/contract/wire';
import type { Link } from './app-store.ts';

export interface FeedPort {
  readonly transport: Transport;
  /** Reads what is not in the log. Rejects when the host cannot be reached. Returns the cursor to subscribe from. */
  resync(): Promise<number>;
  take(push: Push): void;
  link(link: Link): void;
  isRefused(error: unknown): boolean;
  /** Resolves after the time, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  readonly now: () => number;
}

/** A stream that lived this long (ms) was a good one: the next break starts the back-off anew. */
const GOOD_MS = 3000;

/** Milliseconds before try n (from 0): a quarter of a second, doubled to at most five. */
export function backOff(attempt: number): number {
  return Math.min(250 * 2 ** attempt, 5000);
}

/** Never rejects; ends when the signal aborts. */
export async function follow(port: FeedPort, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const start = port.now();
    const end = await listen(port, signal);
    if (signal.aborted) return;
    if (end === 'behind') {
      tries = -1;
      continue;
    }
    port.link(end);
    if (port.now() - start > GOOD_MS) tries = 0;
    await port.wait(backOff(tries), signal);
  }
}

async function listen(port: FeedPort, signal: AbortSignal): Promise<'behind' | 'offline' | 'refused'> {
  // A stream that nobody reads any more has to be closed, also where this window leaves it first.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal.addEventListener('abort', onAbort);
  try {
    const cursor = await port.resync();
    port.link('online');
    for await (const push of port.transport.events(cursor, stop.signal)) {
      if (push.kind === 'behind') return 'behind';
      port.take(push);
    }
    return 'offline';
  } catch (error) {
    return port.isRefused(error) ? 'refused' : 'offline';
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop.abort();
  }
}
