/** How the Ollama double answers POST /api/chat, and /api/generate as far as it loads and unloads. */
import { bodyOf, type Exchange } from './loopback.ts';
import { keepAliveMs, type ModelShelf } from './ollama-models.ts';
import { type PieceKind, playTurn, readPrompt, type Spoken, type Wire } from './play-turn.ts';
import { isObject, lastUserText, promptText } from './prompt-tokens.ts';
import type { Scenario, ScenarioModel, Turn } from './scenario.ts';
import { exhausted, type TurnQueue } from './turn-queue.ts';

export interface OllamaParts {
  readonly scenario: Scenario;
  readonly turns: TurnQueue;
  readonly shelf: ModelShelf;
}

type Body = Readonly<Record<string, unknown>>;

/** The request's body and model, or undefined after the refusal that a server gives for a wrong one. */
export function modelAsked(exchange: Exchange, shelf: ModelShelf): { body: Body; model: ScenarioModel } | undefined {
  const body = bodyOf(exchange);
  if (body === undefined) {
    exchange.json(400, { error: jsonFault(exchange.raw) });
    return undefined;
  }
  const name = typeof body['model'] === 'string' ? body['model'] : body['name'];
  const model = typeof name === 'string' ? shelf.find(name) : undefined;
  if (model !== undefined) return { body, model };
  if (typeof name !== 'string' || name === '') exchange.json(400, { error: 'model is required' });
  else exchange.json(404, { error: `model '${name}' not found` });
  return undefined;
}

function jsonFault(raw: string): string {
  if (raw.trim() === '') return 'missing request body';
  const first = [...raw.trim()][0] ?? '';
  return /[[{"\d]/.test(first) ? 'unexpected EOF' : `invalid character '${first}' looking for beginning of value`;
}

export async function answerChat(exchange: Exchange, parts: OllamaParts): Promise<void> {
  const found = modelAsked(exchange, parts.shelf);
  if (found === undefined) return;
  const { body, model } = found;
  const messages = body['messages'] ?? [];
  const refusal = whyNot(body, model, messages);
  if (refusal !== undefined) return exchange.json(refusal.status, { error: refusal.error });
  if (!Array.isArray(messages)) return;
  if (messages.length === 0) return loadOnly(exchange, parts, found, { message: { role: 'assistant', content: '' } });
  const turn = parts.turns.next(lastUserText(messages));
  if (turn === undefined) return exchange.json(500, { error: exhausted(parts.scenario, parts.turns) });
  remarkOnFormat(exchange, body, turn);
  const began = performance.now();
  if (turn.status === undefined) await bringIn(exchange, parts, found, turn.loadMs);
  else await exchange.pause(turn.loadMs);
  const told = read(exchange, parts, found, turn, promptText(messages));
  if (told === undefined) return;
  const wire = ndjson(body, performance.now() - began);
  await playTurn(exchange, turn, wire, told, body['think'] !== false && model.capabilities.includes('thinking'));
}

/** `POST /api/generate` without a prompt. */
export async function answerGenerate(exchange: Exchange, parts: OllamaParts): Promise<void> {
  const found = modelAsked(exchange, parts.shelf);
  if (found === undefined) return;
  const prompt = found.body['prompt'] ?? '';
  if (prompt !== '') return exchange.json(501, { error: 'this double loads and unloads by /api/generate; it speaks by /api/chat' });
  await loadOnly(exchange, parts, found, { response: '' });
}

function whyNot(body: Body, model: ScenarioModel, messages: unknown): { status: number; error: string } | undefined {
  const named = `"${String(body['model'])}"`;
  if (!Array.isArray(messages))
    return { status: 400, error: 'json: cannot unmarshal into Go struct field ChatRequest.messages of type []api.Message' };
  if (!model.capabilities.includes('completion')) return { status: 400, error: `${named} does not support chat` };
  const think = body['think'];
  if (think !== undefined && think !== null && think !== false && !model.capabilities.includes('thinking'))
    return { status: 400, error: `${named} does not support thinking` };
  const tools = body['tools'];
  if (Array.isArray(tools) && tools.length > 0 && !model.capabilities.includes('tools'))
    return { status: 400, error: `registry.ollama.ai/library/${model.name} does not support tools` };
  const format = body['format'] ?? '';
  if (format !== '' && format !== 'json' && !isObject(format))
    return { status: 500, error: `invalid format: ${JSON.stringify(format)}; expected "json" or a valid JSON Schema object` };
  return undefined;
}

async function loadOnly(exchange: Exchange, parts: OllamaParts, found: { body: Body; model: ScenarioModel }, empty: Body): Promise<void> {
  const { body, model } = found;
  const reply = { model: body['model'], created_at: new Date().toISOString(), ...empty, done: true };
  if (body['keep_alive'] !== undefined && keepAliveMs(body['keep_alive']) === 0) {
    parts.shelf.unload(model);
    return exchange.json(200, { ...reply, done_reason: 'unload' });
  }
  await bringIn(exchange, parts, found, parts.turns.loadMs());
  exchange.json(200, { ...reply, done_reason: 'load' });
}

/** Loads a model unless it is there as wanted; one whose client leaves is not loaded. */
async function bringIn(
  exchange: Exchange,
  { shelf }: OllamaParts,
  { body, model }: { body: Body; model: ScenarioModel },
  loadMs: number,
): Promise<void> {
  const numCtx = isObject(body['options']) ? body['options']['num_ctx'] : undefined;
  const why = shelf.whyLoad(model, numCtx);
  if (numCtx === undefined) exchange.asked.remarks.push('no num_ctx was sent');
  if (why !== undefined) {
    exchange.asked.remarks.push(`load: ${why}`);
    await exchange.pause(loadMs);
    shelf.load(model, numCtx);
  }
  shelf.touch(model, body['keep_alive']);
}

/** Tokens to tell of this prompt, or undefined after the refusal of one that is too long. */
function read(
  exchange: Exchange,
  { scenario, shelf }: OllamaParts,
  { body, model }: { body: Body; model: ScenarioModel },
  turn: Turn,
  prompt: string,
): number | undefined {
  const window = shelf.windowFor(model, isObject(body['options']) ? body['options']['num_ctx'] : undefined);
  const previous = turn.status === undefined ? shelf.swapPrompt(model, prompt) : '';
  const refuses = scenario.overflow === 'refuses' || body['truncate'] === false;
  const reading = readPrompt({ scenario, turn, prompt, previous, window, refuses });
  if (reading.kind === 'read') {
    exchange.asked.prompt = { all: reading.all, shared: reading.shared, told: reading.told };
    return reading.told;
  }
  const message = `request (${reading.all} tokens) exceeds the available context size (${reading.limit} tokens), try increasing it`;
  const type = 'exceed_context_size_error';
  // The runner's whole answer as one string: so it arrives from a server that only hands it on.
  const inner = JSON.stringify({ error: { code: 400, message, type, n_prompt_tokens: reading.all, n_ctx: reading.limit } });
  exchange.json(400, { error: typeof turn.body === 'string' ? turn.body : inner });
  return undefined;
}

function remarkOnFormat(exchange: Exchange, body: Body, turn: Turn): void {
  const format = body['format'] ?? '';
  if (format !== '') exchange.asked.format = format;
  else if (turn.format !== 'ignored') exchange.asked.remarks.push('no format was sent');
}

function ndjson(body: Body, loadMs: number): Wire {
  let written = { at: 0, created_at: '' };
  const head = () => {
    const at = Date.now();
    if (at !== written.at) written = { at, created_at: new Date(at).toISOString() };
    return { model: body['model'], created_at: written.created_at };
  };
  const nanoseconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds * 1e6));
  const last = (spoken: Spoken, message: Body) => ({
    ...head(),
    message: { role: 'assistant', ...message },
    done: true,
    done_reason: spoken.doneReason,
    total_duration: nanoseconds(loadMs + spoken.readMs + spoken.spokeMs),
    load_duration: nanoseconds(loadMs),
    prompt_eval_count: spoken.promptTokens,
    prompt_eval_duration: nanoseconds(spoken.readMs),
    eval_count: spoken.outputTokens,
    eval_duration: nanoseconds(spoken.spokeMs),
  });
  const message = (kind: PieceKind, text: string) => (kind === 'content' ? { content: text } : { content: '', thinking: text });
  return {
    streams: body['stream'] !== false,
    contentType: 'application/x-ndjson',
    opening: '',
    piece: (kind, text) => `${JSON.stringify({ ...head(), message: { role: 'assistant', ...message(kind, text) }, done: false })}\n`,
    errorLine: (text) => `${JSON.stringify({ error: text })}\n`,
    closing: (spoken) => `${JSON.stringify(last(spoken, { content: '' }))}\n`,
    whole: (spoken) =>
      last(spoken, spoken.thinking === '' ? { content: spoken.content } : { content: spoken.content, thinking: spoken.thinking }),
    error: (_, text) => ({ error: text }),
  };
}
