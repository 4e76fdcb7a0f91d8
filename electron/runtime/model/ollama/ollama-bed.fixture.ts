/** A model of an Ollama double, and what it says as a test wants to compare it. */
import type { ChatChunk, ChatModel, ChatRequest, ModelUsage } from '#runtime/model/chat-model';
import type { ModelPhase } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { type OllamaDouble, startOllamaDouble } from '../../../../e2e/doubles/ollama-double.ts';
import { loadScenario, type Scenario } from '../../../../e2e/doubles/scenario.ts';
import { createOllamaServer, type OllamaOptions, type OllamaServer } from './ollama-server.ts';

export interface Bed {
  readonly double: OllamaDouble;
  readonly server: OllamaServer;
  model(name?: string, options?: { window?: number; thinking?: boolean }): ChatModel;
}

/** Its environment has no proxy and no program. */
export async function makeBed(scenario: string | Scenario, options: Partial<OllamaOptions> = {}): Promise<Bed> {
  const played = typeof scenario === 'string' ? loadScenario(scenario) : scenario;
  const double = await startOllamaDouble(played);
  const server = createOllamaServer({ url: double.url, keepAlive: '30m', environment: {}, installed: async () => false, ...options });
  return {
    double,
    server,
    model: (name = played.models[0]?.name ?? 'qwen3:4b', { window = 16_384, thinking = false } = {}) =>
      server.model({ id: `ollama/${name}`, name, window, thinking, fit: { mode: 'full', tools: 24 } }),
  };
}

export const SCHEMA = { type: 'object', required: ['action'] };

/** `text` is the newest message. */
export function requestOf(text: string, before: ChatRequest['messages'] = []): ChatRequest {
  return {
    messages: [...before, { role: 'user', content: text }],
    payload: { query: text, shortMemory: [], pendingTool: null, observations: [], tools: [] },
    session: { id: 'one', kind: 'main' },
    schema: SCHEMA,
  };
}

export interface Heard {
  readonly phases: readonly ModelPhase[];
  readonly thinking: string;
  readonly text: string;
  readonly end: 'done' | 'nothing' | Notice['code'];
  readonly failed: { error: Notice; retryable: boolean } | undefined;
  readonly usage: ModelUsage | undefined;
}

/** Listens to the end; `onChunk` may stop it. */
export async function hear(
  model: ChatModel,
  request: ChatRequest,
  signal: AbortSignal = new AbortController().signal,
  onChunk: (chunk: ChatChunk) => void = () => undefined,
): Promise<Heard> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of model.chat(request, signal)) {
    chunks.push(chunk);
    onChunk(chunk);
  }
  const last = chunks.at(-1);
  const said = (type: 'text' | 'thinking'): string => chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('');
  return {
    phases: chunks.flatMap((chunk) => (chunk.type === 'phase' ? chunk.phase : [])),
    thinking: said('thinking'),
    text: said('text'),
    end: last?.type === 'failed' ? last.error.code : last?.type === 'done' ? 'done' : 'nothing',
    failed: last?.type === 'failed' ? { error: last.error, retryable: last.retryable } : undefined,
    usage: last?.type === 'done' ? last.usage : undefined,
  };
}

/** Open connections of this process, those of the double among them. */
export const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

/** What a turn of a scenario says. */
export const decisionOf = (scenario: string, turn = 0): string => JSON.stringify(loadScenario(scenario).turns[turn]?.decision);

/** A scenario with turns of its own, each filled up from its first one. */
export function withTurns(name: string, turns: readonly object[]): Scenario {
  const scenario = loadScenario(name);
  const [turn] = scenario.turns;
  return { ...scenario, turns: turns.map((more) => ({ ...turn, ...more })) as Scenario['turns'] };
}
