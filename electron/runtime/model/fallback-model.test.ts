/** Who answers when the first one cannot. */
import { afterEach, describe, expect, test } from 'vitest';
import { type NoticeCode, notice } from '#shared/schema/notice';
import { startOpenAiDouble } from '../../../e2e/doubles/openai-double.ts';
import { loadScenario } from '../../../e2e/doubles/scenario.ts';
import type { ChatChunk, ChatModel, ChatRequest } from './chat-model.ts';
import { createFallbackModel } from './fallback-model.ts';
import { decisionOf, requestOf } from './ollama/ollama-bed.fixture.ts';
import { createOpenAiServer } from './openai/openai-server.ts';

const failed = (code: NoticeCode, retryable = false): ChatChunk => ({ type: 'failed', error: notice(code), retryable });

function model(id: string, chunks: readonly ChatChunk[]): ChatModel & { asked: number } {
  return {
    ...{ id, name: id, kind: 'ollama', readsPrompt: true, window: 8_192, fit: { mode: 'full', tools: 12 }, asked: 0 },
    async *chat() {
      this.asked += 1;
      yield* chunks;
    },
  };
}

async function all(one: ChatModel, signal = new AbortController().signal, request = {} as ChatRequest): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of one.chat(request, signal)) chunks.push(chunk);
  return chunks;
}

const text: ChatChunk = { type: 'text', text: 'x' };
const thinking: ChatChunk = { type: 'thinking', text: 'hm' };
const done: ChatChunk = { type: 'done' };
const replaced = (from: string, to: string, code: NoticeCode): ChatChunk => ({ type: 'replaced', from, to, reason: notice(code) });

test('the first one answers alone where it can, and is the one that is seen', async () => {
  const second = { ...model('b', [text, done]), window: 4_096 };
  expect(await all(createFallbackModel([model('a', [thinking, text, done]), second]))).toEqual([thinking, text, done]);
  expect(second.asked).toBe(0);
  expect(createFallbackModel([model('a', []), second])).toMatchObject({
    id: 'a',
    name: 'a',
    window: 8_192,
    fit: { mode: 'full', tools: 12 },
  });
});

describe('before the answer has begun', () => {
  test.each<[string, ChatChunk, boolean]>([
    ['what may succeed later', failed('model_busy', true), true],
    ['a server that errs', failed('model_server_error', true), true],
    ['a server that is away', failed('model_unreachable'), true],
    ['an Ollama that does not run', failed('ollama_not_running'), true],
    ['a model that is missing', failed('model_missing'), true],
    ['too little memory', failed('model_out_of_memory'), true],
    ['a key that is refused', failed('model_key_refused'), true],
    ['a conversation that is too long', failed('model_window_refused'), false],
    ['a request that is wrong', failed('model_server_error'), false],
  ])('%s is the next one’s turn or the end', async (_, failure, passes) => {
    const chunks = await all(createFallbackModel([model('a', [thinking, failure]), model('b', [text, done])]));
    const reason = failure.type === 'failed' ? failure.error : undefined;
    expect(chunks).toEqual(passes ? [thinking, { type: 'replaced', from: 'a', to: 'b', reason }, text, done] : [thinking, failure]);
  });
});

describe('in the middle of the answer', () => {
  test.each<[string, ChatChunk, boolean]>([
    ['a lost connection', failed('model_stopped_early', true), true],
    ['a server that went away', failed('model_unreachable', true), true],
    ['an answer that is too long', failed('model_stopped_early'), false],
    ['too little memory', failed('model_out_of_memory', true), false],
    ['a limit', failed('model_busy', true), false],
  ])('%s is the next one’s turn or the end', async (_, failure, passes) => {
    const chunks = await all(createFallbackModel([model('a', [text, failure]), model('b', [text, done])]));
    const reason = failure.type === 'failed' ? failure.error : undefined;
    expect(chunks).toEqual(passes ? [text, { type: 'replaced', from: 'a', to: 'b', reason }, text, done] : [text, failure]);
  });
});

test('each is asked once, in order, and the failure of the last one is the end', async () => {
  const models = [
    model('a', [failed('model_missing')]),
    model('b', [text, failed('model_stopped_early', true)]),
    model('c', [failed('model_busy', true)]),
  ] as const;
  expect(await all(createFallbackModel(models))).toEqual([
    replaced('a', 'b', 'model_missing'),
    text,
    replaced('b', 'c', 'model_stopped_early'),
    failed('model_busy', true),
  ]);
  expect(models.map(({ asked }) => asked)).toEqual([1, 1, 1]);
});

test('whoever stopped it gets no other model', async () => {
  const second = model('b', [done]);
  const unreachable = failed('model_unreachable', true);
  expect(await all(createFallbackModel([model('a', [unreachable]), second]), AbortSignal.abort())).toEqual([unreachable]);
  expect(await all(createFallbackModel([model('a', [text]), second]), AbortSignal.abort())).toEqual([text]);
  expect(second.asked).toBe(0);
});

describe('over real servers', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function at(id: string, scenario: string): Promise<ChatModel> {
    const played = loadScenario(scenario);
    const double = await startOpenAiDouble(played);
    open.push(double);
    const server = createOpenAiServer({ endpoint: { id, name: id, url: `${double.url}/v1`, window: null }, key: async () => null });
    return server.model({ id: `${id}/small`, name: played.models[0]?.name ?? 'small', window: 8_192, fit: { mode: 'full', tools: 24 } });
  }

  test('a connection that breaks in mid-answer is taken over, and only the second answer counts', async () => {
    const chunks = await all(
      createFallbackModel([await at('a', 'partial-call'), await at('b', 'tool-call')]),
      undefined,
      requestOf('Read it.'),
    );
    const cut = chunks.findIndex(({ type }) => type === 'replaced');
    expect(chunks[cut]).toMatchObject({ from: 'a/small', to: 'b/small', reason: { code: 'model_stopped_early' } });
    const answer = chunks.slice(cut).map((chunk) => (chunk.type === 'text' ? chunk.text : ''));
    expect([answer.join(''), chunks.at(-1)?.type]).toEqual([decisionOf('tool-call'), 'done']);
  });
});
