/** Tests of the loopback transport over a real HTTP server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Push } from '#shared/contract/wire';
import { loopbackTransport } from './loopback.ts';
import { UnreachableError } from './unreachable.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function serve(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void): Promise<string> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    answer(request, body, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a call carries the token and the given headers, and gives the envelope back', async () => {
  const seen: unknown[] = [];
  const base = await serve((request, body, response) => {
    seen.push(request.url, request.headers.authorization, request.headers.origin, JSON.parse(body));
    response.end(JSON.stringify({ ok: true, output: { text: '你好' } }));
  });
  const transport = loopbackTransport({ token: 'secret', base, headers: { origin: base } });
  expect(await transport.call({ method: 'app.state', input: {} })).toEqual({ ok: true, output: { text: '你好' } });
  expect(seen).toEqual(['/call', 'Bearer secret', base, { method: 'app.state', input: {} }]);
});

test('events are read across any cut of the bytes, also within a character', async () => {
  const push: Push = { kind: 'delta', runId: 'r', sessionId: 's', step: 1, offset: 0, text: '记住👋' };
  const bytes = Buffer.from(`${JSON.stringify(push)}\n\n${JSON.stringify({ kind: 'changed', what: 'sessions' })}\n`);
  const base = await serve(async (_request, body, response) => {
    expect(JSON.parse(body)).toEqual({ after: 7 });
    for (const byte of bytes) {
      response.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const got: Push[] = [];
  for await (const one of loopbackTransport({ token: 't', base }).events(7, new AbortController().signal)) got.push(one);
  expect(got).toEqual([push, { kind: 'changed', what: 'sessions' }]);
});

test('an abort ends the events without an error', async () => {
  const base = await serve(
    (_request, _body, response) => void response.write(`${JSON.stringify({ kind: 'changed', what: 'settings' })}\n`),
  );
  const stop = new AbortController();
  const got: Push[] = [];
  for await (const one of loopbackTransport({ token: 't', base }).events(0, stop.signal)) {
    got.push(one);
    stop.abort();
  }
  expect(got).toHaveLength(1);
});

test('a wrong token is refused for good, a host that is gone is not', async () => {
  const base = await serve((_request, _body, response) => void response.writeHead(403).end());
  const refused = await loopbackTransport({ token: 'x', base })
    .call({ method: 'a', input: {} })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnreachableError);
  expect((refused as UnreachableError).refused).toBe(true);
  const gone = await loopbackTransport({ token: 'x', base: 'http://127.0.0.1:9' })
    .call({ method: 'a', input: {} })
    .catch((error: unknown) => error);
  expect((gone as UnreachableError).refused).toBe(false);
});

test('an answer that is no envelope counts as nobody', async () => {
  const base = await serve((_request, _body, response) => void response.writeHead(400).end('<html>'));
  await expect(loopbackTransport({ token: 'x', base }).call({ method: 'a', input: {} })).rejects.toBeInstanceOf(UnreachableError);
});
