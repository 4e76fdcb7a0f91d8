/** The Ollama double speaks as the server does: with plain requests, and once with the client that the app uses. */
import { Ollama } from 'ollama';
import { afterEach, describe, expect, test } from 'vitest';
import { at, joined, linesOf, ndjsonOf, post, scenarioOf } from './double-client.ts';
import { type OllamaDouble, startOllamaDouble } from './ollama-double.ts';
import { loadScenario, type Scenario, type TurnInput } from './scenario.ts';

let double: OllamaDouble | undefined;
afterEach(async () => {
  await double?.close();
  double = undefined;
});

async function start(scenario: Scenario): Promise<OllamaDouble> {
  double = await startOllamaDouble(scenario);
  return double;
}

const withTurns = (...turns: readonly TurnInput[]) => start(scenarioOf({ turns: [...turns] }));
const ask = (server: OllamaDouble, more: object = {}, signal?: AbortSignal) =>
  post(
    `${server.url}/api/chat`,
    { model: 'small', messages: [{ role: 'user', content: 'hello' }], options: { num_ctx: 4096 }, ...more },
    signal,
  );
const RESPOND = { action: 'RESPOND', answer: '你好 there 😀', reason: '', goal_satisfied: true };

describe('a chat', () => {
  test('streams lines of JSON and closes with its figures', async () => {
    const server = await withTurns({ decision: RESPOND, pieceLength: 5 });
    const response = await ask(server, { format: { type: 'object' } });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const { lines } = await ndjsonOf(response);
    expect(JSON.parse(joined(lines, 'message', 'content'))).toEqual(RESPOND);
    expect(lines.slice(0, -1).every(({ done }) => done === false)).toBe(true);
    const last = lines.at(-1);
    expect(last).toMatchObject({ model: 'small', done: true, done_reason: 'stop', message: { role: 'assistant', content: '' } });
    for (const figure of ['total_duration', 'load_duration', 'prompt_eval_count', 'prompt_eval_duration', 'eval_count', 'eval_duration'])
      expect(at(last, figure), figure).toBeGreaterThan(0);
    expect(server.chats()).toMatchObject([{ finished: true, aborted: false, format: { type: 'object' } }]);
  });

  test('comes whole without a stream', async () => {
    const server = await withTurns({ decision: RESPOND, thinking: 'not told by a model that does not think' });
    const reply: unknown = await (await ask(server, { stream: false })).json();
    expect(reply).toMatchObject({ done: true, message: { role: 'assistant', content: JSON.stringify(RESPOND) } });
    expect(at(reply, 'message', 'thinking')).toBeUndefined();
  });

  test('keeps characters whole although packets end inside of them', async () => {
    const server = await withTurns({ decision: RESPOND, pieceLength: 1, packetBytes: 3 });
    const { lines } = await ndjsonOf(await ask(server));
    expect(JSON.parse(joined(lines, 'message', 'content'))).toEqual(RESPOND);
  });

  test('sends thinking apart, unless it was switched off or the model does it inline', async () => {
    const models = [{ name: 'small', capabilities: ['completion' as const, 'thinking' as const] }];
    const server = await start(scenarioOf({ models, turns: [{ thinking: 'hm, well', text: '{}', repeat: 2 }] }));
    const { lines } = await ndjsonOf(await ask(server, { think: true }));
    expect(joined(lines, 'message', 'thinking')).toBe('hm, well');
    expect(joined(lines, 'message', 'content')).toBe('{}');
    const { lines: silent } = await ndjsonOf(await ask(server, { think: false }));
    expect(joined(silent, 'message', 'thinking')).toBe('');
    server.play({ thinking: 'hm', thinkingInline: true, text: '{}' });
    const { lines: inline } = await ndjsonOf(await ask(server));
    expect(joined(inline, 'message', 'content')).toBe('<think>\nhm\n</think>\n\n{}');
  });

  test('fails by the name of the scenario when its turns are used up', async () => {
    const server = await withTurns({ text: '{}' });
    await (await ask(server)).text();
    const response = await ask(server);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("scenario 'small' has no turn for this request (1 played, 0 left that do not match)");
  });

  test('is a million characters long within its time', async () => {
    const server = await start(loadScenario('long-answer'));
    const { lines } = await ndjsonOf(await ask(server, { model: 'qwen3:4b' }));
    expect(at(JSON.parse(joined(lines, 'message', 'content')), 'answer')).toHaveLength(1_000_000);
  });
});

describe('a chat that goes wrong', () => {
  test.each([
    ['no body', '', 400, 'missing request body'],
    ['no JSON', 'hello', 400, "invalid character 'h' looking for beginning of value"],
    ['half a JSON', '{"model":', 400, 'unexpected EOF'],
    ['no model', { messages: [] }, 400, 'model is required'],
    ['an unknown model', { model: 'x', messages: [] }, 404, "model 'x' not found"],
    ['messages that are a text', { model: 'small', messages: 'hi' }, 400, /cannot unmarshal/],
    ['thinking that it cannot', { model: 'small', messages: [], think: true }, 400, '"small" does not support thinking'],
    ['a format that is none', { model: 'small', messages: [], format: 'xml' }, 500, /invalid format: "xml"/],
  ])('is refused for %s', async (_, body, status, error) => {
    const server = await withTurns({ text: '{}' });
    const response = await post(`${server.url}/api/chat`, body);
    expect(response.status).toBe(status);
    const told = at(await response.json(), 'error');
    if (typeof error === 'string') expect(told).toBe(error);
    else expect(told).toMatch(error);
    expect(server.turnsLeft()).toBe(1);
  });

  test('breaks in mid-stream after so many characters', async () => {
    const server = await withTurns({ decision: RESPOND, pieceLength: 4, cutAfter: 10 });
    const { lines, broke } = await ndjsonOf(await ask(server));
    expect(broke).toBe(true);
    expect(joined(lines, 'message', 'content')).toBe(JSON.stringify(RESPOND).slice(0, 10));
    expect(server.chats()).toMatchObject([{ cut: true, aborted: false, finished: false }]);
  });

  test('stalls on an open connection until the client leaves', async () => {
    const server = await withTurns({ decision: RESPOND, stallAfter: 10 });
    const { lines, broke } = await ndjsonOf(await ask(server, {}, AbortSignal.timeout(300)));
    expect(broke).toBe(true);
    expect(joined(lines, 'message', 'content')).toHaveLength(10);
    await expect.poll(() => server.chats()[0]?.aborted).toBe(true);
    await expect.poll(() => server.working()).toBe(0);
  });

  test('ends with an error line, or with a status if nothing had been said', async () => {
    const server = await withTurns({ text: 'hello', errorAfter: 2, errorLine: 'out of memory' }, { errorLine: 'out of memory' });
    const { lines, broke } = await ndjsonOf(await ask(server));
    expect(broke).toBe(false);
    expect(joined(lines, 'message', 'content')).toBe('he');
    expect(lines.at(-1)).toEqual({ error: 'out of memory' });
    const response = await ask(server);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 'out of memory' });
  });

  test('is answered by a status with a text, an object or a page', async () => {
    const server = await withTurns({ status: 500, body: 'no' }, { status: 503, body: { a: 1 } }, { status: 502, body: '<html></html>' });
    const first = await ask(server);
    expect([first.status, await first.json()]).toEqual([500, { error: 'no' }]);
    const second = await ask(server);
    expect([second.status, await second.json()]).toEqual([503, { a: 1 }]);
    const third = await ask(server);
    expect([third.status, third.headers.get('content-type'), await third.text()]).toEqual([
      502,
      'text/html; charset=utf-8',
      '<html></html>',
    ]);
  });
});

describe('another service on the port', () => {
  test('answers with its own pages', async () => {
    const server = await start(loadScenario('other-service'));
    expect(await (await fetch(server.url)).text()).toContain('Welcome to your router');
    expect((await fetch(`${server.url}/api/version`)).status).toBe(404);
  });

  test('is not what a double is: it says who it is and refuses what Ollama refuses', async () => {
    const server = await start(loadScenario('answer'));
    expect(await (await fetch(server.url)).text()).toBe('Ollama is running');
    expect((await fetch(`${server.url}/nonsense`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/chat`)).status).toBe(405);
  });
});

test('a server that goes away in mid-answer comes back on the same port', async () => {
  const server = await withTurns({ text: 'hello there', delayMs: 200, pieceLength: 1 });
  const answer = ask(server).then(linesOf);
  await expect.poll(() => server.chats()[0]?.status).toBe(200);
  await server.close();
  expect((await answer).broke).toBe(true);
  double = await startOllamaDouble(scenarioOf({ turns: [{ text: '{}' }] }), { port: server.port });
  expect((await ask(double)).status).toBe(200);
});

describe('with the client of the app', () => {
  test('lists, shows, streams, tells what runs, pulls, embeds and deletes', async () => {
    const server = await start(loadScenario('answer'));
    const client = new Ollama({ host: server.url });
    expect((await client.list()).models.map(({ name }) => name)).toEqual(['qwen3:4b', 'llama3.2:3b', 'nomic-embed-text:latest']);
    const shown = await client.show({ model: 'llama3.2:3b' });
    expect(shown.capabilities).toEqual(['completion', 'tools']);
    expect(at(shown.model_info, 'llama.context_length')).toBe(131_072);
    server.play({ decision: RESPOND, pieceLength: 3 });
    let text = '';
    const options = { num_ctx: 8192 };
    const stream = await client.chat({
      model: 'qwen3:4b',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      format: 'json',
      options,
    });
    for await (const { message } of stream) text += message.content;
    expect(JSON.parse(text)).toEqual(RESPOND);
    expect(await client.ps()).toMatchObject({ models: [{ name: 'qwen3:4b', context_length: 8192 }] });
    expect((await client.embed({ model: 'nomic-embed-text', input: 'x' })).embeddings[0]).toHaveLength(8);
    await client.delete({ model: 'qwen3:4b' });
    await expect(client.show({ model: 'qwen3:4b' })).rejects.toThrow("model 'qwen3:4b' not found");
    expect(await client.version()).toEqual({ version: '0.32.9' });
  });

  test('a pull that fails and breaks off goes on where it was', async () => {
    const server = await start(loadScenario('pull-fails'));
    const client = new Ollama({ host: server.url });
    const pull = async () => {
      const seen: number[] = [];
      let failure = '';
      try {
        for await (const { completed } of await client.pull({ model: 'llama3.2:3b', stream: true }))
          if (completed !== undefined) seen.push(completed);
      } catch (error) {
        failure = String(error);
      }
      return { first: seen[0], last: seen.at(-1), failure };
    };
    expect(await pull()).toEqual({ first: 80_000_000, last: 807_757_275, failure: 'Error: max retries exceeded: unexpected EOF' });
    expect(await pull()).toMatchObject({ first: 807_757_275, last: 1_413_575_232, failure: expect.stringMatching(/terminated|closed/) });
    expect(await pull()).toEqual({ first: 1_413_575_232, last: 2_019_393_189, failure: '' });
    expect((await client.list()).models).toMatchObject([{ name: 'llama3.2:3b', size: 2_019_393_189 }]);
    await expect(client.pull({ model: 'nothing' })).rejects.toThrow('pull model manifest: file does not exist');
  });

  test('a pull stops when the client leaves', async () => {
    const server = await start(loadScenario('pull'));
    const client = new Ollama({ host: server.url });
    const stream = await client.pull({ model: 'llama3.2:3b', stream: true });
    setTimeout(() => stream.abort(), 250);
    const all = async () => {
      for await (const { status } of stream) expect(status).toMatch(/^pulling/);
    };
    await expect(all()).rejects.toThrow();
    await expect.poll(() => server.requests('/api/pull')[0]?.aborted).toBe(true);
  });
});
