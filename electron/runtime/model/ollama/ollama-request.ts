/** One request to an Ollama server: a client of its own, whose every wait ends with a signal, and whose replies are checked on the way. */
import { Ollama } from 'ollama';
import type { Fetch } from '#runtime/http/direct-fetch';

/** The server answered, but not with what was asked for. */
export class Refusal extends Error {
  readonly status: number;
  /** The server's words, or its page; at most 16 KB. */
  readonly text: string;
  readonly isPage: boolean;

  constructor(status: number, text: string, isPage: boolean) {
    super(`status ${status}: ${text.slice(0, 300)}`);
    this.status = status;
    this.text = text;
    this.isPage = isPage;
  }
}

/** A stream of lines that holds something else, or ends too early. */
export class BrokenStream extends Error {
  readonly endsEarly: boolean;

  constructor(endsEarly: boolean, message: string) {
    super(message);
    this.endsEarly = endsEarly;
  }
}

/** An object of an answer that comes in lines; nothing of it is taken for granted. */
export type Line = Readonly<Record<string, unknown>>;

export interface OllamaRequest {
  readonly client: Ollama;
  /** The lines of a streamed answer, all at once that came together. Throws Refusal for an error among them, BrokenStream for what is no line. */
  lines(): AsyncGenerator<readonly Line[], void>;
  /** Lets a finished answer end by itself, breaks off any other one. Never rejects. */
  close(isFinished: boolean): Promise<void>;
}

/** Milliseconds: for the words of a refusal to arrive, and for an answer to end after its last line. */
const WORDS_LIMIT = 3_000;
const END_LIMIT = 1_000;
const WORDS_BYTES = 16_384;

export interface Server {
  readonly url: string;
  readonly fetch: Fetch;
}

/**
 * The client makes the requests. Their answers are read here: it prints refusals to the console, leaves out lines that it cannot read, and
 * its own abort does nothing before the headers. `streams`: the answer comes in lines, and the client's own iterator of it stays empty.
 */
export function openRequest({ url, fetch }: Server, signal: AbortSignal, streams = false): OllamaRequest {
  const stop = new AbortController();
  const bound = AbortSignal.any([signal, stop.signal]);
  let source: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const client = new Ollama({
    host: url,
    async fetch(input, init) {
      const response = await fetch(input, { ...init, signal: bound });
      await refuse(response);
      if (!streams || response.body === null) return response;
      source = response.body.getReader();
      return new Response('');
    },
  });
  return {
    client,
    async *lines() {
      if (source !== undefined) yield* linesOf(source);
    },
    async close(isFinished) {
      if (isFinished && source !== undefined) await within(END_LIMIT, readToEnd(source));
      stop.abort();
    },
  };
}

async function refuse(response: Response): Promise<void> {
  const isPage = response.headers.get('content-type')?.includes('html') === true;
  if (response.ok && !isPage) return;
  const text = await wordsOf(response);
  throw new Refusal(response.status, isPage ? text : errorIn(text), isPage || /^\s*<(!doctype|html)/i.test(text));
}

/** As much as arrives in time. */
async function wordsOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<void> => {
    while (text.length < WORDS_BYTES) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
    }
  };
  await within(WORDS_LIMIT, read());
  await reader.cancel().catch(() => undefined);
  return text.slice(0, WORDS_BYTES);
}

/** What Ollama says stands in `error`; a runner's whole answer may stand in there once more. */
function errorIn(text: string): string {
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== 'object' || told === null) return text;
    const error: unknown = Reflect.get(told, 'error') ?? Reflect.get(told, 'message');
    if (typeof error === 'string') return error.startsWith('{') ? errorIn(error) : error;
    return error === undefined ? text : errorIn(JSON.stringify(error));
  } catch {
    return text;
  }
}

async function* linesOf(source: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<readonly Line[], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await source.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const texts = rest.split('\n');
    rest = done ? '' : (texts.pop() ?? '');
    const { lines, broken } = readLines(texts);
    if (lines.length > 0) yield lines;
    if (broken !== undefined) throw broken;
    if (done) return;
  }
}

/** Lines up to the first that is none, which is told apart: what came before it counts. */
function readLines(texts: readonly string[]): { lines: Line[]; broken: Error | undefined } {
  const lines: Line[] = [];
  for (const text of texts) {
    if (text.trim() === '') continue;
    const line = read(text);
    if (line === undefined) return { lines, broken: new BrokenStream(text.startsWith('{'), `no line of JSON: ${text.slice(0, 100)}`) };
    if (line['error'] !== undefined) return { lines, broken: new Refusal(200, errorIn(text), false) };
    lines.push(line);
  }
  return { lines, broken: undefined };
}

function read(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null;

async function readToEnd(source: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await source.read()).done);
}

/** Ends after so many milliseconds at the latest, and however the work ends. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}
