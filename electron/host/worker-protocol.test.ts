import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { createWorkerClient, type WorkerClient } from './worker-protocol.ts';

interface TestContract {
  readonly methods: {
    readonly double: { input: number; output: number; progress: never };
    readonly count: { input: number; output: string; progress: number };
    readonly crash: { input: null; output: null; progress: never };
    readonly fail: { input: null; output: null; progress: never };
  };
  readonly event: string;
}

const SOURCE = `
  import { parentPort, threadId } from 'node:worker_threads';
  import { serveWorker } from ${JSON.stringify(new URL('./worker-protocol.ts', import.meta.url).href)};
  const tell = serveWorker(parentPort, {
    double: async (input) => input * 2,
    async count(to, signal, progress) {
      for (let at = 1; at <= to; at += 1) {
        progress(at);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (signal.aborted) { tell('stopped at ' + (at < to)); return 'stopped'; }
      }
      return 'done';
    },
    crash: () => { setTimeout(() => { throw new Error('planted'); }); return new Promise(() => {}); },
    fail: async () => { throw new Error('expected'); },
  }, async () => tell('closing'));
  tell('hello');
`;

const clients: WorkerClient<TestContract>[] = [];
const workers: Worker[] = [];
const events: string[] = [];
const signal = new AbortController().signal;

function open(): WorkerClient<TestContract> {
  const client = createWorkerClient<TestContract>({
    start() {
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`));
      workers.push(worker);
      return worker;
    },
    failure: 'memory_index_failed',
    onEvent: (event) => events.push(event),
  });
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  workers.length = 0;
  events.length = 0;
});

test('calls are answered by id, with progress on the way', async () => {
  const client = open();
  const seen: number[] = [];
  const answers = await Promise.all([
    client.call('count', 3, signal, (at) => seen.push(at)),
    client.call('double', 4, signal),
    client.call('double', 21, signal),
  ]);
  expect(answers).toEqual([
    { ok: true, value: 'done' },
    { ok: true, value: 8 },
    { ok: true, value: 42 },
  ]);
  expect([seen, events, workers.length]).toEqual([[1, 2, 3], ['hello'], 1]);
});

test('a cancelled call ends at once here and is told to the worker, which goes on with others', async () => {
  const client = open();
  const control = new AbortController();
  const call = client.call('count', 10_000, control.signal, () => control.abort());
  expect(await call).toEqual({ ok: false, kind: 'cancelled', error: { code: 'cancelled' } });
  while (!events.includes('stopped at true')) await client.call('double', 1, signal);
  expect(await client.call('double', 5, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
  expect(workers).toHaveLength(1);
});

test('an error in a handler is a value, and the worker lives', async () => {
  const client = open();
  expect(await client.call('fail', null, signal)).toEqual({
    ok: false,
    kind: 'failed',
    error: { code: 'memory_index_failed', detail: 'Error: expected' },
  });
  expect(await client.call('double', 2, signal)).toEqual({ ok: true, value: 4 });
  expect(workers).toHaveLength(1);
});

test('a crash fails what was waiting, and the next call starts a new worker, again and again', async () => {
  const client = open();
  for (let round = 1; round <= 3; round += 1) {
    const waiting = client.call('count', 100_000, signal);
    const crashed = await client.call('crash', null, signal);
    expect(crashed).toMatchObject({
      ok: false,
      kind: 'failed',
      error: { code: 'memory_index_failed', detail: expect.stringContaining('planted') },
    });
    expect(await waiting).toMatchObject({ ok: false, kind: 'failed' });
    expect(await client.call('double', round, signal)).toEqual({ ok: true, value: 2 * round });
    expect(workers).toHaveLength(round + 1);
  }
});

test('a worker that is killed from outside is noticed too', async () => {
  const client = open();
  await client.call('double', 1, signal);
  const waiting = client.call('count', 100_000, signal);
  await workers[0]?.terminate();
  expect(await waiting).toMatchObject({ ok: false, kind: 'failed' });
  expect(await client.call('double', 3, signal)).toEqual({ ok: true, value: 6 });
});

test('a worker that cannot be started is a value', async () => {
  const client = createWorkerClient<TestContract>({
    start: () => {
      throw new Error('no entry');
    },
    failure: 'memory_index_failed',
  });
  expect(await client.call('double', 1, signal)).toMatchObject({ ok: false, kind: 'failed', error: { detail: 'Error: no entry' } });
  await client.close();
});

test('closing lets the worker end its work, fails what waits, and takes no more calls', async () => {
  const client = open();
  await client.call('double', 1, signal);
  const waiting = client.call('count', 100_000, signal);
  const ended = once(workers[0] as Worker, 'exit');
  await client.close();
  await client.close();
  await ended;
  expect(events).toContain('closing');
  const last = await waiting;
  expect(['stopped', 'memory_index_failed']).toContain(last.ok ? last.value : last.error.code);
  expect(await client.call('double', 1, signal)).toMatchObject({ ok: false, kind: 'failed' });
});
