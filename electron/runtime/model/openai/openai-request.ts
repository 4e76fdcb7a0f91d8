/** Makes the requests to an OpenAI-compatible server, in the form that this server was found to take. */
import type { Fetch } from '#runtime/http/direct-fetch';
import type { Answer, ChatMessage, ChatRequest } from '#runtime/model/chat-model';
import { notice } from '#shared/schema/notice';
import type { OpenAiAddress } from './openai-address.ts';
import { isElsewhere, NotOpenAi, Refused } from './openai-failure.ts';

/** The form of requests. */
export interface Form {
  /** How the shape of a reply is asked for. */
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** Whether the counts are asked for. */
  readonly usage: boolean;
  /** Before `/chat/completions`. */
  readonly path: string;
}

export interface Connection {
  readonly address: OpenAiAddress;
  readonly fetch: Fetch;
  /** The next request's; another one takes its place when the server refuses it. */
  form: Form;
  /** A request at the form's path was answered. */
  placed: boolean;
  /** Tokens of window by the server's own word, by model. */
  readonly windows: Map<string, number>;
}

export function connectTo(address: OpenAiAddress, fetch: Fetch): Connection {
  return { address, fetch, form: { format: 'json_schema', usage: true, path: address.path }, placed: false, windows: new Map() };
}

const FORMAT = /response[_ ]format|json[_ ](schema|object)|grammar|structured[_ ]outputs?/i;
const USAGE = /stream_options|include_usage/i;
const ABOUT_WINDOW = /context_length|context (length|size|window)/i;

/** Learns from a failure in which form to ask. true when there is another one to be tried than `sent`. */
export function learnForm(connection: Connection, sent: Form, error: unknown): boolean {
  // Another request has learned something meanwhile.
  if (connection.form !== sent) return true;
  const { address, placed } = connection;
  if (isElsewhere(error)) {
    if (placed || address.path !== '') return false;
    // People leave out the end of an address; where that did not help either, the next request begins anew.
    connection.form = { ...sent, path: sent.path === '' ? '/v1' : '' };
    return sent.path === '';
  }
  if (!(error instanceof Refused) || (error.status !== 400 && error.status !== 422) || ABOUT_WINDOW.test(error.text)) return false;
  if (sent.usage && USAGE.test(error.text)) connection.form = { ...sent, usage: false };
  else if (sent.format !== 'none' && FORMAT.test(error.text))
    connection.form = { ...sent, format: sent.format === 'json_schema' ? 'json_object' : 'none' };
  return connection.form !== sent;
}

/** Bytes of a refusal and of a list that are read, and milliseconds for a refusal's words. */
const WORDS = 16_384;
const LIST = 16_000_000;
const WORDS_LIMIT = 3_000;

export interface Asking {
  readonly form: Form;
  readonly key: string | null;
  readonly signal: AbortSignal;
}

/** An answer that is a success by its head. Throws Refused for any other, and what fetch rejects with. */
export async function askChat(
  { address, fetch }: Connection,
  model: string,
  { messages, schema }: ChatRequest,
  { form, key, signal }: Asking,
): Promise<Response> {
  const response = await fetch(address.at(`${form.path}/chat/completions`), {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...authorization(key) },
    body: JSON.stringify({
      model,
      messages: alternating(messages),
      stream: true,
      ...(form.usage ? { stream_options: { include_usage: true } } : {}),
      ...formatOf(form.format, schema),
    }),
  });
  return await checked(response);
}

/** The JSON at a path. Throws Refused, NotOpenAi for anything but JSON, and what fetch rejects with. */
export async function askJson({ address, fetch }: Connection, path: string, { key, signal }: Omit<Asking, 'form'>): Promise<unknown> {
  const response = await checked(await fetch(address.at(path), { signal, headers: { accept: 'application/json', ...authorization(key) } }));
  const text = await textOf(response, LIST);
  try {
    return JSON.parse(text);
  } catch {
    throw new NotOpenAi('the answer is no JSON');
  }
}

/** As it can be sent: null where there is none. Refuses one that cannot stand in a header, without naming it. */
export async function readKey(key: () => Promise<string | null>, model: string): Promise<Answer<string | null>> {
  const text = (await key())?.trim() ?? '';
  if (/^[\x20-\x7e]*$/.test(text)) return { ok: true, value: text === '' ? null : text };
  return { ok: false, error: notice('model_key_refused', { model }, 'it holds characters that no key has') };
}

const authorization = (key: string | null): Readonly<Record<string, string>> => (key === null ? {} : { authorization: `Bearer ${key}` });

function formatOf(format: Form['format'], schema: ChatRequest['schema']): Readonly<Record<string, unknown>> {
  if (Object.keys(schema).length === 0 || format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: false, schema } } };
}

/** Templates of some models demand that the two sides take turns. */
function alternating(messages: readonly ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) joined[joined.length - 1] = { role: last.role, content: `${last.content}\n\n${message.content}` };
    else joined.push(message);
  }
  return joined;
}

async function checked(response: Response): Promise<Response> {
  const { headers, status, ok } = response;
  const isPage = headers.get('content-type')?.includes('html') === true;
  if (ok && !isPage) return response;
  const text = await Promise.race([textOf(response, WORDS), later(WORDS_LIMIT)]).catch(() => '');
  throw new Refused(status, text, { wait: waitIn(headers.get('retry-after')), isPage: isPage || /^\s*<(!doctype|html)/i.test(text) });
}

/** As much of a body as is wanted; the rest is given up. */
async function textOf({ body }: Response, most: number): Promise<string> {
  const pieces: string[] = [];
  let size = 0;
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) {
    pieces.push(decoder.decode(bytes, { stream: true }));
    size += bytes.length;
    if (size >= most) break;
  }
  return pieces.join('');
}

const later = (milliseconds: number): Promise<string> => new Promise((resolve) => setTimeout(() => resolve(''), milliseconds).unref());

/** Milliseconds; seconds or a date stand in the header. */
function waitIn(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
