/** Speaks to a running host over loopback HTTP, as the window does; proxies of the environment are never used for it. */
import { type IncomingMessage, request } from 'node:http';
import { envelopeSchema, pushSchema, type Transport } from '#shared/contract/wire';
import type { HostAddress } from '../host-lock.ts';
import { textLines } from './command.ts';

export function loopbackClient({ port, token }: Pick<HostAddress, 'port' | 'token'>): Transport {
  const post = (path: string, body: unknown, signal?: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
      request({ host: '127.0.0.1', port, path, method: 'POST', headers, ...(signal === undefined ? {} : { signal }) }, resolve)
        .once('error', reject)
        .end(JSON.stringify(body));
    });
  return {
    async call(wanted) {
      const response = await post('/call', wanted);
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      return envelopeSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    },
    async *events(after, signal) {
      const response = await post('/events', { after }, signal);
      try {
        for await (const line of textLines(response)) if (line !== '') yield pushSchema.parse(JSON.parse(line));
      } catch (error) {
        if (!signal.aborted) throw error; // the reader left: that is no failure
      }
    },
  };
}
