/** The servers of this host's models: one client each, and what is found on them. */
import { totalmem } from 'node:os';
import type { Answer, ChatModel } from '#runtime/model/chat-model';
import { chooseWindow } from '#runtime/model/ollama/choose-window';
import { createOllamaServer, ollamaAddress } from '#runtime/model/ollama/ollama-server';
import { createOpenAiServer } from '#runtime/model/openai/openai-server';
import type { ModelStore } from '#runtime/storage/model-store';
import type { Exam, ModelInfo, ModelSettings, ModelSource } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import type { KeyStore } from './key-store.ts';

export interface ServerParts {
  readonly settings: () => ModelSettings;
  readonly store: ModelStore;
  readonly keys: Pick<KeyStore, 'get' | 'has'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Tokens asked of an endpoint that tells nothing: what nearly every server takes. */
const UNKNOWN_WINDOW = 8_192;
/** For a model that nobody has examined. */
export const WHOLE: ChatModel['fit'] = { mode: 'full', tools: Number.POSITIVE_INFINITY };

type OllamaServer = ReturnType<typeof createOllamaServer>;
type Endpoint = ModelSettings['endpoints'][number];

export interface Servers {
  ollama(): Answer<OllamaServer>;
  of(endpoint: Endpoint): ReturnType<typeof createOpenAiServer>;
}

/** One client a server, as long as its address stays. */
export function serversOf({ settings, keys, environment }: ServerParts): Servers {
  let ollama: { key: string; server: Answer<OllamaServer> } | undefined;
  const others = new Map<string, ReturnType<typeof createOpenAiServer>>();
  return {
    ollama() {
      const { url, keepAlive } = settings().ollama;
      const key = `${url} ${keepAlive}`;
      if (ollama?.key === key) return ollama.server;
      const address = ollamaAddress(url, environment);
      const server: Answer<OllamaServer> = address.ok
        ? { ok: true, value: createOllamaServer({ url: address.value, keepAlive }) }
        : address;
      ollama = { key, server };
      return server;
    },
    of(endpoint) {
      const key = JSON.stringify(endpoint);
      const known = others.get(key);
      if (known !== undefined) return known;
      const server = createOpenAiServer({ endpoint, key: () => keys.get(endpoint.id) });
      others.set(key, server);
      return server;
    },
  };
}

export function windowOf({ settings, store }: ServerParts, id: string): number {
  const { windows, endpoints } = settings();
  const trained = store.facts(id)?.trained ?? null;
  const asked = windows[id] ?? null;
  if (id.startsWith('ollama/')) return chooseWindow({ trained, asked, memory: totalmem() });
  return asked ?? endpoints.find((one) => id.startsWith(`${one.id}/`))?.window ?? trained ?? UNKNOWN_WINDOW;
}

/** An exam counts for the very content that sat it. */
function examOf({ store }: ServerParts, id: string): Exam | null {
  const exam = store.exam(id);
  return exam !== null && exam.digest === (store.facts(id)?.digest ?? '') ? exam : null;
}

export function fitOf(parts: ServerParts, id: string): ChatModel['fit'] {
  const exam = examOf(parts, id);
  return exam === null ? WHOLE : { mode: exam.mode, tools: exam.tools };
}

export async function ollamaSource(parts: ServerParts, servers: Servers, signal: AbortSignal): Promise<ModelSource> {
  const server = servers.ollama();
  const about = { id: 'ollama', kind: 'ollama', name: 'Ollama', hasKey: false } as const;
  if (!server.ok) return { ...about, url: parts.settings().ollama.url, ...unreachable(server.error) };
  const { url } = server.value;
  const seen = await server.value.look(signal);
  if (!seen.ok) return { ...about, url, ...unreachable(seen.error) };
  const models = seen.value.models.map((model): ModelInfo => {
    const id = `ollama/${model.name}`;
    const { name, size, parameters, quantization, trained, loaded, digest } = model;
    const capabilities = [...model.capabilities];
    parts.store.setFacts(id, { digest, trained, capabilities });
    const told = { id, name, kind: 'ollama', size, parameters, quantization, trained, loaded, capabilities, digest } as const;
    return { ...told, capabilities, window: windowOf(parts, id), exam: examOf(parts, id) };
  });
  return { ...about, url, state: 'ready', problem: null, version: seen.value.version, models };
}

export async function endpointSource(parts: ServerParts, servers: Servers, endpoint: Endpoint, signal: AbortSignal): Promise<ModelSource> {
  const { id: source, name, url } = endpoint;
  const about = { id: source, kind: 'openai-compatible', name, url, hasKey: parts.keys.has(source) } as const;
  const seen = await servers.of(endpoint).look(signal);
  if (!seen.ok) return { ...about, ...unreachable(seen.error) };
  const models = seen.value.models.map((model): ModelInfo => {
    const id = `${source}/${model.name}`;
    parts.store.setFacts(id, { digest: '', trained: model.window, capabilities: [] });
    return {
      ...{ id, name: model.name, kind: 'openai-compatible', size: null, parameters: '', quantization: '', trained: model.window },
      ...{ window: windowOf(parts, id), loaded: null, capabilities: [], digest: '', exam: examOf(parts, id) },
    };
  });
  return { ...about, state: 'ready', problem: null, version: '', models };
}

const unreachable = (problem: Notice): Pick<ModelSource, 'state' | 'problem' | 'version' | 'models'> => ({
  state: 'unreachable',
  problem,
  version: '',
  models: [],
});
