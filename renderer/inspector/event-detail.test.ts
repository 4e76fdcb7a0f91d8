/** Tests of the lines of the timeline. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '#shared/i18n/en/inspector.json';
import noticeWords from '#shared/i18n/en/notice.json';
import windowWords from '#shared/i18n/en/window.json';
import { notice } from '#shared/schema/notice';
import { decision } from '#shared/schema/planner-decision';
import type { EventBody } from '#shared/schema/run-event';
import { completed, eventsOf, given, received, started, toolCall } from '../store/run-events.fixture.ts';
import { type DetailWords, eventDetail, eventTone, withoutRepeats } from './event-detail.ts';

let words: DetailWords;
beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    ns: ['inspector', 'notice', 'window'],
    fallbackNS: 'window',
    resources: { en: { inspector: en, notice: noticeWords, window: windowWords } },
    interpolation: { escapeValue: false },
  });
  words = { t: i18next.getFixedT('en', 'inspector'), language: 'en' };
});

const lines = (...bodies: EventBody[]) =>
  eventsOf('run-1', bodies).map((event) => [event.type, eventDetail(event, words), eventTone(event)]);

test('each event says what it is about in one line', () => {
  expect(
    lines(
      started,
      received('\nFind the plan\nand read it'),
      { type: 'prompt.built', modules: 23, tokens: 1968, ms: 12 },
      ...toolCall('call-1', 'read', { path: 'plan.md' }, 'text'),
      { type: 'memory.recalled', hits: [] },
      { type: 'context.pruned', callId: 'call-1', before: 9000, after: 1200 },
      { type: 'context.compacted', before: 24_310, after: 6120, summary: 'long' },
      { type: 'hook.ran', point: 'before_prompt_build', hook: 'style', ms: 3, outcome: 'timed_out', detail: 'too slow' },
      { type: 'planner.decided', step: 2, decision: decision('RESPOND'), notes: [], ms: 1200 },
      given('The plan is short.'),
      completed,
    ),
  ).toEqual([
    ['run.started', 'offline-rules · full', 'plain'],
    ['message.received', 'Find the plan', 'plain'],
    ['prompt.built', '23 modules, 1,968 tokens, 12 ms', 'plain'],
    ['planner.decided', 'calls read · 1 ms', 'plain'],
    ['guardrail.judged', 'read · allowed', 'plain'],
    ['tool.started', 'read · {"path":"plan.md"}', 'plain'],
    ['tool.completed', 'read · done · 5 ms', 'plain'],
    ['memory.recalled', '0 passages', 'plain'],
    ['context.pruned', '9,000 → 1,200 characters', 'plain'],
    ['context.compacted', '24,310 → 6,120 tokens', 'plain'],
    ['hook.ran', 'style (before_prompt_build) · timed out · 3 ms · too slow', 'plain'],
    ['planner.decided', 'answers · 1.2 s', 'plain'],
    ['answer.given', 'The plan is short.', 'plain'],
    ['run.completed', '1 step', 'plain'],
  ]);
});

test('what went wrong is told, and is seen from afar', () => {
  const use = {
    ...{ model: 'ollama/a', estimated: 10_000, counted: 4096, cached: null, answered: 1, window: 4096, loaded: 4096 },
    ...{ reused: null, phases: {} },
  };
  expect(
    lines(
      { type: 'context.cut', missing: 5904, use },
      { type: 'tool.completed', callId: 'c', tool: 'read', result: { ok: false, kind: 'failed', error: notice('session_unknown') }, ms: 1 },
      { type: 'run.failed', steps: 2, reason: notice('session_unknown') },
    ),
  ).toEqual([
    ['context.cut', '5,904 tokens not seen', 'danger'],
    ['tool.completed', 'read · failed · 1 ms', 'warn'],
    ['run.failed', `2 steps · ${noticeWords.session_unknown}`, 'danger'],
  ]);
});

test('a very long text is one short line, quickly', () => {
  const [, detail] = lines(received(`${'长'.repeat(1_000_000)}`))[0] ?? [];
  expect(detail).toBe('长'.repeat(160));
});

test('streamed pieces of one answer are one line', () => {
  const piece = (offset: number): EventBody => ({ type: 'answer.checkpoint', step: 1, offset, text: String(offset) });
  expect(withoutRepeats(eventsOf('run-1', [started, piece(0), piece(1), piece(2), given('012')])).map(({ seq }) => seq)).toEqual([1, 4, 5]);
});
