/** The Electron transport: one invoke channel, one push channel, every sender checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Envelope, Push, Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';

const subscribeSchema = z.object({
  method: z.literal('events.subscribe'),
  input: z.strictObject({ after: z.number().int().nonnegative() }),
});
/** Milliseconds before a window whose feed broke is told to subscribe again. */
const PAUSE = 500;

/** One window, as far as this file needs to know it. */
export interface Sender {
  readonly id: number;
  /** true only for the app's own page in its top frame. */
  readonly trusted: boolean;
  send(push: Push): void;
}

export interface IpcBridge {
  /** Never rejects. */
  call(sender: Sender, request: unknown): Promise<Envelope>;
  /** The window is gone or was reloaded: its feed ends. */
  forget(senderId: number): void;
  close(): void;
}

export interface IpcOptions {
  /** Told of an error that ended a feed. */
  readonly onBug?: (error: unknown) => void;
  /** Resolves or rejects when the signal aborts. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

export function createIpcBridge(host: Transport, options: IpcOptions = {}): IpcBridge {
  const { onBug = () => undefined, pause = (signal) => sleep(PAUSE, undefined, { signal }) } = options;
  const feeds = new Map<number, AbortController>();
  const forget = (senderId: number): void => {
    feeds.get(senderId)?.abort();
    feeds.delete(senderId);
  };
  /** Never rejects. */
  const feed = async (sender: Sender, after: number, signal: AbortSignal): Promise<void> => {
    try {
      for await (const push of host.events(after, signal)) {
        if (signal.aborted) return;
        sender.send(push);
      }
    } catch (error) {
      if (signal.aborted) return;
      onBug(error);
      try {
        await pause(signal);
        // The window reads again and subscribes anew, as after any gap.
        if (!signal.aborted) sender.send({ kind: 'behind', cursor: after });
      } catch {
        // stopped meanwhile, or the window cannot be reached: there is nobody left to tell
      }
    }
  };
  const subscribe = (sender: Sender, after: number): void => {
    forget(sender.id);
    const stop = new AbortController();
    feeds.set(sender.id, stop);
    void feed(sender, after, stop.signal);
  };
  return {
    async call(sender, request) {
      if (!sender.trusted) return { ok: false, error: notice('bad_input', { method: '?' }, 'not the app’s own window') };
      const wanted = subscribeSchema.safeParse(request);
      if (!wanted.success) return host.call(request as Parameters<Transport['call']>[0]);
      subscribe(sender, wanted.data.input.after);
      return { ok: true, output: { done: true } };
    },
    forget,
    close() {
      for (const id of [...feeds.keys()]) forget(id);
    },
  };
}
