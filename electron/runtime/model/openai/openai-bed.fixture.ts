/** A model of an OpenAI double, with everything that it said kept for a look at what must not be in it. */
import type { ChatChunk, ChatModel } from '#runtime/model/chat-model';
import type { Endpoint } from '#shared/schema/model';
import type { Double } from '../../../../e2e/doubles/ollama-double.ts';
import { startOpenAiDouble } from '../../../../e2e/doubles/openai-double.ts';
import { loadScenario, type Scenario } from '../../../../e2e/doubles/scenario.ts';
import { createOpenAiServer, type OpenAiParts, type OpenAiServer } from './openai-server.ts';

export interface Bed {
  readonly double: Double;
  readonly server: OpenAiServer;
  model(name?: string, window?: number): ChatModel;
}

export const CHATS = '/v1/chat/completions';

export const endpointAt = (url: string): Endpoint => ({ id: 'desk', name: 'Desk', url, window: null });

/** A server at an address of its own. */
export const serverAt = (url: string, parts: Partial<OpenAiParts> = {}): OpenAiServer =>
  createOpenAiServer({ endpoint: endpointAt(url), key: async () => null, ...parts });

/** Without a name the model is `small`. */
export const modelOf = (server: OpenAiServer, name = 'small', window = 8_192): ChatModel =>
  server.model({ id: `desk/${name}`, name, window, fit: { mode: 'full', tools: 24 } });

export async function makeBed(scenario: string | Scenario, parts: Partial<OpenAiParts> = {}): Promise<Bed> {
  const played = typeof scenario === 'string' ? loadScenario(scenario) : scenario;
  const double = await startOpenAiDouble(played);
  const server = serverAt(`${double.url}/v1`, parts);
  return { double, server, model: (name = played.models[0]?.name ?? 'qwen3:4b', window) => modelOf(server, name, window) };
}

/** One event of a stream. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
export const delta = (fields: object, finish: string | null = null): string =>
  event({ choices: [{ delta: fields, finish_reason: finish }] });

/** Everything of these chunks as one text. */
export const wordsOf = (chunks: readonly ChatChunk[]): string => JSON.stringify(chunks);
