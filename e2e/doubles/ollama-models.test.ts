/** What the Ollama double loads, how long it keeps it, and how it meets prompts over the window. */
import { afterEach, describe, expect, test } from 'vitest';
import { at, ndjsonOf, post, scenarioOf } from './double-client.ts';
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

describe('loading', () => {
  test('withholds the headers, and is given up when the client leaves', async () => {
    const server = await withTurns({ text: '{}', loadMs: 10_000 }, { text: '{}', loadMs: 150 });
    await expect(ask(server, {}, AbortSignal.timeout(100))).rejects.toThrow();
    await expect.poll(() => server.chats()[0]?.aborted).toBe(true);
    expect(server.loaded()).toEqual([]);
    const began = performance.now();
    const response = await ask(server);
    expect(performance.now() - began).toBeGreaterThan(140);
    const { lines } = await ndjsonOf(response);
    expect(at(lines.at(-1), 'load_duration')).toBeGreaterThan(140e6);
    expect(server.loaded()).toMatchObject([{ name: 'small:latest', context: 4096, loads: 1 }]);
  });

  test('happens again when num_ctx changes, and is remarked on', async () => {
    const server = await withTurns({ text: '{}', repeat: 'forever' });
    for (const num_ctx of [4096, 4096, 6000, 999_999]) await (await ask(server, { options: { num_ctx }, format: 'json' })).text();
    await (await ask(server, { options: {} })).text();
    expect(server.chats().map(({ remarks }) => remarks)).toEqual([
      ['load: not in memory'],
      [],
      ['load: num_ctx changes the window from 4096 to 6000'],
      ['load: num_ctx changes the window from 6000 to 8192'],
      ['no format was sent', 'no num_ctx was sent', 'load: num_ctx changes the window from 8192 to 4096'],
    ]);
    expect(server.loaded()).toMatchObject([{ loads: 4, context: 4096 }]);
  });

  test('without messages needs no turn; keep_alive 0 unloads, below 0 keeps', async () => {
    const server = await withTurns();
    const load = (keep_alive?: unknown) => post(`${server.url}/api/chat`, { model: 'small', keep_alive }).then((reply) => reply.json());
    expect(await load(-1)).toMatchObject({ done: true, done_reason: 'load' });
    expect(server.loaded()).toMatchObject([{ expiresAt: Number.POSITIVE_INFINITY }]);
    expect(await load('30m')).toMatchObject({ done_reason: 'load' });
    expect(Math.round(((server.loaded()[0]?.expiresAt ?? 0) - Date.now()) / 60_000)).toBe(30);
    expect(await load(0)).toMatchObject({ done_reason: 'unload' });
    expect(server.loaded()).toEqual([]);
    await load('20ms');
    await expect.poll(() => server.loaded()).toEqual([]);
    const generate = await post(`${server.url}/api/generate`, { model: 'small' });
    expect(await generate.json()).toMatchObject({ response: '', done_reason: 'load' });
  });

  test('evicts the oldest model when there is no room for one more', async () => {
    const models = [{ name: 'small' }, { name: 'embed', capabilities: ['embedding' as const], trainedContext: 2048 }];
    const server = await start(scenarioOf({ models, maxLoaded: 1, turns: [{ text: '{}' }] }));
    await (await ask(server)).text();
    const reply: unknown = await (await post(`${server.url}/api/embed`, { model: 'embed', input: ['a b', 'a b', '你好'] })).json();
    const [one, same, other] = [0, 1, 2].map((row) => at(reply, 'embeddings', row));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    expect(server.loaded().map(({ name }) => name)).toEqual(['embed:latest']);
  });
});

describe('the window', () => {
  const long = { messages: [{ role: 'user', content: 'word '.repeat(2000) }] };
  const told = async (response: Response) => at((await ndjsonOf(response)).lines.at(-1), 'prompt_eval_count');

  test('that is kept small cuts long prompts silently', async () => {
    const server = await start(loadScenario('truncates'));
    expect(await told(await ask(server, { model: 'qwen3:4b', ...long }))).toBe(1024);
    const running: unknown = await (await fetch(`${server.url}/api/ps`)).json();
    expect(at(running, 'models', 0, 'context_length')).toBe(1024);
  });

  test('that was asked for takes the whole prompt', async () => {
    const server = await start(loadScenario('honest-window'));
    const count = await told(await ask(server, { model: 'qwen3:4b', ...long }));
    expect(count).toBeGreaterThan(2000);
    expect(count).toBe(server.chats()[0]?.prompt?.all);
  });

  test('that refuses says so with both sizes, and so does one that was told not to truncate', async () => {
    const server = await start(loadScenario('refuses-window'));
    const response = await ask(server, { model: 'qwen3:4b', ...long });
    expect(response.status).toBe(400);
    expect(at(await response.json(), 'error')).toMatch(/request \(\d+ tokens\) exceeds the available context size \(1024 tokens\)/);
    const strict = await ask(server, { model: 'qwen3:4b', ...long, truncate: false });
    expect(strict.status).toBe(400);
  });

  test('knows what two prompts begin with, and may count only the rest', async () => {
    const server = await start(loadScenario('counts-only-new'));
    const first = [
      { role: 'system', content: 'rules '.repeat(400) },
      { role: 'user', content: 'one' },
    ];
    const whole = Number(await told(await ask(server, { model: 'qwen3:4b', messages: first })));
    const grown = [...first, { role: 'assistant', content: 'yes' }, { role: 'user', content: '还有一个问题' }];
    const rest = Number(await told(await ask(server, { model: 'qwen3:4b', messages: grown })));
    expect(whole).toBeGreaterThan(600);
    expect(rest).toBeLessThan(30);
    expect(server.chats()[1]?.prompt).toMatchObject({ shared: expect.any(Number), told: rest });
    expect(server.chats()[1]?.prompt?.shared).toBeGreaterThanOrEqual(whole - 1);
  });

  test('is told as a turn wants it told', async () => {
    const server = await withTurns(
      { text: '{}', usage: { promptEvalCount: 7, evalCount: 3 }, doneReason: 'length' },
      { text: '{}', truncatesAt: 2 },
    );
    const { lines } = await ndjsonOf(await ask(server));
    expect(lines.at(-1)).toMatchObject({ prompt_eval_count: 7, eval_count: 3, done_reason: 'length' });
    expect(await told(await ask(server))).toBe(2);
  });
});
