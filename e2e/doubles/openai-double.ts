/** The same scenarios as a server that is compatible with OpenAI's chat completions. */
import { bodyOf, type Exchange, type LoopbackOptions, startLoopback } from './loopback.ts';
import { answerInstead, type Double } from './ollama-double.ts';
import { playTurn, readPrompt, type Spoken, type Wire } from './play-turn.ts';
import { isObject, lastUserText, promptText } from './prompt-tokens.ts';
import type { Scenario, ScenarioModel } from './scenario.ts';
import { createTurnQueue, exhausted, type TurnQueue } from './turn-queue.ts';

type Body = Readonly<Record<string, unknown>>;

/** Its address for a client is `url` + `/v1`. Rejects if the port is taken. */
export async function startOpenAiDouble(scenario: Scenario, options: LoopbackOptions = {}): Promise<Double> {
  const turns = createTurnQueue(scenario);
  const prompts = new Map<string, string>();
  const loopback = await startLoopback(async (exchange) => {
    const { method, path, headers } = exchange.asked;
    if (scenario.instead !== undefined) return answerInstead(exchange, scenario.instead);
    if (scenario.key !== undefined && headers.authorization !== `Bearer ${scenario.key}`) return refuseKey(exchange);
    if (method === 'GET' && path === '/v1/models') return exchange.json(200, { object: 'list', data: scenario.models.map(row(scenario)) });
    if (method === 'POST' && path === '/v1/chat/completions') return answer(exchange, scenario, turns, prompts);
    exchange.json(404, errorBody(404, `Invalid URL (${method} ${path})`));
  }, options);
  return { ...loopback, play: turns.play, turnsLeft: turns.left };
}

const row = (scenario: Scenario) => (model: ScenarioModel) => ({
  id: model.name,
  object: 'model',
  created: 1_767_600_000,
  owned_by: 'library',
  ...(scenario.tellsWindow ? { max_model_len: windowOf(model) } : {}),
});

const windowOf = (model: ScenarioModel): number => model.loadedContext ?? model.trainedContext;

async function answer(exchange: Exchange, scenario: Scenario, turns: TurnQueue, prompts: Map<string, string>): Promise<void> {
  const body = bodyOf(exchange);
  if (body === undefined) return exchange.json(400, errorBody(400, 'We could not parse the JSON body of your request.'));
  const { messages } = body;
  const model = scenario.models.find(({ name }) => name === body['model']);
  if (model === undefined) return refuseModel(exchange, body);
  if (!Array.isArray(messages) || messages.length === 0)
    return exchange.json(400, errorBody(400, "Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter'));
  if (body['response_format'] !== undefined && scenario.noResponseFormat)
    return exchange.json(400, errorBody(400, "Unsupported parameter: 'response_format'.", 'response_format', 'unsupported_parameter'));
  const turn = turns.next(lastUserText(messages));
  if (turn === undefined) return exchange.json(500, errorBody(500, exhausted(scenario, turns)));
  if (body['response_format'] !== undefined) exchange.asked.format = body['response_format'];
  else if (turn.format !== 'ignored') exchange.asked.remarks.push('no response_format was sent');
  const prompt = promptText(messages);
  const previous = prompts.get(model.name) ?? '';
  prompts.set(model.name, prompt);
  const refuses = scenario.overflow !== 'truncates';
  const reading = readPrompt({ scenario, turn, prompt, previous, window: windowOf(model), refuses });
  if (reading.kind === 'refused') return refuseLength(exchange, reading.all, reading.limit);
  exchange.asked.prompt = { all: reading.all, shared: reading.shared, told: reading.told };
  await exchange.pause(turn.loadMs);
  await playTurn(exchange, turn, serverSentEvents(body, reading.shared), reading.told, true);
}

function refuseKey(exchange: Exchange): void {
  const given = exchange.asked.headers.authorization;
  const text =
    given === undefined
      ? "You didn't provide an API key. Provide it in an Authorization header using Bearer auth (Authorization: Bearer YOUR_KEY)."
      : 'Incorrect API key provided.';
  exchange.json(401, errorBody(401, text, null, given === undefined ? null : 'invalid_api_key'));
}

function refuseModel(exchange: Exchange, body: Body): void {
  const name = body['model'];
  if (typeof name !== 'string') exchange.json(400, errorBody(400, 'you must provide a model parameter'));
  else exchange.json(404, errorBody(404, `The model '${name}' does not exist or you do not have access to it.`, null, 'model_not_found'));
}

function refuseLength(exchange: Exchange, all: number, limit: number): void {
  const text = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${all} tokens. Please reduce the length of the messages.`;
  exchange.json(400, errorBody(400, text, 'messages', 'context_length_exceeded'));
}

const TYPES: Readonly<Record<number, string>> = { 429: 'rate_limit_error', 500: 'server_error', 502: 'server_error', 503: 'server_error' };

function errorBody(status: number, message: string, param: string | null = null, code: string | null = null): Body {
  const type = TYPES[status] ?? 'invalid_request_error';
  return { error: { message, type, param, code: code ?? (status === 429 ? 'rate_limit_exceeded' : null) } };
}

function serverSentEvents(body: Body, cached: number): Wire {
  const id = 'chatcmpl-double';
  const created = Math.floor(Date.now() / 1000);
  const withUsage = isObject(body['stream_options']) && body['stream_options']['include_usage'] === true;
  const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (choices: readonly unknown[], usage: unknown = null): string =>
    event({ id, object: 'chat.completion.chunk', created, model: body['model'], choices, ...(withUsage ? { usage } : {}) });
  const delta = (fields: Body, finish: string | null = null): string => chunk([{ index: 0, delta: fields, finish_reason: finish }]);
  const usageOf = ({ promptTokens, outputTokens }: Spoken) => ({
    prompt_tokens: promptTokens,
    completion_tokens: outputTokens,
    total_tokens: promptTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: Math.min(cached, promptTokens) },
  });
  return {
    streams: body['stream'] === true,
    contentType: 'text/event-stream; charset=utf-8',
    opening: delta({ role: 'assistant', content: '' }),
    piece: (kind, text) => delta(kind === 'content' ? { content: text } : { reasoning_content: text }),
    errorLine: (text) => event(errorBody(500, text)),
    closing: (spoken) => `${delta({}, spoken.doneReason)}${withUsage ? chunk([], usageOf(spoken)) : ''}data: [DONE]\n\n`,
    whole(spoken) {
      const reasoning = spoken.thinking === '' ? {} : { reasoning_content: spoken.thinking };
      const message = { role: 'assistant', content: spoken.content, ...reasoning };
      const choices = [{ index: 0, message, finish_reason: spoken.doneReason }];
      return { id, object: 'chat.completion', created, model: body['model'], choices, usage: usageOf(spoken) };
    },
    error: (status, text) => errorBody(status, text),
  };
}
