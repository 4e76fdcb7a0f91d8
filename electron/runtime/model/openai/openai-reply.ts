/** Reads the reply of an OpenAI-compatible server, whether it comes as events or as a whole. */
import { EndedEarly, NotOpenAi, Refused } from './openai-failure.ts';
import { eventsOf } from './sse.ts';

export interface Piece {
  readonly kind: 'thinking' | 'text';
  readonly text: string;
}

/** Tokens; null where the server does not tell. */
export interface Counts {
  /** Of the whole prompt, what came from the cache included. */
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly answer: number | null;
}

/** What came together. */
export interface Part {
  readonly pieces: readonly Piece[];
  readonly counts: Counts | null;
  /** Why it ended, in the server's word. */
  readonly finish: string | null;
  /** Nothing comes after it. */
  readonly last: boolean;
  /** It broke off here; what stands in `pieces` came before. */
  readonly broken: Error | null;
}

/** Milliseconds for what follows the end of an answer (the counts, the last event), and for the connection to end after the last event. */
const END_LIMIT = 2_000;
const LAST_LIMIT = 150;

/** Throws NotOpenAi for anything but a reply, EndedEarly for one without an end, and what the connection breaks with. */
export async function* partsOf(response: Response): AsyncGenerator<Part, void> {
  const batches = dataOf(response);
  let finished = false;
  for (;;) {
    const next = await (finished ? Promise.race([batches.next(), after(END_LIMIT)]) : batches.next());
    // The answer is whole: a server that keeps silent after it is not waited for.
    if (next === null || next.done === true) break;
    const part = partOf(next.value);
    finished ||= part.finish !== null || part.last;
    yield part;
    if (part.broken !== null) return;
    // The connection ends by itself now: a client that leaves on the last event looks like one that left too early.
    if (part.last) return void (await Promise.race([batches.next().catch(() => undefined), after(LAST_LIMIT)]));
  }
  if (!finished) throw new EndedEarly('the stream ended without its last event');
}

const after = (milliseconds: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref());

function partOf(batch: readonly string[]): Part {
  const pieces: { kind: Piece['kind']; text: string }[] = [];
  let counts: Counts | null = null;
  let finish: string | null = null;
  const add = (kind: Piece['kind'], text: string): void => {
    if (text === '') return;
    const before = pieces.at(-1);
    if (before?.kind === kind) before.text += text;
    else pieces.push({ kind, text });
  };
  for (const data of batch) {
    if (data === '[DONE]') return { pieces, counts, finish, last: true, broken: null };
    if (data.trim() === '') continue;
    const event = parsed(data);
    const broken = event === null ? new EndedEarly('an event is no JSON') : errorIn(event);
    if (event === null || broken !== null) return { pieces, counts, finish, last: false, broken };
    counts = countsIn(event) ?? counts;
    const choice = firstOf(event['choices']);
    const said = isObject(choice['delta']) ? choice['delta'] : isObject(choice['message']) ? choice['message'] : {};
    add('thinking', textOf(said['reasoning_content']) || textOf(said['reasoning']));
    add('text', textOf(said['content']));
    const reason = textOf(choice['finish_reason']) || (isObject(choice['message']) ? 'stop' : '');
    if (reason !== '') finish = reason;
  }
  return { pieces, counts, finish, last: false, broken: null };
}

/** Characters of a reply that comes as a whole. */
const WHOLE_LIMIT = 16_000_000;

/** Data of events. Some servers send the whole as one object, whatever they were asked for, and few tell their kind of content rightly. */
async function* dataOf({ body }: Response): AsyncGenerator<readonly string[], void> {
  if (body === null) return;
  const source = body[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const next = await source.next();
    if (next.done === true) return;
    head.push(next.value);
    first = /[^\s\0]/.exec(new TextDecoder().decode(next.value))?.[0];
  }
  const all = joined(head, source);
  if (first === '<') throw new NotOpenAi('a page came');
  if (first === '{') return yield [await whole(all)];
  let any = false;
  for await (const batch of eventsOf(all)) {
    any = true;
    yield batch;
  }
  if (!any && first !== ':') throw new NotOpenAi('no event came');
}

async function* joined(head: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > WHOLE_LIMIT) throw new NotOpenAi('an answer without end');
    pieces.push(decoder.decode(bytes, { stream: true }));
  }
  const text = pieces.join('');
  const reply = parsed(text);
  if (reply === null) throw new EndedEarly('the answer is no whole JSON');
  if (errorIn(reply) === null && !Array.isArray(reply['choices'])) throw new NotOpenAi('the answer holds no choices');
  return text;
}

function parsed(data: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Servers write it in three ways: an object, a text, or the event itself. */
function errorIn(event: Readonly<Record<string, unknown>>): Refused | null {
  const error = event['object'] === 'error' ? event : event['error'];
  if (typeof error === 'string' && error !== '') return new Refused(500, error);
  if (!isObject(error)) return null;
  const status = [error['code'], error['status']].find((one) => typeof one === 'number' && one >= 400 && one < 600);
  return new Refused(typeof status === 'number' ? status : /rate_limit/.test(String(error['type'])) ? 429 : 500, JSON.stringify(error));
}

function countsIn(event: Readonly<Record<string, unknown>>): Counts | null {
  const { usage, timings } = event;
  if (!isObject(usage)) return null;
  const details = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  return {
    prompt: countOf(usage['prompt_tokens']),
    // OpenAI's, DeepSeek's and llama.cpp's names for it.
    cached:
      countOf(details['cached_tokens']) ??
      countOf(usage['prompt_cache_hit_tokens']) ??
      (isObject(timings) ? countOf(timings['cache_n']) : null),
    answer: countOf(usage['completion_tokens']),
  };
}

const firstOf = (list: unknown): Readonly<Record<string, unknown>> => (Array.isArray(list) && isObject(list[0]) ? list[0] : {});
const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null);

/** A text, or one in parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
