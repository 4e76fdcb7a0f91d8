/** What is found at an Ollama server, or what stands there instead. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Exchange, type Loopback, startLoopback } from '../../../../e2e/doubles/loopback.ts';
import { parseScenario } from '../../../../e2e/doubles/scenario.ts';
import { type Bed, hear, makeBed, requestOf } from './ollama-bed.fixture.ts';
import { createOllamaServer } from './ollama-server.ts';

let bed: Bed | undefined;
let loopback: Loopback | undefined;
afterEach(async () => {
  await bed?.double.close();
  await loopback?.close();
  bed = undefined;
  loopback = undefined;
});

async function start(...[scenario, options]: Parameters<typeof makeBed>): Promise<Bed> {
  bed = await makeBed(scenario, options);
  return bed;
}

async function serve(answer: (exchange: Exchange) => void | Promise<void>) {
  loopback = await startLoopback(async (exchange) => answer(exchange));
  const { url } = loopback;
  return createOllamaServer({ url, keepAlive: '30m', environment: {}, installed: async () => false });
}

const never = new AbortController().signal;

describe('a look at a server', () => {
  test('tells the version and each model, with what it can do and how it is loaded', async () => {
    const { server, model } = await start('answer');
    await hear(model('llama3.2:3b', { window: 8_192 }), requestOf('one'));
    expect(await server.look(never)).toEqual({
      ok: true,
      value: {
        version: '0.32.9',
        models: [
          {
            ...{ name: 'qwen3:4b', size: 2_497_293_918, parameters: '4.0B', quantization: 'Q4_K_M', trained: 40_960, loaded: null },
            ...{ capabilities: ['completion', 'tools'], digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
          },
          {
            ...{ name: 'llama3.2:3b', size: 2_019_393_189, parameters: '3.2B', quantization: 'Q4_K_M', trained: 131_072, loaded: 8_192 },
            ...{ capabilities: ['completion', 'tools'], digest: expect.any(String) },
          },
          {
            ...{
              name: 'nomic-embed-text:latest',
              size: 274_302_450,
              parameters: '137M',
              quantization: 'F16',
              trained: 2_048,
              loaded: null,
            },
            ...{ capabilities: ['embedding'], digest: expect.any(String) },
          },
        ],
      },
    });
  });

  test('asks for each content once', async () => {
    const { server, double } = await start('answer');
    await server.look(never);
    await server.look(never);
    expect(double.requests('/api/show')).toHaveLength(3);
    expect(double.requests('/api/tags')).toHaveLength(2);
  });

  test('asks for four models at a time at most, and lists one that cannot be told of', async () => {
    let open = 0;
    let most = 0;
    const names = Array.from({ length: 10 }, (_, at) => `m${at}:1b`);
    const server = await serve(async (exchange) => {
      const { path, body } = exchange.asked;
      if (path === '/api/version') return exchange.json(200, { version: '1' });
      if (path === '/api/ps') return exchange.json(500, { error: 'no' });
      if (path === '/api/tags') return exchange.json(200, { models: names.map((name) => ({ name, size: 1, digest: name })) });
      open++;
      most = Math.max(most, open);
      await exchange.pause(30);
      open--;
      if (Reflect.get(Object(body), 'model') === 'm3:1b') exchange.json(500, { error: 'broken' });
      else exchange.json(200, { model_info: { 'a.context_length': 4_096 }, capabilities: ['completion', 'telepathy'] });
    });
    const seen = await server.look(never);
    expect(most).toBe(4);
    expect(seen.ok && seen.value.models.map(({ name, trained, capabilities }) => ({ name, trained, capabilities }))).toEqual(
      names.map((name) => ({ name, trained: name === 'm3:1b' ? null : 4_096, capabilities: ['completion'] })),
    );
  });

  test('understands an old server that tells less', async () => {
    const server = await serve((exchange) => {
      const { path } = exchange.asked;
      if (path === '/api/version') return exchange.json(200, { version: '0.1.30' });
      if (path === '/api/tags')
        return exchange.json(200, { models: [{ name: 'nomic-embed-text:latest' }, { name: 'phi:latest', size: 5 }] });
      if (path === '/api/show') return exchange.json(200, { template: '' });
      exchange.send(404, 'text/plain', '404 page not found');
    });
    const plain = { parameters: '', quantization: '', trained: null, loaded: null, digest: '' };
    expect(await server.look(never)).toEqual({
      ok: true,
      value: {
        version: '0.1.30',
        models: [
          { name: 'nomic-embed-text:latest', size: 0, capabilities: ['embedding'], ...plain },
          { name: 'phi:latest', size: 5, capabilities: ['completion'], ...plain },
        ],
      },
    });
  });

  test('finds a server without models', async () => {
    const { server } = await start('model-missing');
    expect(await server.look(never)).toEqual({ ok: true, value: { version: '0.32.9', models: [] } });
  });

  test.each([
    ['other-service', 'ollama_other_service'],
    ['proxy', 'model_proxy'],
  ])('at %s is told what is there', async (scenario, code) => {
    const { server, double } = await start(scenario);
    expect(await server.look(never)).toMatchObject({ ok: false, error: { code, params: { url: double.url } } });
  });

  test.each([
    ['other JSON', (exchange: Exchange) => exchange.json(200, { hello: 'you' })],
    ['no JSON', (exchange: Exchange) => exchange.send(200, 'application/json', 'hello')],
    ['nothing', (exchange: Exchange) => exchange.send(204, 'text/plain', '')],
  ])('that answers with %s is told that it is another service', async (_, answer) => {
    const server = await serve(answer);
    expect(await server.look(never)).toMatchObject({ ok: false, error: { code: 'ollama_other_service' } });
  });

  test('at nothing is told whether the program is there', async () => {
    const server = createOllamaServer({ url: 'http://127.0.0.1:1', keepAlive: '30m', environment: {}, installed: async () => true });
    expect(await server.look(never)).toMatchObject({
      ok: false,
      error: { code: 'ollama_not_running', params: { url: 'http://127.0.0.1:1' } },
    });
  });

  test('can be stopped while the server is silent', async () => {
    const server = await serve((exchange) => exchange.stall());
    const stop = new AbortController();
    const looking = server.look(stop.signal);
    await expect.poll(() => loopback?.requests().length).toBe(1);
    stop.abort();
    expect(await looking).toEqual({ ok: false, error: { code: 'cancelled' } });
    await expect.poll(() => loopback?.requests()[0]?.aborted).toBe(true);
  });
});

describe('a stream', () => {
  const line = (content: string, more: object = {}): string =>
    `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false, ...more })}\n`;
  const END = line('', { done: true, prompt_eval_count: 3, eval_count: 2 });

  /** What a chat comes to whose answer is these texts. */
  async function chat(texts: readonly string[], type = 'application/x-ndjson') {
    const server = await serve(async (exchange) => {
      if (exchange.asked.path !== '/api/chat') return exchange.json(200, { models: [{ name: 'm:latest', context_length: 4_096 }] });
      exchange.open(200, type);
      for (const text of texts) await exchange.write(text, 5);
      exchange.end();
    });
    const model = server.model({ id: 'ollama/m', name: 'm', window: 4_096, thinking: false, fit: { mode: 'full', tools: 3 } });
    const { text, end, failed, usage } = await hear(model, requestOf('hi'));
    return { text, end, detail: failed?.error.detail, asked: loopback?.requests('/api/chat').length, usage };
  }

  test('is read whatever its type is, with empty lines, other fields and the last line unended', async () => {
    const texts = [line('你好'), '\n\r\n', '{"model":"m"}\n', '{"message":"hm"}\n', line('！'), END.trim()];
    expect(await chat(texts, 'text/plain')).toMatchObject({
      text: '你好！',
      end: 'done',
      asked: 1,
      usage: { promptTokens: 3, loadedWindow: 4_096 },
    });
  });

  test.each([
    ['an error in the middle', [line('one'), '{"error":"exit status 2"}\n'], 'one', 'model_server_error', 'exit status 2', 1],
    [
      'an error that is an object',
      [line('one'), '{"error":{"message":"CUDA error: out of memory"}}\n'],
      'one',
      'model_out_of_memory',
      'CUDA error: out of memory',
      1,
    ],
    ['an early end', [line('one')], 'one', 'model_stopped_early', 'the stream ended without its last line', 1],
    ['a line that is cut', [line('one'), '{"message":{"con'], 'one', 'model_stopped_early', 'no line of JSON: {"message":{"con', 1],
    ['a line that is none', [line('one'), 'hello\n', END], 'one', 'model_stopped_early', 'no line of JSON: hello', 1],
    ['another protocol', ['hello\n'], '', 'ollama_other_service', 'no line of JSON: hello', 1],
    ['nothing at all, three times', [], '', 'model_stopped_early', 'the stream ended without its last line', 3],
  ])('with %s fails and keeps what came', async (_, texts, text, end, detail, asked) => {
    expect(await chat(texts)).toEqual({ text, end, detail, asked, usage: undefined });
  });
});

test('a model without a tag is the one that is tagged latest', async () => {
  const scenario = parseScenario('tags', { shows: 'A name without a tag.', models: [{ name: 'small' }], turns: [{ text: '{}' }] });
  const { model } = await start(scenario);
  expect((await hear(model('small'), requestOf('one'))).usage?.loadedWindow).toBe(16_384);
});
