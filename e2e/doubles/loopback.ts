/** A server on 127.0.0.1 that records what it is asked and notices clients that leave; both doubles stand on it. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from './prompt-tokens.ts';

/** What one request was and what became of it. */
export interface Asked {
  /** Milliseconds since the server started. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed if it was JSON, otherwise its text. */
  readonly body: unknown;
  /** Status sent; absent while no header has gone out. */
  status?: number;
  /** The client left before the end. */
  aborted: boolean;
  /** The double did all it had to do. */
  finished: boolean;
  /** The double itself broke the connection. */
  cut: boolean;
  /** Prompt tokens: all, those that the previous prompt began with, and those told to the client. */
  prompt?: { readonly all: number; readonly shared: number; readonly told: number };
  /** The schema or mode sent as `format` or `response_format`. */
  format?: unknown;
  /** What a careful client would have done otherwise, and what the server had to do for it. */
  readonly remarks: string[];
}

export interface Exchange {
  readonly asked: Asked;
  /** The body as it came. */
  readonly raw: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Waits; rejects at once when the client leaves. */
  pause(milliseconds: number): Promise<void>;
  open(status: number, contentType: string, headers?: Readonly<Record<string, string>>): void;
  /** Writes and waits while the client reads slowly; rejects when it leaves. */
  write(text: string, packetBytes?: number): Promise<void>;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
  /** Leaves the connection open and silent until the client goes. */
  stall(): Promise<never>;
  send(status: number, contentType: string, body: string, headers?: Readonly<Record<string, string>>): void;
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
}

export interface LoopbackOptions {
  /** 0, the default, takes any free one. */
  readonly port?: number;
  readonly onRequest?: (asked: Asked) => void;
  /** Called when a request is over, however it ended. */
  readonly onEnd?: (asked: Asked) => void;
}

export interface Loopback {
  readonly url: string;
  readonly port: number;
  /** Everything asked so far, or what was asked of one path. */
  requests(path?: string): readonly Asked[];
  /** Requests that are still being answered. */
  working(): number;
  /** Breaks every connection and frees the port. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. Rejects if the port is taken. */
export async function startLoopback(handle: (exchange: Exchange) => Promise<void>, options: LoopbackOptions = {}): Promise<Loopback> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const started = performance.now();
  let working = 0;
  const server = createServer({ noDelay: true }, async (request, response) => {
    const raw = await textOf(request);
    if (raw === undefined) return;
    const entry = record(request, raw, performance.now() - started);
    asked.push(entry);
    options.onRequest?.(entry);
    working++;
    try {
      await handle(exchangeOf(entry, raw, response));
      entry.finished = !entry.cut;
    } catch (error) {
      if (!entry.aborted && !entry.cut) failLoudly(response, error);
    } finally {
      working--;
      options.onEnd?.(entry);
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: (path) => asked.filter((entry) => path === undefined || entry.path === path),
    working: () => working,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const entry of asked) entry.cut ||= !entry.finished && !entry.aborted;
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function record(request: IncomingMessage, raw: string, at: number): Asked {
  const [path = '/'] = (request.url ?? '/').split('?');
  const body = jsonOrText(raw);
  return {
    at,
    method: request.method ?? 'GET',
    path,
    headers: request.headers,
    body,
    aborted: false,
    finished: false,
    cut: false,
    remarks: [],
  };
}

function jsonOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function exchangeOf(asked: Asked, raw: string, response: ServerResponse): Exchange {
  const gone = new AbortController();
  response.once('close', () => {
    if (response.writableFinished) return;
    asked.aborted = !asked.cut;
    gone.abort();
  });
  const left = whenAborted(gone.signal);
  left.catch(() => undefined);
  const open: Exchange['open'] = (status, contentType, headers = {}) => {
    asked.status = status;
    response.writeHead(status, { 'content-type': contentType, ...headers });
  };
  const push = async (data: Buffer | string): Promise<void> => {
    gone.signal.throwIfAborted();
    let roomLeft = true;
    const sent = new Promise<void>((resolve) => {
      roomLeft = response.write(data, () => resolve());
    });
    // The callback of this write, not the drain event: that one was seen not to come after thousands of small pieces.
    if (!roomLeft) await Promise.race([sent, left]);
  };
  const send: Exchange['send'] = (status, contentType, body, headers) => {
    open(status, contentType, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    response.end(body);
  };
  return {
    asked,
    raw,
    signal: gone.signal,
    pause: async (milliseconds) => {
      if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: gone.signal });
    },
    open,
    async write(text, packetBytes) {
      if (packetBytes === undefined) return push(text);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += packetBytes) {
        await push(bytes.subarray(at, at + packetBytes));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    end: () => void response.end(),
    cut() {
      asked.cut = true;
      // What was written is to arrive first: it leaves the process only after this tick.
      setImmediate(() => response.socket?.destroySoon());
    },
    stall: () => left,
    send,
    json: (status, body, headers) => send(status, 'application/json; charset=utf-8', JSON.stringify(body), headers),
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A mistake of the double itself: seen in the client's error and on the terminal, never swallowed. */
function failLoudly(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(`the double itself failed: ${String(error)}`);
}

/** The object a request's body is, or undefined. */
export const bodyOf = (exchange: Exchange): Readonly<Record<string, unknown>> | undefined =>
  isObject(exchange.asked.body) ? exchange.asked.body : undefined;
