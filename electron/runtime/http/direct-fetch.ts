/** A fetch that reaches services on this computer without a proxy in between and without a limit on how long they take. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

export type Fetch = typeof fetch;

/** Redirects that are followed, as many as browsers bear with plain pages. */
const MOST_HOPS = 5;
const NO_BODY = new Set([204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Loopback addresses are asked through node:http, which knows neither the environment's proxies nor the operating system's and ends no
 * request for lack of headers; redirects are handed back as they are. Every other address is asked through the global fetch, and a redirect
 * to this computer is refused. Rejects as fetch does: a TypeError whose `cause` has the code, or the signal's reason.
 */
export const directFetch: Fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  request.signal.throwIfAborted();
  return isLoopback(url) ? await askDirectly(url, request, body) : await askOut(url, request, body);
};

/** Whether an address means this computer, in any spelling that URL leaves standing. */
export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '0.0.0.0' || host === '[::]') return true;
  return host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}

/** "Every address" is one that can be listened on, not one that can be called on all systems. */
function dialled(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1';
  if (hostname === '[::]') return '::1';
  return hostname.replace(/^\[|\]$/g, '');
}

function askDirectly(url: URL, { method, headers, signal }: Request, body: Uint8Array | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = ask({
      // No agent: the shared one may have been given a proxy, and each connection is to end with its answer.
      agent: false,
      host: dialled(url.hostname),
      port: url.port === '' ? undefined : url.port,
      path: url.pathname + url.search,
      method,
      headers: { 'accept-encoding': 'identity', ...Object.fromEntries(headers), host: url.host },
    });
    let answer: IncomingMessage | undefined;
    const onAbort = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new DOMException('This operation was aborted', 'AbortError');
      reject(signal.reason);
      answer?.destroy(reason);
      sent.destroy(reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    sent.once('close', () => signal.removeEventListener('abort', onAbort));
    sent.on('error', (error) => reject(new TypeError('fetch failed', { cause: error })));
    sent.once('upgrade', () => sent.destroy(new Error('the server wants to change the protocol')));
    sent.once('response', (message) => {
      answer = message;
      try {
        resolve(responseOf(message));
      } catch (error) {
        sent.destroy();
        reject(new TypeError('fetch failed', { cause: error }));
      }
    });
    sent.end(body ?? undefined);
  });
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2)
    headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '');
  const status = message.statusCode ?? 0;
  const about = { status, statusText: message.statusMessage ?? '', headers };
  if (!NO_BODY.has(status)) return new Response(streamOf(message), about);
  message.resume();
  return new Response(null, about);
}

/** The two declarations of the same stream, one of Node's module and one of its globals, do not know each other. */
const streamOf = (message: IncomingMessage): ReadableStream<Uint8Array> =>
  Readable.toWeb(message) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>;

/** Follows redirects itself, so that none leads from elsewhere into this computer. */
async function askOut(from: URL, { method, headers, signal, redirect }: Request, body: Uint8Array<ArrayBuffer> | null): Promise<Response> {
  let url = from;
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, { method, headers, body, signal, redirect: redirect === 'error' ? 'error' : 'manual' });
    const next = redirect === 'follow' ? targetOf(response, url, method) : null;
    if (next === null) return response;
    await response.body?.cancel();
    if (hops === MOST_HOPS) throw new TypeError('fetch failed', { cause: new Error('too many redirects') });
    if (isLoopback(next)) throw new TypeError('fetch failed', { cause: new Error('a redirect led to this computer') });
    if (next.origin !== url.origin) for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name);
    url = next;
  }
}

/** Where a redirect leads; null for an answer that is none, and for one that would make another request of it. */
function targetOf({ status, headers }: Response, from: URL, method: string): URL | null {
  const location = headers.get('location');
  if (!REDIRECTS.has(status) || location === null) return null;
  const keepsRequest = status === 307 || status === 308 || method === 'GET' || method === 'HEAD';
  const target = URL.parse(location, from.href);
  return keepsRequest && (target?.protocol === 'http:' || target?.protocol === 'https:') ? target : null;
}
