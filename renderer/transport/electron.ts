/** Speaks to the host through the two functions that the preload exposes. */
import type { Envelope, Push, Request, Transport } from '#shared/contract/wire';
import { UnreachableError } from './unreachable.ts';

/** What the preload puts on `window.reins`. */
export interface ElectronBridge {
  call(request: Request): Promise<Envelope>;
  /** Every push of this window; returns its own end. */
  onEvent(listener: (push: Push) => void): () => void;
}

export function electronTransport(bridge: ElectronBridge): Transport {
  return {
    call: (request) => bridge.call(request),
    async *events(after, signal) {
      const queue: Push[] = [];
      let wake: () => void = () => undefined;
      const unsubscribe = bridge.onEvent((push) => {
        queue.push(push);
        wake();
      });
      const onAbort = (): void => wake();
      signal.addEventListener('abort', onAbort);
      try {
        const answer = await bridge.call({ method: 'events.subscribe', input: { after } });
        if (!answer.ok) throw new UnreachableError(`events.subscribe: ${answer.error.code}`, false);
        while (!signal.aborted) {
          const next = queue.shift();
          if (next !== undefined) yield next;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
              if (queue.length > 0 || signal.aborted) resolve();
            });
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
        unsubscribe();
      }
    },
  };
}
