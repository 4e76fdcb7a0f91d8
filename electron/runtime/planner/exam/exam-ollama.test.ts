import { describe, expect, test, vi } from 'vitest';
import type { ChatModel } from '#runtime/model/chat-model';
import { createOllamaServer } from '#runtime/model/ollama/ollama-server';
import { type OllamaDouble, startOllamaDouble } from '../../../../e2e/doubles/ollama-double.ts';
import { loadScenario } from '../../../../e2e/doubles/scenario.ts';
import { ALL_PASSED, examine, examOf, pointsOf } from './held-exam.fixture.ts';

describe('through the Ollama client', () => {
  async function onDouble<T>(
    scenario: Parameters<typeof startOllamaDouble>[0],
    act: (model: ChatModel, double: OllamaDouble) => Promise<T>,
  ): Promise<T> {
    const double = await startOllamaDouble(scenario);
    try {
      const server = createOllamaServer({ url: double.url, keepAlive: '30m', environment: {}, installed: async () => false });
      const fit = { mode: 'full', tools: 24 } as const;
      return await act(server.model({ id: 'ollama/qwen3:4b', name: 'qwen3:4b', window: 16_384, thinking: false, fit }), double);
    } finally {
      await double.close();
    }
  }

  test('a model that knows everything passes in 22 requests, all held to one schema and none cut', async () => {
    await onDouble(loadScenario('exam'), async (model, double) => {
      const exam = examOf(await examine(model));
      expect(exam).toEqual({
        modelId: 'ollama/qwen3:4b',
        digest: 'sha256:1',
        at: 1_700_000_000_000,
        parts: ALL_PASSED,
        mode: 'full',
        tools: 12,
        reads: expect.any(Number),
        writes: expect.any(Number),
        reasons: [{ code: 'exam_passed' }],
      });
      const chats = double.chats();
      expect(chats).toHaveLength(22);
      expect(new Set(chats.map(({ format }) => JSON.stringify(format))).size).toBe(1);
      expect(chats.filter(({ prompt }) => prompt?.all !== prompt?.told)).toEqual([]);
      const again = chats.slice(-2).map(({ prompt }) => (prompt?.shared ?? 0) / (prompt?.all ?? 1));
      expect(again.filter((share) => share < 0.95)).toEqual([]);
    });
  });

  test('a weak model is given the short prompt and fewer tools, and told why', async () => {
    const exam = examOf(await onDouble(loadScenario('exam-weak'), (model) => examine(model)));
    expect(pointsOf(exam)).toEqual({
      contract: '2 of 4',
      'tool-choice': '3 of 6',
      arguments: '2 of 5',
      chinese: '1 of 4',
      needle: '1 of 3',
    });
    expect([exam.mode, exam.tools, exam.reasons.map(({ code }) => code)]).toEqual([
      'minimal',
      8,
      ['exam_contract', 'exam_tool_choice', 'exam_arguments', 'exam_chinese', 'exam_needle'],
    ]);
  });

  test('a model that is taken away makes the exam void', async () => {
    const ended = await onDouble(loadScenario('exam'), (model, double) => {
      double.play({ match: '最喜欢哪家餐厅', status: 404, body: "model 'qwen3:4b' not found" });
      return examine(model);
    });
    expect(ended).toEqual({ ok: false, error: { code: 'exam_void', params: { model: 'qwen3:4b' }, detail: 'model_missing' } });
  });

  test('a stop ends it in the middle of a reply, and leaves no request open', async () => {
    const stop = new AbortController();
    await onDouble(loadScenario('exam'), async (model, double) => {
      double.play({ match: '最喜欢哪家餐厅', decision: { action: 'CALL_TOOL' }, stallAfter: 5 });
      const exam = examine(model, { signal: stop.signal });
      await vi.waitFor(() => expect(double.chats()).toHaveLength(9), { timeout: 10_000, interval: 5 });
      stop.abort();
      expect(await exam).toEqual({ ok: false, error: { code: 'cancelled' } });
      await expect.poll(() => double.chats().at(-1)?.aborted).toBe(true);
      expect(double.chats()).toHaveLength(9);
    });
  });
});
