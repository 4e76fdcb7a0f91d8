/** A server on loopback that speaks Ollama's native API from a scenario. */
import { type Asked, type Exchange, type Loopback, type LoopbackOptions, startLoopback } from './loopback.ts';
import { answerChat, answerGenerate, modelAsked, type OllamaParts } from './ollama-chat.ts';
import { createModelShelf, type LoadedModel, psRow, showOf, tagOf } from './ollama-models.ts';
import { createPuller } from './ollama-pull.ts';
import { countTokens } from './prompt-tokens.ts';
import type { Scenario, TurnInput } from './scenario.ts';
import { createTurnQueue } from './turn-queue.ts';

export interface Double extends Loopback {
  /** Puts turns before all that are left. */
  play(...turns: readonly TurnInput[]): void;
  /** Replies left; Infinity with a turn that repeats for ever. */
  turnsLeft(): number;
}

export interface OllamaDouble extends Double {
  /** Models in memory now. */
  loaded(): readonly LoadedModel[];
  /** Chat requests so far. */
  chats(): readonly Asked[];
}

type Answer = (exchange: Exchange) => void | Promise<void>;

/** Rejects if the port is taken. */
export async function startOllamaDouble(scenario: Scenario, options: LoopbackOptions = {}): Promise<OllamaDouble> {
  const turns = createTurnQueue(scenario);
  const shelf = createModelShelf(scenario);
  const routes = routesOf({ scenario, turns, shelf });
  const loopback = await startLoopback(async (exchange) => {
    const { method, path } = exchange.asked;
    if (scenario.instead !== undefined) return answerInstead(exchange, scenario.instead);
    const answer = routes.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
    if (answer !== undefined) return answer(exchange);
    const known = [...routes.keys()].some((route) => route.endsWith(` ${path}`));
    exchange.send(known ? 405 : 404, 'text/plain', known ? '405 method not allowed' : '404 page not found');
  }, options);
  return {
    ...loopback,
    play: turns.play,
    turnsLeft: turns.left,
    loaded: shelf.loaded,
    chats: () => loopback.requests('/api/chat'),
  };
}

/** The pages of a scenario in which something else answers. */
export function answerInstead(exchange: Exchange, pages: NonNullable<Scenario['instead']>): void {
  const page = pages[exchange.asked.path] ?? pages['*'] ?? { status: 404, body: '<!doctype html><title>404 Not Found</title>' };
  exchange.send(page.status, 'text/html; charset=utf-8', page.body);
}

function routesOf(parts: OllamaParts): ReadonlyMap<string, Answer> {
  const { scenario, shelf } = parts;
  return new Map<string, Answer>([
    ['GET /', (exchange) => exchange.send(200, 'text/plain; charset=utf-8', 'Ollama is running')],
    ['GET /api/version', (exchange) => exchange.json(200, { version: scenario.version })],
    ['GET /api/tags', (exchange) => exchange.json(200, { models: shelf.list().map(tagOf) })],
    ['GET /api/ps', (exchange) => exchange.json(200, { models: running(parts) })],
    ['POST /api/show', (exchange) => show(exchange, parts)],
    ['POST /api/chat', (exchange) => answerChat(exchange, parts)],
    ['POST /api/generate', (exchange) => answerGenerate(exchange, parts)],
    ['POST /api/embed', (exchange) => embed(exchange, parts)],
    ['POST /api/pull', createPuller(scenario, shelf)],
    ['DELETE /api/delete', (exchange) => remove(exchange, parts)],
  ]);
}

/** Longest stay first. */
function running({ shelf }: OllamaParts): readonly unknown[] {
  return [...shelf.loaded()]
    .sort((one, other) => other.expiresAt - one.expiresAt)
    .flatMap((loaded) => {
      const model = shelf.find(loaded.name);
      return model === undefined ? [] : [psRow(model, loaded)];
    });
}

function show(exchange: Exchange, { shelf }: OllamaParts): void {
  const found = modelAsked(exchange, shelf);
  if (found !== undefined) exchange.json(200, showOf(found.model));
}

function remove(exchange: Exchange, { shelf }: OllamaParts): void {
  const found = modelAsked(exchange, shelf);
  if (found === undefined) return;
  shelf.remove(found.model);
  exchange.send(200, 'application/json; charset=utf-8', '');
}

/** Vectors that say how often letters of eight groups occur: the same text has the same one. */
function embed(exchange: Exchange, { shelf }: OllamaParts): void {
  const found = modelAsked(exchange, shelf);
  if (found === undefined) return;
  const { body, model } = found;
  if (!model.capabilities.includes('embedding')) {
    exchange.json(501, { error: 'this model does not support embeddings' });
    return;
  }
  const input = body['input'] ?? '';
  const texts = (Array.isArray(input) ? input : [input]).map(String);
  if (shelf.whyLoad(model, model.trainedContext) !== undefined) shelf.load(model, model.trainedContext);
  shelf.touch(model, body['keep_alive']);
  const prompt_eval_count = texts.reduce((sum, text) => sum + countTokens(text), 0);
  exchange.json(200, { model: body['model'], embeddings: texts.map(vectorOf), total_duration: 1e6, load_duration: 1e5, prompt_eval_count });
}

function vectorOf(text: string): number[] {
  const groups = new Array<number>(8).fill(0);
  for (const character of text) {
    const group = (character.codePointAt(0) ?? 0) % groups.length;
    groups[group] = (groups[group] ?? 0) + 1;
  }
  const length = Math.hypot(...groups) || 1;
  return groups.map((amount) => amount / length);
}
