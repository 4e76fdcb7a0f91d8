/** Speaks to the host over loopback HTTP: POST for calls, streamed JSON lines for events. Needs only `fetch` and `TextDecoderStream`. */
import { type Envelope, envelopeSchema, type Push, pushSchema, type Request, type Transport } from '#shared/contract/wire';
import { UnreachableError } from './unreachable.ts';

export interface LoopbackOptions {
  readonly token: string;
  /** Origin without a closing slash, such as `http://127.0.0.1:4100`; empty for the page's own. */
  readonly base?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Never retries: whoever follows the events decides when to try again, from the last cursor it saw. */
export function loopbackTransport({ token, base = '', headers = {} }: LoopbackOptions): Transport {
  const post = async (path: string, body: unknown, signal?: AbortSignal): Promise<Response> => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      throw new UnreachableError(String(cause), false);
    });
    if (response.status === 401 || response.status === 403) throw new UnreachableError(`${path}: ${response.status}`, true);
    return response;
  };
  return {
    call: async (request) => readEnvelope(request, await post('/call', request)),
    async *events(after, signal) {
      try {
        const response = await post('/events', { after }, signal);
        if (!response.ok || response.body === null) throw new UnreachableError(`/events: ${response.status}`, false);
        for await (const line of linesOf(response.body)) if (line !== '') yield pushSchema.parse(JSON.parse(line)) as Push;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

async function readEnvelope(request: Request, response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch(() => null);
  const read = envelopeSchema.safeParse(body);
  if (!read.success) throw new UnreachableError(`${request.method}: ${response.status} without an envelope`, false);
  return read.data as Envelope;
}

/** Lines of a UTF-8 stream, without their ends; a rest without an end is dropped, since the host ends every line. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
