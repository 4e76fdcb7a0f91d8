/** The run log: appends facts durably, then tells whoever listens; signals are told and forgotten. */

import type { Clock } from '#runtime/clock';
import type { EventStore } from '#runtime/storage/event-store';
import type { Push } from '#shared/contract/wire';
import type { EventBody, RunEvent } from '#shared/schema/run-event';

export interface RunKey {
  readonly runId: string;
  readonly sessionId: string;
}

export interface RunLog {
  /** Durable before any listener hears of it. `together` runs in the same transaction, before the events. */
  append(run: RunKey, bodies: readonly EventBody[], together?: () => void): RunEvent[];
  signal(push: Exclude<Push, { kind: 'event' }>): void;
  /** Returns the way to stop listening. A listener must not throw. */
  listen(listener: (push: Push) => void): () => void;
}

export interface RunLogParts {
  readonly events: EventStore;
  readonly clock: Clock;
  readonly transaction: <T>(work: () => T) => T;
}

export function createRunLog({ events, clock, transaction }: RunLogParts): RunLog {
  const listeners = new Set<(push: Push) => void>();
  const tell = (push: Push): void => {
    for (const listener of listeners) listener(push);
  };
  return {
    append(run, bodies, together) {
      const stored = transaction(() => {
        together?.();
        return events.append(run, clock.now(), bodies);
      });
      for (const event of stored) tell({ kind: 'event', event });
      return stored;
    },
    signal: tell,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
