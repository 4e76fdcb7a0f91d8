/** A chat with an Ollama double: every scenario that lies beside it, and what is told at the end. */
import { afterEach, describe, expect, test } from 'vitest';
import { loadScenario, scenarioNames } from '../../../../e2e/doubles/scenario.ts';
import { type Bed, decisionOf, hear, makeBed, requestOf, SCHEMA, sockets, withTurns } from './ollama-bed.fixture.ts';

let bed: Bed | undefined;
afterEach(async () => {
  await bed?.double.close();
  bed = undefined;
});

async function start(...[scenario, options]: Parameters<typeof makeBed>): Promise<Bed> {
  bed = await makeBed(scenario, options);
  return bed;
}

const LONG = 'One sentence after the other, about nothing at all. '.repeat(120);

interface Row {
  readonly end: string;
  readonly text?: string | RegExp;
  readonly retryable?: boolean;
  /** Chat requests that reach the double. */
  readonly asked?: number;
  readonly model?: string;
  readonly prompt?: string;
}

/** What the first message of each scenario comes to. */
const ROWS: Readonly<Record<string, Row>> = {
  answer: { end: 'done', text: decisionOf('answer') },
  'chinese-answer': { end: 'done', text: decisionOf('chinese-answer') },
  clarify: { end: 'done', text: decisionOf('clarify') },
  'counts-only-new': { end: 'done', text: decisionOf('counts-only-new') },
  cut: { end: 'model_stopped_early', text: decisionOf('cut').slice(0, 60), retryable: true },
  'error-500': { end: 'done', text: decisionOf('error-500', 1), asked: 3 },
  'honest-window': { end: 'done', text: decisionOf('honest-window'), prompt: LONG },
  html: { end: 'model_proxy', text: '', retryable: true, asked: 3 },
  'long-answer': { end: 'done', text: /^\{"action":"RESPOND","answer":"This.{1000000,}\}$/ },
  'model-missing': { end: 'model_missing', text: '', retryable: true, model: 'qwen3:4b' },
  'no-response-format': { end: 'done', text: decisionOf('no-response-format') },
  'other-service': { end: 'ollama_other_service', text: '', retryable: true },
  'out-of-memory': { end: 'model_out_of_memory', text: '', retryable: true },
  'out-of-memory-midway': { end: 'model_out_of_memory', text: decisionOf('out-of-memory-midway').slice(0, 40), retryable: true },
  'partial-call': { end: 'model_stopped_early', text: decisionOf('partial-call').slice(0, 120), retryable: true },
  proxy: { end: 'model_proxy', text: '', retryable: true, asked: 3 },
  pull: { end: 'done', text: decisionOf('pull') },
  'pull-fails': { end: 'model_missing', text: '', retryable: true, model: 'llama3.2:3b' },
  'rate-limited': { end: 'done', text: decisionOf('rate-limited', 1), asked: 2 },
  'refuses-window': { end: 'model_window_refused', text: '', retryable: false, prompt: LONG },
  retry: { end: 'done', text: 'Sure! I will look into the plan for you.' },
  thinking: { end: 'done', text: decisionOf('thinking') },
  'thinking-inline': {
    end: 'done',
    text: `<think>\nPerhaps {"action":"CALL_TOOL"}? No, I know it already.\n</think>\n\n${decisionOf('thinking-inline')}`,
  },
  'tool-call': { end: 'done', text: decisionOf('tool-call') },
  truncates: { end: 'done', text: decisionOf('truncates'), prompt: LONG },
  'wrong-twice': { end: 'done', text: '{"action":"CALL_TOOL","tool":"read"' },
};

/** These are played by the check-up. */
const EXAMS = ['exam', 'exam-weak'];
/** These do not end by themselves: they are stopped, below. */
const ENDLESS = ['slow-load', 'stall'];

describe('a chat', () => {
  test('has a row for every scenario', () => {
    expect([...Object.keys(ROWS), ...ENDLESS, ...EXAMS].sort()).toEqual(scenarioNames());
  });

  test.each(Object.entries(ROWS))('in %s ends as it has to and leaves nothing open', async (name, row) => {
    const { double, model } = await start(name);
    const before = sockets();
    const heard = await hear(model(row.model), requestOf(row.prompt ?? 'What is open?'));
    expect([heard.end, heard.failed?.retryable]).toEqual([row.end, row.retryable]);
    if (row.text instanceof RegExp) expect(row.text.test(heard.text)).toBe(true);
    else expect(heard.text).toBe(row.text);
    expect(heard.phases[0]).toBe('connecting');
    expect(heard.phases.at(-1) === 'writing').toBe(heard.text !== '');
    expect(double.requests('/api/chat')).toHaveLength(row.asked ?? 1);
    await expect.poll(() => double.working()).toBe(0);
    await expect.poll(sockets).toBeLessThanOrEqual(before);
    expect(double.chats().filter(({ aborted }) => aborted)).toEqual([]);
  });

  test('asks for the same window, the schema and the stay every time', async () => {
    const { double, model } = await start('answer', { keepAlive: '30m' });
    await hear(model(), requestOf('one'));
    await hear(model(), requestOf('two'));
    expect(double.chats().map(({ body, remarks }) => ({ body, remarks }))).toEqual(
      ['one', 'two'].map((content, at) => ({
        body: {
          ...{ model: 'qwen3:4b', messages: [{ role: 'user', content }], stream: true, format: SCHEMA },
          ...{ options: { num_ctx: 16_384 }, keep_alive: '30m' },
        },
        remarks: at === 0 ? ['load: not in memory'] : [],
      })),
    );
  });

  test('writes a stay without a unit as a number: the server refuses it as a text', async () => {
    const { double, model } = await start('answer', { keepAlive: '-1' });
    await hear(model(), requestOf('one'));
    expect(double.chats()[0]?.body).toMatchObject({ keep_alive: -1 });
  });

  test('switches thinking off only where the model can think, and hands it on apart where it comes', async () => {
    const { double, model } = await start('thinking');
    const thinks = await hear(model('qwen3:8b'), requestOf('one'));
    const silent = await hear(model('qwen3:8b', { thinking: true }), requestOf('two'));
    expect([thinks.thinking, silent.thinking]).toEqual([loadScenario('thinking').turns[0]?.thinking, '']);
    expect(thinks.text).toBe(silent.text);
    expect(thinks.phases.slice(-2)).toEqual(['thinking', 'writing']);
    expect(double.chats().map(({ body }) => Reflect.get(Object(body), 'think'))).toEqual([undefined, false]);
  });

  test('tells what failed in the words of the server', async () => {
    const { model } = await start('out-of-memory');
    const heard = await hear(model(), requestOf('one'));
    expect(heard.failed).toEqual({
      error: {
        ...{ code: 'model_out_of_memory', params: { model: 'qwen3:8b' } },
        detail: 'model requires more system memory (8.0 GiB) than is available (3.1 GiB)',
      },
      retryable: true,
    });
  });

  test('is tried three times while the server is busy, and says so', async () => {
    const busy = { status: 503, body: 'server busy, please try again.  maximum pending requests exceeded', repeat: 'forever' as const };
    const { double, model } = await start(withTurns('answer', [busy]));
    const heard = await hear(model(), requestOf('one'));
    expect(heard.failed).toMatchObject({ error: { code: 'model_busy', params: { model: 'qwen3:4b', tries: 3 } }, retryable: true });
    expect(double.chats()).toHaveLength(3);
  });
});

describe('what a chat took', () => {
  test('is told with the count of the prompt, the loaded window and the phases', async () => {
    const { double, model } = await start('honest-window');
    const { usage } = await hear(model(), requestOf(LONG));
    expect(usage).toEqual({
      promptTokens: double.chats()[0]?.prompt?.told,
      cachedTokens: null,
      answerTokens: expect.any(Number),
      loadedWindow: 16_384,
      phases: { connecting: expect.any(Number), loading: expect.any(Number), reading: expect.any(Number), writing: expect.any(Number) },
    });
  });

  test('has the true window of a server that gives less, and its count', async () => {
    const { model } = await start('truncates');
    const { usage } = await hear(model(), requestOf(LONG));
    expect(usage).toMatchObject({ promptTokens: 1_024, loadedWindow: 1_024 });
  });

  test('has no count of the prompt from a server that leaves out what it still knew', async () => {
    const { model } = await start('counts-only-new');
    const first = await hear(model(), requestOf(LONG));
    const second = await hear(model(), requestOf('And then?', [{ role: 'user', content: LONG }]));
    expect(first.usage?.promptTokens).toBeGreaterThan(1_000);
    expect(second.usage).toMatchObject({ promptTokens: null, loadedWindow: 16_384 });
  });
});
