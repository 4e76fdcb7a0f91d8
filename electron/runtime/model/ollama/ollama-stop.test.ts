/** Chats that are stopped, and servers that go away and come back. */
import { afterEach, describe, expect, test } from 'vitest';
import { startOllamaDouble } from '../../../../e2e/doubles/ollama-double.ts';
import { loadScenario, type Scenario } from '../../../../e2e/doubles/scenario.ts';
import { type Bed, decisionOf, hear, makeBed, requestOf, sockets, withTurns } from './ollama-bed.fixture.ts';
import { createOllamaServer } from './ollama-server.ts';

let bed: Bed | undefined;
afterEach(async () => {
  await bed?.double.close();
  bed = undefined;
});

async function start(...[scenario, options]: Parameters<typeof makeBed>): Promise<Bed> {
  bed = await makeBed(scenario, options);
  return bed;
}

describe('a chat that is stopped', () => {
  /** Stops at the first chunk that fits and expects the server to have been left at once. */
  async function stopped(scenario: string | Scenario, at: (chunk: object) => boolean) {
    const { double, model } = await start(scenario);
    const before = sockets();
    const stop = new AbortController();
    const heard = await hear(model(), requestOf('What is open?'), stop.signal, (chunk) => {
      if (at(chunk)) setImmediate(() => stop.abort());
    });
    await expect.poll(() => double.chats()[0]?.aborted).toBe(true);
    await expect.poll(() => double.working()).toBe(0);
    await expect.poll(sockets).toBeLessThanOrEqual(before);
    return heard;
  }

  test('while the server withholds the headers, at once', async () => {
    const scenario = loadScenario('slow-load');
    bed = await makeBed(scenario);
    const stop = new AbortController();
    const listening = hear(bed.model(), requestOf('What is open?'), stop.signal);
    await expect.poll(() => bed?.double.chats().length).toBe(1);
    stop.abort();
    expect(await listening).toMatchObject({ phases: ['connecting'], text: '', end: 'nothing' });
    await expect.poll(() => bed?.double.chats()[0]?.aborted).toBe(true);
  });

  test('while the model loads, which is told', async () => {
    const heard = await stopped('slow-load', (chunk) => Reflect.get(chunk, 'phase') === 'loading');
    expect(heard).toMatchObject({ phases: ['connecting', 'loading'], text: '', end: 'nothing' });
  });

  test('while it reads the prompt, which is told once it has loaded', async () => {
    const scenario = withTurns('slow-load', [{ loadMs: 3_000, firstDelayMs: 3_600_000 }]);
    const heard = await stopped(scenario, (chunk) => Reflect.get(chunk, 'phase') === 'reading');
    expect(heard).toMatchObject({ phases: ['connecting', 'loading', 'reading'], text: '', end: 'nothing' });
  });

  test('in the middle of an answer that does not go on', async () => {
    let length = 0;
    const heard = await stopped('stall', (chunk) => {
      length += String(Reflect.get(chunk, 'text') ?? '').length;
      return length === 60;
    });
    expect(heard).toMatchObject({ text: decisionOf('stall').slice(0, 60), end: 'nothing' });
  });

  test('between two tries', async () => {
    const { double, model } = await start(withTurns('error-500', [{ repeat: 'forever' }]), {});
    const stop = new AbortController();
    const listening = hear(model(), requestOf('one'), stop.signal);
    await expect.poll(() => double.chats()[0]?.finished).toBe(true);
    stop.abort();
    expect(await listening).toMatchObject({ end: 'nothing' });
  });

  test('before it began: nothing is asked', async () => {
    const { double, model } = await start('answer');
    expect(await hear(model(), requestOf('one'), AbortSignal.abort())).toMatchObject({ phases: [], end: 'nothing' });
    expect(double.requests()).toEqual([]);
  });

  test('by a listener that leaves', async () => {
    const { double, model } = await start('stall');
    for await (const chunk of model().chat(requestOf('one'), new AbortController().signal)) if (chunk.type === 'text') break;
    await expect.poll(() => double.chats()[0]?.aborted).toBe(true);
  });
});

describe('a server that is not there', () => {
  test.each([
    [true, 'ollama_not_running'],
    [false, 'ollama_not_installed'],
  ])('with the program on this computer: %s', async (installed, code) => {
    const server = createOllamaServer({ url: 'http://127.0.0.1:1', keepAlive: '30m', environment: {}, installed: async () => installed });
    const model = server.model({ id: 'ollama/x', name: 'x', window: 4_096, thinking: false, fit: { mode: 'full', tools: 24 } });
    const heard = await hear(model, requestOf('one'));
    expect(heard.failed).toMatchObject({ error: { code, params: { url: 'http://127.0.0.1:1' } }, retryable: true });
  });

  test('because it was killed in mid-answer, and is back for the next message', async () => {
    const { double, model } = await start('stall');
    const port = double.port;
    const heard = await hear(model(), requestOf('one'), undefined, (chunk) => {
      if (chunk.type === 'text') void double.close();
    });
    expect(heard.failed).toMatchObject({ error: { code: 'model_stopped_early', params: { model: 'qwen3:4b' } }, retryable: true });
    const asked = model();
    const back = await startOllamaDouble(loadScenario('answer'), { port });
    expect(await hear(asked, requestOf('one'))).toMatchObject({ end: 'done' });
    await back.close();
  });
});
