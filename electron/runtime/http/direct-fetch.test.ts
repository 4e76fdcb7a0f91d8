/** The direct fetch against real servers on this computer, with proxies in the environment that lead nowhere. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { directFetch, isLoopback } from './direct-fetch.ts';

let server: Server | undefined;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const open = (): Promise<number> => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('an address of this computer', () => {
  test.each([
    ['http://localhost:1', true],
    ['http://LOCALHOST', true],
    ['http://ollama.localhost', true],
    ['http://127.0.0.1', true],
    ['http://127.9.8.7', true],
    ['http://127.1', true],
    ['http://2130706433', true],
    ['http://0.0.0.0', true],
    ['http://[::1]:80', true],
    ['http://[::]', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://128.0.0.1', false],
    ['http://10.0.0.1', false],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['http://[::2]', false],
  ])('%s: %s', (url, expected) => {
    expect(isLoopback(new URL(url))).toBe(expected);
  });
});

describe('a request to this computer', () => {
  test('goes past proxies, with method, headers and body, and leaves no connection', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const port = await serve(async (request, response) => {
      const { method, url, headers } = request;
      response.writeHead(201, 'made', { 'x-one': ['a', 'b'], 'content-type': 'application/json' });
      response.end(JSON.stringify({ method, url, type: headers['content-type'], body: await textOf(request) }));
    });
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) {
      const init = { method: 'POST', body: '{"你":"好"}', headers: { 'content-type': 'application/json' } };
      const response = await directFetch(`http://${host}:${port}/api?x=1`, init);
      expect({ status: response.status, ok: response.ok, one: response.headers.get('x-one'), told: await response.json() }).toEqual({
        ...{ status: 201, ok: true, one: 'a, b' },
        told: { method: 'POST', url: '/api?x=1', type: 'application/json', body: '{"你":"好"}' },
      });
    }
    await expect.poll(open).toBe(0);
  });

  test('streams: a piece is there before the next one is sent', async () => {
    let more: () => void = () => undefined;
    const port = await serve((_, response) => {
      response.write('one');
      more = () => response.end('two');
    });
    const response = await directFetch(`http://127.0.0.1:${port}`);
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) {
      pieces.push(new TextDecoder().decode(piece));
      if (pieces.length === 1) more();
    }
    expect(pieces).toEqual(['one', 'two']);
    await expect.poll(open).toBe(0);
  });

  test('can be stopped before the headers and in the middle of the body, with the reason', async () => {
    const reason = new Error('enough');
    const port = await serve((request, response) => {
      if (request.url === '/body') response.write('one');
    });
    const waiting = new AbortController();
    const silent = directFetch(`http://127.0.0.1:${port}/silent`, { signal: waiting.signal });
    await expect.poll(open).toBe(1);
    waiting.abort(reason);
    await expect(silent).rejects.toBe(reason);
    const reading = new AbortController();
    const body = await directFetch(`http://127.0.0.1:${port}/body`, { signal: reading.signal });
    const text = body.text();
    reading.abort(reason);
    await expect(text).rejects.toBe(reason);
    await expect(directFetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect.poll(open).toBe(0);
  });

  test('ends its connection when the reader has enough', async () => {
    const port = await serve((_, response) => void response.write('one'));
    const response = await directFetch(`http://127.0.0.1:${port}`);
    await response.body?.cancel();
    await expect.poll(open).toBe(0);
  });

  test('fails as fetch does: nobody there, a connection that breaks, an answer that is no HTTP', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/cut') response.socket?.destroy();
      else if (request.url === '/no-http') response.socket?.end('hello\r\n');
      else response.writeHead(200, { 'content-length': '10' }).write('one', () => response.socket?.destroy());
    });
    const at = (path: string) => directFetch(`http://127.0.0.1:${port}${path}`);
    await expect(directFetch('http://127.0.0.1:1/')).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } });
    await expect(at('/cut')).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    await expect(at('/no-http')).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'HPE_INVALID_CONSTANT' } });
    await expect(at('/half').then((response) => response.text())).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(directFetch('nonsense')).rejects.toThrow(TypeError);
  });

  test('hands back empty answers and redirects as they are', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end();
      else response.writeHead(307, { location: '/empty' }).end();
    });
    const empty = await directFetch(`http://127.0.0.1:${port}/empty`);
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    const moved = await directFetch(`http://127.0.0.1:${port}/moved`);
    expect([moved.status, moved.headers.get('location')]).toEqual([307, '/empty']);
  });
});

describe('a request to elsewhere', () => {
  /** Stands in for the world: nothing outside this computer is asked by a test. */
  function world(
    pages: Readonly<Record<string, { status: number; location?: string }>>,
  ): { url: string; method: string; key: string | null }[] {
    const asked: { url: string; method: string; key: string | null }[] = [];
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      asked.push({ url: url.href, method: init.method ?? '', key: new Headers(init.headers).get('authorization') });
      const { status, location } = pages[url.href] ?? { status: 200 };
      return new Response('', { status, headers: location === undefined ? {} : { location } });
    });
    return asked;
  }
  const init = { headers: { authorization: 'Bearer key' } };

  test('goes through the global fetch and follows a redirect, the key left behind at another origin', async () => {
    const asked = world({
      'http://a.example/': { status: 301, location: '/b' },
      'http://a.example/b': { status: 302, location: 'https://c.example/' },
    });
    expect((await directFetch('http://a.example', init)).status).toBe(200);
    expect(asked).toEqual([
      { url: 'http://a.example/', method: 'GET', key: 'Bearer key' },
      { url: 'http://a.example/b', method: 'GET', key: 'Bearer key' },
      { url: 'https://c.example/', method: 'GET', key: null },
    ]);
  });

  test('follows no redirect into this computer, and none for ever', async () => {
    world({ 'http://a.example/': { status: 302, location: 'http://127.0.0.1:1/' }, 'http://b.example/': { status: 302, location: '/' } });
    await expect(directFetch('http://a.example')).rejects.toMatchObject({ cause: { message: 'a redirect led to this computer' } });
    await expect(directFetch('http://b.example')).rejects.toMatchObject({ cause: { message: 'too many redirects' } });
  });

  test('is sent again as it was, or not at all', async () => {
    const asked = world({ 'http://a.example/': { status: 307, location: '/b' }, 'http://c.example/': { status: 302, location: '/d' } });
    expect((await directFetch('http://a.example', { method: 'POST', body: 'x' })).status).toBe(200);
    expect((await directFetch('http://c.example', { method: 'POST', body: 'x' })).status).toBe(302);
    expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'POST http://a.example/',
      'POST http://a.example/b',
      'POST http://c.example/',
    ]);
  });
});
