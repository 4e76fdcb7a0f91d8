/** A server that speaks OpenAI's protocol: its models, and each of them behind the model port. */
import { directFetch, type Fetch } from '#runtime/http/direct-fetch';
import type { Answer, ChatModel } from '#runtime/model/chat-model';
import type { Endpoint } from '#shared/schema/model';
import { type Notice, notice } from '#shared/schema/notice';
import { openAiAddress } from './openai-address.ts';
import { chatOpenAi } from './openai-chat.ts';
import { failureOf, NotOpenAi } from './openai-failure.ts';
import { isObject } from './openai-reply.ts';
import { askJson, type Connection, connectTo, learnForm, readKey } from './openai-request.ts';

export interface OpenAiModelInfo {
  /** The server's own. */
  readonly name: string;
  /** Tokens; null where the server does not tell. */
  readonly window: number | null;
}

export interface OpenAiServer {
  /** Its models, each once. Refuses with a notice; within ten seconds. */
  look(signal: AbortSignal): Promise<Answer<{ readonly models: readonly OpenAiModelInfo[] }>>;
  /** `name` is the server's own. Its streams end without a last chunk when they are stopped. */
  model(options: Pick<ChatModel, 'id' | 'name' | 'window' | 'fit'>): ChatModel;
}

export interface OpenAiParts {
  readonly endpoint: Endpoint;
  /** Asked before each request; null for none. */
  readonly key: () => Promise<string | null>;
  readonly fetch?: Fetch;
}

/** One client a server: it remembers which forms of request the server refused. */
export function createOpenAiServer({ endpoint, key, fetch = directFetch }: OpenAiParts): OpenAiServer {
  const address = openAiAddress(endpoint.url);
  const connection = address.ok ? connectTo(address.value, fetch) : null;
  const wrong: Notice = address.ok ? notice('model_address', { url: address.value.shown }) : address.error;
  return {
    look: async (signal) =>
      connection === null ? { ok: false, error: wrong } : await look(connection, { key, name: endpoint.name }, signal),
    model: ({ id, name, window, fit }) => ({
      ...{ id, name, kind: 'openai-compatible', readsPrompt: true, window, fit },
      async *chat(request, signal) {
        if (connection === null) yield { type: 'failed', error: wrong, retryable: true };
        else yield* chatOpenAi({ connection, key, model: { name, window } }, request, signal);
      },
    }),
  };
}

/** Milliseconds for the list of models, and for what llama.cpp tells beside it. */
const LOOK_LIMIT = 10_000;
const PROPS_LIMIT = 2_000;

type Asker = { readonly key: OpenAiParts['key']; readonly name: string };

async function look(connection: Connection, { key, name }: Asker, signal: AbortSignal): ReturnType<OpenAiServer['look']> {
  const secret = await readKey(key, name);
  if (!secret.ok) return secret;
  const stop = new AbortController();
  const bound = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(LOOK_LIMIT)]);
  try {
    for (;;) {
      const form = connection.form;
      try {
        const rows = rowsIn(await askJson(connection, `${form.path}/models`, { key: secret.value, signal: bound }));
        connection.placed = true;
        return { ok: true, value: { models: await modelsOf(connection, rows, { key: secret.value, signal: bound }) } };
      } catch (error) {
        if (signal.aborted) return { ok: false, error: notice('cancelled') };
        if (!bound.aborted && learnForm(connection, form, error)) continue;
        const about = { url: connection.address.shown, model: name, window: 0, tries: 1, begun: false, key: secret.value };
        return { ok: false, error: failureOf(error, about).error };
      }
    }
  } finally {
    stop.abort();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** A list, as it is or in `data`. */
function rowsIn(listed: unknown): readonly Row[] {
  const rows: unknown = isObject(listed) ? listed['data'] : listed;
  if (!Array.isArray(rows)) throw new NotOpenAi('the answer lists no models');
  return rows.filter(isObject);
}

async function modelsOf(
  connection: Connection,
  rows: readonly Row[],
  asking: { key: string | null; signal: AbortSignal },
): Promise<OpenAiModelInfo[]> {
  const named = new Map<string, Row>();
  for (const row of rows) if (typeof row['id'] === 'string' && row['id'] !== '' && !named.has(row['id'])) named.set(row['id'], row);
  const isTold = named.size === 0 || [...named.values()].some((row) => firmWindow(row) !== null);
  const loaded = isTold ? null : await loadedWindow(connection, asking);
  connection.windows.clear();
  return [...named].map(([name, row]) => {
    const firm = firmWindow(row) ?? loaded;
    if (firm !== null) connection.windows.set(name, firm);
    return { name, window: firm ?? trainedWindow(row) };
  });
}

/** Names that vLLM, LM Studio, OpenRouter and others give the window that a request may fill. */
const WINDOW_NAMES = ['max_model_len', 'loaded_context_length', 'context_length', 'context_window', 'max_context_length', 'n_ctx'];

function firmWindow(row: Row): number | null {
  const meta = isObject(row['meta']) ? row['meta'] : {};
  return [...WINDOW_NAMES.map((name) => row[name]), meta['n_ctx']].map(windowOf).find((window) => window !== null) ?? null;
}

/** llama.cpp lists what the model was trained for; it may be loaded with less. */
const trainedWindow = (row: Row): number | null => (isObject(row['meta']) ? windowOf(row['meta']['n_ctx_train']) : null);

/** llama.cpp tells it beside the protocol. */
async function loadedWindow(connection: Connection, { key, signal }: { key: string | null; signal: AbortSignal }): Promise<number | null> {
  try {
    const place = `${connection.form.path.replace(/\/v1$/, '')}/props`;
    const props = await askJson(connection, place, { key, signal: AbortSignal.any([signal, AbortSignal.timeout(PROPS_LIMIT)]) });
    const settings = isObject(props) ? props['default_generation_settings'] : undefined;
    return isObject(settings) ? windowOf(settings['n_ctx']) : null;
  } catch {
    return null;
  }
}

const windowOf = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null);
