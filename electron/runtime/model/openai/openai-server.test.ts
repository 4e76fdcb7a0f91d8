/** What is found at an address: models with their windows, or why there are none. */
import { afterEach, describe, expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { type Exchange, type Loopback, startLoopback } from '../../../../e2e/doubles/loopback.ts';
import { hear, requestOf } from '../ollama/ollama-bed.fixture.ts';
import { type Bed, delta, makeBed, modelOf, serverAt } from './openai-bed.fixture.ts';
import type { OpenAiServer } from './openai-server.ts';

let bed: Bed | undefined;
let loopback: Loopback | undefined;
afterEach(async () => {
  await bed?.double.close();
  await loopback?.close();
  bed = undefined;
  loopback = undefined;
});

const never = new AbortController().signal;

type Pages = Readonly<Record<string, unknown>>;

/** A server that answers each path with one JSON, or as a function says, and every other one with 404. */
async function serve(pages: Pages, path = '/v1'): Promise<OpenAiServer> {
  loopback = await startLoopback(async (exchange) => {
    const page = pages[exchange.asked.path];
    if (typeof page === 'function') return (page as (exchange: Exchange) => void)(exchange);
    if (page === undefined) exchange.json(404, { error: `Unexpected path ${exchange.asked.path}` });
    else exchange.json(200, page);
  });
  return serverAt(loopback.url + path);
}

const rows = (...more: readonly object[]) => ({ object: 'list', data: more.map((one, at) => ({ id: `m${at}`, ...one })) });

describe('the models', () => {
  test('are those of the double, with the window that it tells', async () => {
    bed = await makeBed('rate-limited', { key: async () => 'test-key' });
    expect(await bed.server.look(never)).toEqual({ ok: true, value: { models: [{ name: 'llama3.2:3b', window: 8_192 }] } });
  });

  test.each([
    ['vLLM', rows({ max_model_len: 4_096 }), {}, [4_096]],
    ['OpenRouter', rows({ context_length: 131_072 }, { context_length: 0 }), {}, [131_072, null]],
    ['another', rows({ context_window: 200_000 }), {}, [200_000]],
    ['llama.cpp, loaded with less than it was trained for', rows({ meta: { n_ctx_train: 131_072 } }), { '/props': props(8_192) }, [8_192]],
    ['llama.cpp without its other page', rows({ meta: { n_ctx_train: 131_072 } }), {}, [131_072]],
    ['one that tells nothing', rows({}, {}), { '/props': { hello: 1 } }, [null, null]],
    ['one that tells nonsense', rows({ context_length: '8k', meta: 7 }), { '/props': props(-1) }, [null]],
    ['a bare list', [{ id: 'm0', context_length: 2_048 }, { id: '' }, 7, { id: 'm0' }], {}, [2_048]],
  ])('of %s', async (_, listed, more, windows) => {
    const server = await serve({ '/v1/models': listed, ...more });
    const models = windows.map((window, at) => ({ name: `m${at}`, window }));
    expect(await server.look(never)).toEqual({ ok: true, value: { models } });
  });

  test('and a window that the server told is told with each answer', async () => {
    const server = await serve({
      '/v1/models': rows({ max_model_len: 4_096 }),
      '/v1/chat/completions': (exchange: Exchange) =>
        exchange.send(200, 'text/event-stream', `${delta({ content: '{}' }, 'stop')}data: [DONE]\n\n`),
    });
    expect((await hear(modelOf(server, 'm0'), requestOf('One.'))).usage?.loadedWindow).toBe(null);
    await server.look(never);
    expect((await hear(modelOf(server, 'm0'), requestOf('Two.'))).usage?.loadedWindow).toBe(4_096);
  });
});

function props(window: number): object {
  return { default_generation_settings: { n_ctx: window } };
}

describe('an address', () => {
  test.each([
    ['', '/v1'],
    ['/', '/v1'],
    ['/v1/', '/v1'],
    ['/v1/chat/completions', '/v1'],
    ['/v1/models', '/v1'],
    ['/api/v3', '/api/v3'],
    ['/v1?part=7', '/v1'],
  ])('that ends in "%s" leads to the models and to a chat', async (written, path) => {
    const reply = (exchange: Exchange) => exchange.send(200, 'text/event-stream', delta({ content: '{}' }, 'stop'));
    const server = await serve({ [`${path}/models`]: rows({}), [`${path}/chat/completions`]: reply }, written);
    expect(await hear(modelOf(server), requestOf('One.'))).toMatchObject({ text: '{}', end: 'done' });
    expect(await server.look(never)).toMatchObject({ ok: true });
  });

  test('without the end of it is found by a look too, also where the wrong place answers with success', async () => {
    const server = await serve({ '/models': { error: 'Unexpected endpoint or method. (GET /models)' }, '/v1/models': rows({}) }, '');
    expect(await server.look(never)).toMatchObject({ ok: true });
    expect(loopback?.requests().map(({ path }) => path)).toEqual(['/models', '/v1/models', '/props']);
  });

  test('at which nothing of it stands is tried anew each time, and shown as it was written', async () => {
    const server = await serve({}, '');
    const { url = '' } = loopback ?? {};
    for (let time = 0; time < 2; time++)
      expect(await server.look(never)).toMatchObject({ ok: false, error: { code: 'model_other_service', params: { url } } });
    expect(loopback?.requests().map(({ path }) => path)).toEqual(['/models', '/v1/models', '/models', '/v1/models']);
  });

  test.each([
    ['ftp://desk/v1', 'ftp://desk/v1', 'only http and https can be asked'],
    ['http://me:secret@desk/v1', 'http://desk/v1', 'a name and password cannot stand in it'],
    ['desk', 'desk', 'only http and https can be asked'],
  ])('such as %s is refused before anything is asked', async (written, shown, why) => {
    const server = serverAt(written, { fetch: () => Promise.reject(new Error('asked')) });
    const error = notice('model_address', { url: shown }, why);
    expect(await server.look(never)).toEqual({ ok: false, error });
    expect((await hear(modelOf(server), requestOf('One.'))).failed).toEqual({ error, retryable: true });
  });
});

describe('a look that finds no server', () => {
  test.each([
    ['a page', (exchange: Exchange) => exchange.send(200, 'text/html', '<!doctype html>'), 'model_other_service'],
    ['a page under another name', (exchange: Exchange) => exchange.send(200, 'text/plain', '<html>'), 'model_other_service'],
    ['a text', (exchange: Exchange) => exchange.send(200, 'text/plain', 'Ollama is running'), 'model_other_service'],
    ['another JSON', { hello: 1 }, 'model_other_service'],
    [
      'a way elsewhere',
      (exchange: Exchange) => exchange.send(302, 'text/plain', '', { location: 'http://127.0.0.1:1/' }),
      'model_other_service',
    ],
    ['a refused key', (exchange: Exchange) => exchange.json(403, { error: { code: 'unsupported_region' } }), 'model_key_refused'],
    ['a proxy that wants a password', (exchange: Exchange) => exchange.send(407, 'text/html', '<html>'), 'model_proxy'],
    ['a failure', (exchange: Exchange) => exchange.json(500, { error: 'broken' }), 'model_server_error'],
    ['a broken connection', (exchange: Exchange) => exchange.cut(), 'model_unreachable'],
  ])('tells of %s', async (_, page, code) => {
    const server = await serve({ '/v1/models': page });
    expect(await server.look(never)).toMatchObject({ ok: false, error: { code } });
  });

  test('ends at once when it is stopped', async () => {
    const server = await serve({ '/v1/models': (exchange: Exchange) => exchange.stall() });
    const stop = new AbortController();
    const looking = server.look(stop.signal);
    await expect.poll(() => loopback?.requests().length).toBe(1);
    stop.abort();
    expect(await looking).toEqual({ ok: false, error: notice('cancelled') });
    await expect.poll(() => loopback?.requests()[0]?.aborted).toBe(true);
  });
});
