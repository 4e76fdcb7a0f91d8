/** Models that are fetched: progress, a pause, what goes wrong, and going on. */
import { afterEach, expect, test } from 'vitest';
import type { Pull } from '#shared/schema/model';
import { type Loopback, startLoopback } from '../../../../e2e/doubles/loopback.ts';
import { parseScenario } from '../../../../e2e/doubles/scenario.ts';
import { type Bed, makeBed, sockets } from './ollama-bed.fixture.ts';
import { createOllamaServer } from './ollama-server.ts';

let bed: Bed | undefined;
let loopback: Loopback | undefined;
afterEach(async () => {
  await bed?.double.close();
  await loopback?.close();
  bed = undefined;
  loopback = undefined;
});

const NAME = 'small:1b';
const TOTAL = 1_000_000;
const never = new AbortController().signal;

async function start(pull: object): Promise<Bed> {
  bed = await makeBed(
    parseScenario('pulls', { shows: 'Pulls.', pulls: { [NAME]: { total: TOTAL, chunkBytes: 20_000, delayMs: 10, ...pull } } }),
  );
  return bed;
}

const grows = (pulls: readonly Pull[]): boolean => pulls.every((pull, at) => pull.completed >= (pulls[at - 1]?.completed ?? 0));

test('a model comes down with progress that only grows, at a pace that can be shown', async () => {
  const { server, double } = await start({ chunkBytes: 1_000, delayMs: 0 });
  const pulls: Pull[] = [];
  expect(await server.pull(NAME, (pull) => pulls.push(pull), never)).toEqual({ ok: true, value: null });
  expect(pulls[0]).toEqual({ name: NAME, state: 'pulling', completed: 0, total: 0, status: 'pulling manifest', problem: null });
  expect(pulls.at(-1)).toEqual({ name: NAME, state: 'pulling', completed: TOTAL, total: TOTAL, status: 'success', problem: null });
  expect(grows(pulls)).toBe(true);
  // A thousand lines come as fast as they can.
  expect(pulls.length).toBeLessThan(500);
  expect(await server.look(never)).toMatchObject({ ok: true, value: { models: [{ name: NAME, size: TOTAL }] } });
  expect(double.requests('/api/pull')).toMatchObject([{ finished: true, aborted: false }]);
});

test('a pause leaves the server at once, tells nothing more, and the next try goes on from there', async () => {
  const { server, double } = await start({ delayMs: 30 });
  const before = sockets();
  const stop = new AbortController();
  const pulls: Pull[] = [];
  const first = await server.pull(NAME, (pull) => pulls.push(pull) && pull.completed > 300_000 && stop.abort(), stop.signal);
  const told = pulls.length;
  expect(first).toEqual({ ok: false, error: { code: 'cancelled' } });
  await expect.poll(() => double.requests('/api/pull')[0]?.aborted).toBe(true);
  await expect.poll(sockets).toBeLessThanOrEqual(before);
  expect(pulls).toHaveLength(told);
  expect(await server.pull(NAME, (pull) => pulls.push(pull), never)).toEqual({ ok: true, value: null });
  expect(grows(pulls)).toBe(true);
});

test('a pause while the server is silent ends the request', async () => {
  const { server, double } = await start({ delayMs: 3_600_000 });
  const stop = new AbortController();
  const pulling = server.pull(NAME, (pull) => pull.total > 0 && stop.abort(), stop.signal);
  expect(await pulling).toEqual({ ok: false, error: { code: 'cancelled' } });
  await expect.poll(() => double.requests('/api/pull')[0]?.aborted).toBe(true);
});

test('a failure and a connection that breaks are told, and each next try goes on from there', async () => {
  const { server } = await start({ failAt: 400_000, cutAt: 700_000, failText: 'max retries exceeded: unexpected EOF' });
  const pulls: Pull[] = [];
  const pull = () => server.pull(NAME, (one) => pulls.push(one), never);
  const params = { model: NAME };
  expect(await pull()).toEqual({ ok: false, error: { code: 'pull_failed', params, detail: 'max retries exceeded: unexpected EOF' } });
  expect(pulls.at(-1)).toMatchObject({ completed: 400_000, total: TOTAL });
  expect(await pull()).toEqual({ ok: false, error: { code: 'pull_failed', params, detail: expect.stringContaining('ECONNRESET') } });
  expect(pulls.at(-1)?.completed).toBe(700_000);
  expect(await pull()).toEqual({ ok: true, value: null });
  expect(grows(pulls)).toBe(true);
});

test.each([
  ['a damaged file', 'digest mismatch, file must be downloaded again: want sha256:aa, got sha256:bb', 'pull_damaged'],
  ['a full disk', 'write /models/blobs/sha256-aa-partial: no space left on device', 'disk_full'],
  ['no way out', 'dial tcp: lookup registry.ollama.ai: no such host', 'pull_failed'],
])('%s is told in the words of the server', async (_, failText, code) => {
  const { server } = await start({ failAt: 400_000, failText });
  expect(await server.pull(NAME, () => undefined, never)).toMatchObject({ ok: false, error: { code, detail: failText } });
});

test('a model that nobody has is told', async () => {
  const { server } = await start({});
  const detail = 'pull model manifest: file does not exist';
  expect(await server.pull('nobody:1b', () => undefined, never)).toEqual({
    ok: false,
    error: { code: 'pull_unknown', params: { model: 'nobody:1b' }, detail },
  });
});

test('a server that is not there is what is told', async () => {
  const server = createOllamaServer({ url: 'http://127.0.0.1:1', keepAlive: '30m', environment: {}, installed: async () => true });
  expect(await server.pull(NAME, () => undefined, never)).toMatchObject({ ok: false, error: { code: 'ollama_not_running' } });
});

test('layers are summed up, and one that begins anew takes nothing back', async () => {
  loopback = await startLoopback(async (exchange) => {
    exchange.open(200, 'application/x-ndjson');
    const line = (fields: object) => exchange.write(`${JSON.stringify({ status: 'pulling', ...fields })}\n`);
    await line({ digest: 'a', total: 100, completed: 100 });
    await line({ digest: 'b', total: 50, completed: 40 });
    await line({ digest: 'b', total: 50, completed: 10 });
    await line({ status: 'success' });
    exchange.end();
  });
  const server = createOllamaServer({ url: loopback.url, keepAlive: '30m', environment: {} });
  const pulls: Pull[] = [];
  expect(await server.pull(NAME, (pull) => pulls.push(pull), never)).toEqual({ ok: true, value: null });
  expect(pulls.at(-1)).toMatchObject({ completed: 140, total: 150, status: 'success' });
  expect(grows(pulls)).toBe(true);
});
