/** The Electron transport: one invoke channel, one push channel, every sender checked. */
import { z } from 'zod';
import type { Envelope, Push, Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';

const subscribeSchema = z.object({
  method: z.literal('events.subscribe'),
  input: z.strictObject({ after: z.number().int().nonnegative() }),
});

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

export function createIpcBridge(host: Transport): IpcBridge {
  const feeds = new Map<number, AbortController>();
  const forget = (senderId: number): void => {
    feeds.get(senderId)?.abort();
    feeds.delete(senderId);
  };
  const subscribe = (sender: Sender, after: number): void => {
    forget(sender.id);
    const stop = new AbortController();
    feeds.set(sender.id, stop);
    void (async () => {
      for await (const push of host.events(after, stop.signal)) {
        if (stop.signal.aborted) return;
        sender.send(push);
      }
    })();
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
