/** Every scenario of the double that has to do with a chat, and what the model port makes of it. */
import { afterEach, describe, expect, test } from 'vitest';
import { loadScenario } from '../../../../e2e/doubles/scenario.ts';
import { decisionOf, hear, requestOf, SCHEMA } from '../ollama/ollama-bed.fixture.ts';
import { type Bed, CHATS, makeBed } from './openai-bed.fixture.ts';

let bed: Bed | undefined;
afterEach(async () => {
  await bed?.double.close();
  bed = undefined;
});

async function start(...[scenario, parts]: Parameters<typeof makeBed>): Promise<Bed> {
  bed = await makeBed(scenario, parts);
  return bed;
}

const WRITES = ['connecting', 'reading', 'writing'];
const LONG = '长'.repeat(3_000);

describe('a scenario that ends well', () => {
  test.each([
    ['answer', WRITES, 1],
    ['chinese-answer', WRITES, 1],
    ['clarify', WRITES, 1],
    ['tool-call', WRITES, 1],
    ['honest-window', WRITES, 1],
    ['counts-only-new', WRITES, 1],
    ['thinking', ['connecting', 'reading', 'thinking', 'writing'], 1],
    ['no-response-format', ['connecting', 'reading', 'writing'], 3],
  ])('%s', async (scenario, phases, requests) => {
    const { double, model } = await start(scenario);
    expect(await hear(model(), requestOf('What is open?'))).toMatchObject({
      ...{ text: decisionOf(scenario), thinking: loadScenario(scenario).turns[0]?.thinking ?? '', phases, end: 'done' },
      usage: { promptTokens: expect.any(Number), answerTokens: expect.any(Number), cachedTokens: 0, loadedWindow: null },
    });
    expect(double.requests(CHATS).map(({ aborted }) => aborted)).toEqual(Array(requests).fill(false));
    expect(double.requests(CHATS).at(-1)?.finished).toBe(true);
  });

  test('replies that are no decision come through as they are', async () => {
    const { model } = await start('wrong-twice');
    const turns = loadScenario('wrong-twice').turns.map(({ text }) => text);
    for (const text of turns) expect(await hear(model(), requestOf('Read it.'))).toMatchObject({ text, end: 'done' });
  });

  test('thoughts inside the reply are part of it: the reader of decisions knows them', async () => {
    const { model } = await start('thinking-inline');
    const heard = await hear(model(), requestOf('What is open?'));
    expect(heard).toMatchObject({ end: 'done', thinking: '' });
    expect(heard.text).toMatch(/^<think>.*<\/think>\s*\{"action":"RESPOND"/s);
  });

  test('a million characters in small pieces come whole', async () => {
    const { model } = await start('long-answer');
    const heard = await hear(model(), requestOf('All of it.'));
    expect([heard.end, JSON.parse(heard.text).answer.length]).toEqual(['done', 1_000_000]);
  });

  test('a limit is waited out', async () => {
    const { double, model } = await start('rate-limited', { key: async () => 'test-key' });
    expect(await hear(model(), requestOf('What is open?'))).toMatchObject({ end: 'done', text: decisionOf('rate-limited', 1) });
    const [first, second, ...more] = double.requests(CHATS);
    expect([first?.status, second?.status, more.length]).toEqual([429, 200, 0]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_990);
  });
});

describe('a scenario that goes wrong', () => {
  test.each([
    ['error-500', 'model_server_error', true, 1, ''],
    ['html', 'model_proxy', true, 3, ''],
    ['proxy', 'model_proxy', true, 3, ''],
    ['other-service', 'model_other_service', true, 1, ''],
    ['out-of-memory', 'model_out_of_memory', true, 1, ''],
    ['out-of-memory-midway', 'model_out_of_memory', true, 1, decisionOf('out-of-memory-midway').slice(0, 40)],
    ['model-missing', 'model_missing', true, 1, ''],
    ['pull-fails', 'model_missing', true, 1, ''],
    ['rate-limited', 'model_key_refused', true, 1, ''],
    ['refuses-window', 'model_window_refused', false, 1, ''],
    ['cut', 'model_stopped_early', true, 1, decisionOf('cut').slice(0, 60)],
    ['partial-call', 'model_stopped_early', true, 1, decisionOf('partial-call').slice(0, 120)],
  ])('%s: %s', async (scenario, code, retryable, requests, text) => {
    const { double, model } = await start(scenario);
    expect(await hear(model(), requestOf(LONG))).toMatchObject({ text, end: code, failed: { error: { code }, retryable } });
    expect(double.requests(CHATS)).toHaveLength(requests);
  });

  test('a server that is not there is asked three times, then told with its address', async () => {
    const { double, model } = await start('answer');
    await double.close();
    expect((await hear(model(), requestOf('Hello?'))).failed).toEqual({
      ...{ error: { code: 'model_unreachable', params: { url: `${double.url}/v1` }, detail: 'ECONNREFUSED' }, retryable: true },
    });
  });

  test('a server that comes back answers the next message', async () => {
    const { model } = await start('cut');
    expect((await hear(model(), requestOf('What is open?'))).end).toBe('model_stopped_early');
    expect(await hear(model(), requestOf('What is open?'))).toMatchObject({ end: 'done', text: decisionOf('cut', 1) });
  });
});

describe('a request', () => {
  test('goes with schema and counts, and two messages of one side become one', async () => {
    const { double, model } = await start('answer', { key: async () => ' test-key\n' });
    const before = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'One.' },
    ] as const;
    await hear(model(), requestOf('Two.', before));
    const [asked] = double.requests(CHATS);
    expect(asked?.headers.authorization).toBe('Bearer test-key');
    expect(asked?.body).toEqual({
      model: 'qwen3:4b',
      stream: true,
      stream_options: { include_usage: true },
      response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: false, schema: SCHEMA } },
      messages: [
        { role: 'system', content: 'Rules.' },
        { role: 'user', content: 'One.\n\nTwo.' },
      ],
    });
  });

  test('without a key and a schema sends neither', async () => {
    const { double, model } = await start('answer');
    await hear(model(), { ...requestOf('Two.'), schema: {} });
    const [asked] = double.requests(CHATS);
    expect(asked?.headers.authorization).toBe(undefined);
    expect(asked?.body).not.toHaveProperty('response_format');
  });

  test('forgoes what a server refused, from then on too', async () => {
    const { double, model } = await start('no-response-format');
    await hear(model(), requestOf('One.'));
    await hear(model(), requestOf('Two.'));
    const formats = double.requests(CHATS).map(({ body }) => (body as Record<string, { type?: string }>)['response_format']?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined, undefined]);
  });
});

describe('the counts', () => {
  test('say what came from the cache', async () => {
    const { double, model } = await start('answer');
    const first = requestOf(LONG);
    await hear(model(), first);
    const { usage } = await hear(model(), requestOf('And?', [...first.messages, { role: 'assistant', content: 'Yes.' }]));
    const [, asked] = double.requests(CHATS);
    expect(usage).toEqual({
      ...{ promptTokens: asked?.prompt?.all, cachedTokens: asked?.prompt?.shared, answerTokens: expect.any(Number), loadedWindow: null },
      phases: { connecting: expect.any(Number), reading: expect.any(Number), writing: expect.any(Number) },
    });
    expect(usage?.cachedTokens).toBeGreaterThan(2_900);
  });

  test('of a server that cuts are told as they are, of one that leaves out its cache not at all', async () => {
    const cuts = await start('truncates');
    expect((await hear(cuts.model(), requestOf(LONG))).usage?.promptTokens).toBe(1_024);
    await cuts.double.close();
    const { double, model } = await start('counts-only-new');
    expect((await hear(model(), requestOf(LONG))).usage?.promptTokens).toBe(double.requests(CHATS)[0]?.prompt?.all);
    expect((await hear(model(), requestOf(`${LONG}!`))).usage?.promptTokens).toBe(null);
  });
});
