/** The compatible double speaks as such services do: events, keys, limits and refusals. */
import { afterEach, describe, expect, test } from 'vitest';
import { at, eventsOf, joined, post, scenarioOf } from './double-client.ts';
import type { Double } from './ollama-double.ts';
import { startOpenAiDouble } from './openai-double.ts';
import { loadScenario, type Scenario, type TurnInput } from './scenario.ts';

let double: Double | undefined;
afterEach(async () => {
  await double?.close();
  double = undefined;
});

async function start(scenario: Scenario): Promise<Double> {
  double = await startOpenAiDouble(scenario);
  return double;
}

const withTurns = (...turns: readonly TurnInput[]) => start(scenarioOf({ turns: [...turns] }));
const ask = (server: Double, more: object = {}, signal?: AbortSignal, key?: string) =>
  post(
    `${server.url}/v1/chat/completions`,
    { model: 'small', messages: [{ role: 'user', content: 'hello' }], stream: true, ...more },
    signal,
    key === undefined ? {} : { authorization: `Bearer ${key}` },
  );
const content = (events: readonly unknown[]) => joined(events, 'choices', 0, 'delta', 'content');
const RESPOND = { action: 'RESPOND', answer: '你好 there 😀', reason: '', goal_satisfied: true };
const SCHEMA = { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema: { type: 'object' } } };

describe('a chat', () => {
  test('streams events with usage on wish, and closes with [DONE]', async () => {
    const server = await withTurns({ decision: RESPOND, thinking: 'hm, well', pieceLength: 5, packetBytes: 7 });
    const response = await ask(server, { stream_options: { include_usage: true }, response_format: SCHEMA });
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    const { events, done } = await eventsOf(response);
    expect(done).toBe(true);
    expect(JSON.parse(content(events))).toEqual(RESPOND);
    expect(joined(events, 'choices', 0, 'delta', 'reasoning_content')).toBe('hm, well');
    expect(events[0]).toMatchObject({
      object: 'chat.completion.chunk',
      usage: null,
      choices: [{ delta: { role: 'assistant' }, finish_reason: null }],
    });
    expect(events.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    expect(events.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
    expect(server.requests('/v1/chat/completions')).toMatchObject([{ format: SCHEMA, remarks: [], finished: true }]);
  });

  test('tells no usage unasked, and comes whole without a stream', async () => {
    const server = await withTurns({ decision: RESPOND, thinking: 'hm', repeat: 2 });
    const { events } = await eventsOf(await ask(server));
    expect(events.some((event) => at(event, 'usage') !== undefined)).toBe(false);
    const reply: unknown = await (await ask(server, { stream: false })).json();
    expect(reply).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: JSON.stringify(RESPOND), reasoning_content: 'hm' }, finish_reason: 'stop' }],
      usage: { total_tokens: expect.any(Number) },
    });
    expect(server.requests()[0]?.remarks).toEqual(['no response_format was sent']);
  });

  test('takes content in parts and counts what the prompt before began with', async () => {
    const server = await withTurns({ text: '{}', repeat: 2 });
    const system = { role: 'system', content: [{ type: 'text', text: 'rules '.repeat(200) }] };
    for (const asked of ['one', 'two']) await (await ask(server, { messages: [system, { role: 'user', content: asked }] })).text();
    expect(server.requests().map(({ prompt }) => (prompt?.shared ?? 0) > 250)).toEqual([false, true]);
  });
});

describe('a refusal', () => {
  test('comes for a wrong key, in the shape that clients know', async () => {
    const server = await start(loadScenario('rate-limited'));
    const none = await ask(server);
    expect([none.status, at(await none.json(), 'error', 'type')]).toEqual([401, 'invalid_request_error']);
    const wrong = await ask(server, {}, undefined, 'nonsense');
    expect([wrong.status, at(await wrong.json(), 'error', 'code')]).toEqual([401, 'invalid_api_key']);
  });

  test('comes with a time to wait when there is too much', async () => {
    const server = await start(loadScenario('rate-limited'));
    const limited = await ask(server, { model: 'llama3.2:3b' }, undefined, 'test-key');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect(at(await limited.json(), 'error', 'code')).toBe('rate_limit_exceeded');
    expect((await ask(server, { model: 'llama3.2:3b' }, undefined, 'test-key')).status).toBe(200);
  });

  test('comes for a prompt over the window, with both sizes', async () => {
    const server = await withTurns({ text: '{}' });
    const response = await ask(server, { messages: [{ role: 'user', content: '长'.repeat(9000) }] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'context_length_exceeded', message: expect.stringContaining('8192 tokens') },
    });
  });

  test.each([
    ['no JSON', 'hello', 400, null],
    ['no model', { messages: [] }, 400, null],
    ['an unknown model', { model: 'x', messages: [] }, 404, 'model_not_found'],
    ['no messages', { model: 'small', messages: [] }, 400, 'missing_required_parameter'],
  ])('comes for %s', async (_, body, status, code) => {
    const server = await withTurns({ text: '{}' });
    const response = await post(`${server.url}/v1/chat/completions`, body);
    expect([response.status, at(await response.json(), 'error', 'code')]).toEqual([status, code]);
  });

  test('comes for a schema that the service does not take', async () => {
    const server = await start(loadScenario('no-response-format'));
    const refused = await ask(server, { model: 'llama3.2:3b', response_format: SCHEMA });
    expect([refused.status, at(await refused.json(), 'error', 'param')]).toEqual([400, 'response_format']);
    expect((await ask(server, { model: 'llama3.2:3b' })).status).toBe(200);
  });

  test('names the scenario when its turns are used up', async () => {
    const response = await ask(await withTurns());
    expect(response.status).toBe(500);
    expect(at(await response.json(), 'error', 'message')).toContain("scenario 'small' has no turn");
  });
});

describe('a chat that goes wrong', () => {
  test('is cut, stalls, errs in mid-stream or is a page', async () => {
    const server = await withTurns({ text: 'hello there', cutAfter: 5 }, { text: 'hello there', stallAfter: 5 });
    const cut = await eventsOf(await ask(server));
    expect([content(cut.events), cut.broke, cut.done]).toEqual(['hello', true, false]);
    const stalled = await eventsOf(await ask(server, {}, AbortSignal.timeout(300)));
    expect([content(stalled.events), stalled.broke]).toEqual(['hello', true]);
    await expect.poll(() => server.requests().map(({ aborted }) => aborted)).toEqual([false, true]);
    server.play({ text: 'hello', errorAfter: 2, errorLine: 'out of memory' }, { status: 502, body: '<html></html>' });
    const erred = await eventsOf(await ask(server));
    expect([content(erred.events), erred.done]).toEqual(['he', false]);
    expect(erred.events.at(-1)).toMatchObject({ error: { message: 'out of memory', type: 'server_error' } });
    const page = await ask(server);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
  });
});

test('the model list tells the window only if the service does', async () => {
  const list = async (scenario: Scenario, key = '') => {
    const server = await startOpenAiDouble(scenario);
    const reply: unknown = await (await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).json();
    await server.close();
    return at(reply, 'data', 0);
  };
  expect(await list(loadScenario('answer'))).toMatchObject({ id: 'qwen3:4b', object: 'model' });
  expect(at(await list(loadScenario('answer')), 'max_model_len')).toBeUndefined();
  expect(at(await list(loadScenario('rate-limited'), 'test-key'), 'max_model_len')).toBe(8192);
});
