/** Serves one host on 127.0.0.1: the built window, POST /call, and POST /events as JSON lines. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';
import { pageFile } from './page-headers.ts';

// As a module, node:http evaluates lazy parts of itself (a WebSocket client among them) that a server never uses: a tenth of the start-up.
const { createServer } = process.getBuiltinModule('node:http');

/** Bytes of one request; above the message limit, so that a long message gets the host's own words. */
const BODY_LIMIT = 16 * 1024 * 1024;
const afterSchema = z.strictObject({ after: z.number().int().nonnegative() });

class BodyTooLarge extends Error {}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let size = 0;
  const chunks: Buffer[] = [];
  // The stream is not destroyed on the way out: the refusal has to reach a client that is still sending.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function serveFile(root: string, path: string, response: ServerResponse): Promise<void> {
  const page = pageFile(root, path);
  if (page === undefined) return void response.writeHead(404).end();
  const body = await readFile(page.file);
  response.writeHead(200, page.headers).end(body);
}

async function streamEvents(host: Transport, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { after } = afterSchema.parse(await readJson(request));
  const gone = new AbortController();
  response.on('close', () => gone.abort()).writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.flushHeaders();
  for await (const push of host.events(after, gone.signal)) {
    if (!response.write(`${JSON.stringify(push)}\n`)) await drained(response, gone.signal);
  }
  response.end();
}

/** Waits until a slow reader has taken what was written; meanwhile the feed's bounded queue holds the rest. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    response.on('drain', go);
    signal.addEventListener('abort', go);
  });
}

export interface LoopbackServer {
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  readonly host: Transport;
  /** Folder of the built window. */
  readonly files: string;
  /** 0 takes a free one. Rejects with EADDRINUSE when a given one is taken. */
  readonly port?: number;
}

export async function startLoopback({ host, files, port = 0 }: LoopbackOptions): Promise<LoopbackServer> {
  const token = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${token}`);
  let origin = '';
  const trusted = (request: IncomingMessage): boolean => {
    const given = Buffer.from(request.headers.authorization ?? '');
    return request.headers.origin === origin && given.length === expected.length && timingSafeEqual(given, expected);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (`http://${request.headers.host}` !== origin) return void response.writeHead(421).end();
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'GET' && path === '/favicon.ico') return void response.writeHead(204).end();
    if (request.method === 'GET') return serveFile(files, path, response);
    if (request.method !== 'POST' || !trusted(request)) return void response.writeHead(403).end();
    if (path === '/events') return streamEvents(host, request, response);
    if (path !== '/call') return void response.writeHead(404).end();
    const { method, input } = z.object({ method: z.string(), input: z.unknown() }).parse(await readJson(request));
    const envelope = await host.call({ method, input });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => fail(error, request, response));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const taken = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${taken}`;
  return {
    origin,
    port: taken,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof BodyTooLarge) {
    // The rest of the body is let through unread; an answer in the middle of it would be lost by the client.
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    return void response.end(JSON.stringify({ ok: false, error: notice('too_large', { limit: BODY_LIMIT }) }));
  }
  response.writeHead(request.method === 'GET' ? 404 : 400).end();
}
