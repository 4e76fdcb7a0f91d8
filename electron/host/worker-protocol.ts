/** How the host talks with its worker threads: calls with an id, progress, cancel, events; a crash is a value and mended by a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Outcome } from '#runtime/sandbox/file-wall';
import { type Notice, notice } from '#shared/schema/notice';

/** What a worker can do: method -> its input, output and progress. */
export interface WorkerContract {
  readonly methods: Readonly<Record<string, { input: unknown; output: unknown; progress: unknown }>>;
  /** Sent by the worker unasked. */
  readonly event: unknown;
}

type Methods<C extends WorkerContract> = C['methods'];
type Name<C extends WorkerContract> = keyof Methods<C> & string;

type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'event'; readonly value: unknown };

export type WorkerHandlers<C extends WorkerContract> = {
  readonly [N in Name<C>]: (
    input: Methods<C>[N]['input'],
    signal: AbortSignal,
    progress: (value: Methods<C>[N]['progress']) => void,
  ) => Promise<Methods<C>[N]['output']>;
};

/** The worker's end of the wire; `parentPort` fits. */
export interface Wire {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
  close(): void;
}

/** Serves calls until it is told to close. Returns how to send an event. */
export function serveWorker<C extends WorkerContract>(
  wire: Wire,
  handlers: WorkerHandlers<C>,
  onClose: () => Promise<void>,
): (event: C['event']) => void {
  const post = (message: FromWorker): void => wire.postMessage(message);
  const running = new Map<number, AbortController>();
  const call = async ({ id, method, input }: Extract<ToWorker, { kind: 'call' }>): Promise<void> => {
    const control = new AbortController();
    running.set(id, control);
    try {
      const handler = handlers[method as Name<C>];
      post({ kind: 'done', id, output: await handler(input, control.signal, (value) => post({ kind: 'progress', id, value })) });
    } catch (error) {
      post({ kind: 'failed', id, message: String(error) });
    } finally {
      running.delete(id);
    }
  };
  wire.on('message', (message) => {
    switch (message.kind) {
      case 'call':
        return void call(message);
      case 'cancel':
        return running.get(message.id)?.abort();
      case 'close':
        for (const control of running.values()) control.abort();
        return void onClose().finally(() => wire.close());
      default:
        return message satisfies never;
    }
  });
  return (value) => post({ kind: 'event', value });
}

export interface WorkerClient<C extends WorkerContract> {
  /** Never rejects: a crash, an error in the worker and an abort are outcomes. Starts the worker where it is not running. */
  call<N extends Name<C>>(
    method: N,
    input: Methods<C>[N]['input'],
    signal: AbortSignal,
    onProgress?: (value: Methods<C>[N]['progress']) => void,
  ): Promise<Outcome<Methods<C>[N]['output']>>;
  /** Lets the worker end its work and close what it owns; stopped by force after two seconds. Idempotent. */
  close(): Promise<void>;
}

export interface WorkerClientOptions<C extends WorkerContract> {
  start(): Worker;
  /** What a caller is told when the worker fails. */
  readonly failure: Notice['code'];
  onEvent?(event: C['event']): void;
}

interface Waiting {
  settle(outcome: Outcome<unknown>): void;
  onProgress(value: unknown): void;
}

/** Milliseconds to wait before the n-th start in a row that followed a crash. */
const BACK_OFF = [0, 0, 250, 500, 1_000, 2_000];
const CLOSE_MS = 2_000;

/** Owns a worker thread until it is closed. */
export function createWorkerClient<C extends WorkerContract>({ start, failure, onEvent }: WorkerClientOptions<C>): WorkerClient<C> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let closed = false;
  let crashes = 0;
  let lastId = 0;

  const failed = (detail: string): Outcome<never> => ({ ok: false, kind: 'failed', error: notice(failure, undefined, detail) });
  const receive = (message: FromWorker): void => {
    if (message.kind === 'event') {
      onEvent?.(message.value);
      return;
    }
    const request = waiting.get(message.id);
    if (message.kind === 'progress') {
      request?.onProgress(message.value);
      return;
    }
    crashes = 0;
    request?.settle(message.kind === 'done' ? { ok: true, value: message.output } : failed(message.message));
  };
  const running = (): Worker => {
    if (worker !== undefined) return worker;
    const made = start();
    let reason = 'the worker ended';
    made.on('message', receive);
    made.on('error', (error) => {
      reason = String(error);
    });
    made.on('exit', () => {
      if (worker !== made) return;
      worker = undefined;
      if (!closed) crashes += 1;
      for (const { settle } of [...waiting.values()]) settle(failed(reason));
    });
    worker = made;
    return made;
  };

  const send = (method: string, input: unknown, signal: AbortSignal, onProgress: (value: unknown) => void): Promise<Outcome<unknown>> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const target = running();
      const cancel = (): void => {
        target.postMessage({ kind: 'cancel', id } satisfies ToWorker);
        settle({ ok: false, kind: 'cancelled', error: notice('cancelled') });
      };
      const settle = (outcome: Outcome<unknown>): void => {
        waiting.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      waiting.set(id, { settle, onProgress });
      signal.addEventListener('abort', cancel, { once: true });
      target.postMessage({ kind: 'call', id, method, input } satisfies ToWorker);
    });

  return {
    async call(method, input, signal, onProgress) {
      const pause = worker === undefined ? (BACK_OFF[Math.min(crashes, BACK_OFF.length - 1)] ?? 0) : 0;
      if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return { ok: false, kind: 'cancelled', error: notice('cancelled') };
      if (closed) return failed('closed');
      try {
        return (await send(method, input, signal, (value) => onProgress?.(value as never))) as Outcome<never>;
      } catch (error) {
        return failed(String(error));
      }
    },
    async close() {
      closed = true;
      const target = worker;
      if (target === undefined) return;
      const ended = new Promise((resolve) => target.once('exit', resolve));
      target.postMessage({ kind: 'close' } satisfies ToWorker);
      const patience = new AbortController();
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      await target.terminate();
    },
  };
}
