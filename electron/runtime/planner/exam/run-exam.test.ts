import { describe, expect, test } from 'vitest';
import type { ChatModel } from '#runtime/model/chat-model';
import { notice } from '#shared/schema/notice';
import { decision } from '#shared/schema/planner-decision';
import { examModel, type Reply, RIGHT } from './exam-model.fixture.ts';
import { ALL_PASSED, examine, examOf, pointsOf } from './held-exam.fixture.ts';

describe('a model that answers', () => {
  test('everything rightly is given the whole prompt and all tools', async () => {
    const usage = {
      promptTokens: 900,
      cachedTokens: 100,
      answerTokens: 40,
      loadedWindow: 8_192,
      phases: { reading: 1_000, writing: 2_000 },
    };
    const model = examModel({}, { usage });
    const progress: [number, number][] = [];
    expect(await examine(model, { onProgress: (...step) => progress.push(step) })).toEqual({
      ok: true,
      value: {
        modelId: 'test/knows-it',
        digest: 'sha256:1',
        at: 1_700_000_000_000,
        parts: ALL_PASSED,
        mode: 'full',
        tools: 12,
        reads: 800,
        writes: 20,
        reasons: [{ code: 'exam_passed' }],
      },
    });
    expect(progress).toEqual(Array.from({ length: 22 }, (_, at) => [at + 1, 22]));
    expect(model.asked).toEqual(Object.keys(RIGHT));
  });

  test('wrongly loses points, and each part tells its first fault', async () => {
    const wrong = decision('RESPOND', { answer: 'I do not know.' });
    const exam = examOf(
      await examine(
        examModel({
          call: wrong,
          'pick-time': decision('CALL_TOOL', { tool_name: 'exec', arguments: { command: 'date' } }),
          'pick-list': wrong,
          number: decision('CALL_TOOL', { tool_name: 'read', arguments: { path: 'server.log', limit: 125 } }),
          'needle-middle': wrong,
        }),
      ),
    );
    expect(exam).toEqual({
      modelId: 'test/knows-it',
      digest: 'sha256:1',
      at: 1_700_000_000_000,
      parts: [
        {
          part: 'contract',
          passed: 3,
          tries: 4,
          ms: 5,
          detail: 'call: wanted a whole call of a tool on offer, got the answer "I do not know."',
        },
        { part: 'tool-choice', passed: 4, tries: 6, ms: 5, detail: 'pick-time: wanted a call of time, got exec {"command":"date"}' },
        {
          part: 'arguments',
          passed: 4,
          tries: 5,
          ms: 5,
          detail: 'number: wanted read {"path":"server.log","limit":1250}, got read {"path":"server.log","limit":125}',
        },
        { part: 'chinese', passed: 4, tries: 4, ms: 5, detail: '' },
        {
          part: 'needle',
          passed: 2,
          tries: 3,
          ms: 5,
          detail: 'needle-middle: wanted an answer with /herons?\\b/i, got the answer "I do not know."',
        },
      ],
      mode: 'full',
      tools: 8,
      reads: null,
      writes: null,
      reasons: [
        { code: 'exam_tool_choice', params: { passed: 4, tries: 6 } },
        { code: 'exam_arguments', params: { passed: 4, tries: 5 } },
      ],
    });
  });

  test('rightly only when asked again has not passed', async () => {
    const again: Reply = ['Seven days.', JSON.stringify(RIGHT['answer'])];
    const model = examModel({ answer: again });
    const exam = examOf(await examine(model));
    expect(exam.parts[0]).toEqual({ part: 'contract', passed: 3, tries: 4, ms: 5, detail: 'answer: the first reply could not be read' });
    expect(model.asked.slice(0, 3)).toEqual(['answer', 'answer', 'call']);
  });

  test('with text that is no decision, twice, or without end, loses the point and goes on', async () => {
    const exam = examOf(await examine(examModel({ answer: ['Seven.', 'Seven!'], 'pick-none': ['merci '.repeat(10_000)] })));
    expect(pointsOf(exam)).toMatchObject({ contract: '3 of 4', 'tool-choice': '5 of 6' });
    expect(exam.parts[0]?.detail).toBe('answer: The reply holds no JSON object. Send exactly one JSON object and nothing else.');
    expect(exam.parts[1]?.detail).toBe('pick-none: planner_endless');
  });

  test('out of a small window is given the short prompt, however well it does', async () => {
    const exam = examOf(await examine(examModel({}, { window: 4_096 })));
    expect([exam.mode, exam.tools, exam.reasons]).toEqual([
      'minimal',
      12,
      [{ code: 'exam_window', params: { window: 4_096, enough: 8_192 } }],
    ]);
  });
});

describe('an exam', () => {
  test('is void when the server fails, whatever was answered before', async () => {
    const model = examModel({ 'needle-end': { fails: notice('model_out_of_memory', { model: 'knows-it' }) } });
    expect(await examine(model)).toEqual({
      ok: false,
      error: { code: 'exam_void', params: { model: 'knows-it' }, detail: 'model_out_of_memory' },
    });
  });

  test('asks nothing more once the server failed', async () => {
    const model = examModel({ call: { fails: notice('model_unreachable') } });
    expect(await examine(model)).toMatchObject({ ok: false, error: { code: 'exam_void', detail: 'model_unreachable' } });
    expect(model.asked).toEqual(['answer', 'call']);
  });

  test('is void when another model answers in its place', async () => {
    const model = examModel();
    const reason = notice('model_busy');
    const other: ChatModel = {
      ...model,
      async *chat(request, signal) {
        yield { type: 'replaced', from: model.id, to: 'test/other', reason };
        yield* model.chat(request, signal);
      },
    };
    expect(await examine(other)).toMatchObject({ ok: false, error: { code: 'exam_void', detail: 'model_busy' } });
  });

  test('stops in the middle of a reply that does not come, and between two questions', async () => {
    const during = new AbortController();
    const hanging = examModel({ 'pick-keep': 'hangs' }, { onAsked: (id) => id === 'pick-keep' && queueMicrotask(() => during.abort()) });
    const stopped = { ok: false, error: { code: 'cancelled' } };
    expect(await examine(hanging, { signal: during.signal })).toEqual(stopped);
    const between = new AbortController();
    const quick = examModel();
    expect(await examine(quick, { signal: between.signal, onProgress: () => between.abort() })).toEqual(stopped);
    expect([hanging.asked.at(-1), quick.asked]).toEqual(['pick-keep', ['answer']]);
  });

  test('that was stopped before it began asks nothing', async () => {
    const model = examModel();
    expect(await examine(model, { signal: AbortSignal.abort() })).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect(model.asked).toEqual([]);
  });
});
