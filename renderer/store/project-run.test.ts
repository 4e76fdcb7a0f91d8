/** Tests of the fold that turns a run's events into what the chat shows. */
import { expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { decision } from '#shared/schema/planner-decision';
import type { EventBody, RunEvent } from '#shared/schema/run-event';
import { appendDelta, projectRun, type RunView } from './project-run.ts';
import { completed, eventsOf, given, received, started, toolCall } from './run-events.fixture.ts';

function fold(events: readonly RunEvent[], from: RunView | null = null): RunView {
  const view = events.reduce<RunView | null>(projectRun, from);
  if (view === null) throw new Error('no events');
  return view;
}
const run = (...bodies: EventBody[]): RunView => fold(eventsOf('run-1', [started, ...bodies]));

const hit = { path: 'MEMORY.md', from: 3, to: 3, text: '我喜欢用 Django', score: 0.9, keyword: 0.9, vector: null, age: 1 };

test('a whole run shows message, recalled memory, calls, answer with its sources and its end', () => {
  const view = run(
    received('我喜欢什么框架？'),
    { type: 'memory.recalled', hits: [hit] },
    ...toolCall('call-1', 'memory_search', { query: '框架' }, '我喜欢用 Django'),
    { type: 'answer.given', text: 'Django', citations: [{ path: 'MEMORY.md', from: 3, to: 3 }] },
    { type: 'run.completed', steps: 2, goalSatisfied: true },
  );
  expect(view).toMatchObject({
    message: '我喜欢什么框架？',
    model: 'offline-rules',
    state: 'completed',
    steps: 2,
    goalSatisfied: true,
    recalled: [hit],
    calls: [{ callId: 'call-1', tool: 'memory_search', arguments: { query: '框架' }, state: 'done', ms: 5 }],
    answer: { text: 'Django', citations: [{ path: 'MEMORY.md', from: 3, to: 3 }], replaced: false },
    live: null,
    reason: null,
  });
});

test('a replay after a reload equals what was seen live, however the text was cut', () => {
  const events = eventsOf('run-1', [
    started,
    received('tell me'),
    { type: 'answer.checkpoint', step: 1, offset: 0, text: 'Once ' },
    { type: 'answer.checkpoint', step: 1, offset: 5, text: 'upon ' },
    given('Once upon a time'),
    completed,
  ]);
  let live = fold(events.slice(0, 2));
  live = appendDelta(live, { step: 1, offset: 0, text: 'On' });
  live = appendDelta(live, { step: 1, offset: 2, text: 'ce ' });
  live = fold(events.slice(2, 3), live);
  live = appendDelta(live, { step: 1, offset: 5, text: 'upon a t' });
  expect(live.live?.text).toBe('Once upon a t');
  live = fold(events.slice(4), live);
  expect(fold(events.slice(0, 4)).live).toEqual({ step: 1, text: 'Once upon ' });
  const { seq: _a, cursor: _b, ...seen } = live;
  const { seq: _c, cursor: _d, ...replayed } = fold(events);
  expect(seen).toEqual(replayed);
});

test('an event that comes twice changes nothing', () => {
  const events = eventsOf('run-1', [started, received('a'), { type: 'memory.recalled', hits: [hit] }]);
  const once = fold(events);
  expect(fold(events, once)).toBe(once);
});

test('a delta that would leave a hole waits for the checkpoint that fills it', () => {
  let view = run(received('a'), { type: 'answer.checkpoint', step: 1, offset: 0, text: 'one ' });
  view = appendDelta(view, { step: 1, offset: 8, text: 'three' });
  expect(view.live?.text).toBe('one ');
  view = fold(
    eventsOf('run-1', [started, started, started, { type: 'answer.checkpoint', step: 1, offset: 4, text: 'two ' }]).slice(3),
    view,
  );
  view = appendDelta(view, { step: 1, offset: 8, text: 'three' });
  expect(view.live?.text).toBe('one two three');
});

test('a second attempt at a step takes back what the first one showed', () => {
  let view = run(received('a'));
  view = appendDelta(view, { step: 1, offset: 0, text: 'wrong' });
  view = appendDelta(view, { step: 1, offset: 0, text: '' });
  view = appendDelta(view, { step: 1, offset: 0, text: '对' });
  expect(view.live).toEqual({ step: 1, text: '对' });
});

test('text of an answer that did not satisfy the goal, and of an older step, is not shown', () => {
  let view = appendDelta(run(received('a')), { step: 1, offset: 0, text: 'half' });
  const no = decision('RESPOND', { answer: 'half', goal_satisfied: false });
  view = fold(eventsOf('run-1', [started, started, { type: 'planner.decided', step: 1, decision: no, notes: [], ms: 1 }]).slice(2), view);
  expect(view.live).toBeNull();
  view = appendDelta(view, { step: 2, offset: 0, text: 'new' });
  expect(appendDelta(view, { step: 1, offset: 0, text: 'old' }).live?.text).toBe('new');
});

test('an interrupted run keeps its partial answer and marks what had started', () => {
  const view = run(
    received('build'),
    ...toolCall('call-1', 'read', { path: 'a' }, 'A').slice(0, 4),
    { type: 'tool.started', callId: 'call-2', tool: 'exec', arguments: { command: 'npm test' } },
    { type: 'answer.checkpoint', step: 2, offset: 0, text: 'so far' },
    { type: 'run.interrupted', reason: notice('run_interrupted'), interruptedCalls: ['call-2'] },
  );
  expect(view.state).toBe('interrupted');
  expect(view.live?.text).toBe('so far');
  expect(view.calls.map(({ state }) => state)).toEqual(['done', 'interrupted']);
  expect(view.interruptedCalls).toEqual(['call-2']);
  expect(appendDelta(view, { step: 2, offset: 6, text: ' more' })).toBe(view);
});

test('a cancelled and a failed run say so and keep the reason', () => {
  expect(run(received('a'), { type: 'run.cancelled', steps: 1 })).toMatchObject({ state: 'cancelled', reason: null, endedAt: 1002 });
  const reason = notice('step_limit', { steps: 24 });
  expect(run(received('a'), { type: 'run.failed', steps: 24, reason })).toMatchObject({ state: 'failed', reason, steps: 24 });
});

test('a refused call says why and has no result', () => {
  const reason = notice('path_outside', { path: '/etc/passwd' });
  const view = run(received('a'), {
    type: 'guardrail.judged',
    callId: 'call-1',
    tool: 'read',
    arguments: { path: '/etc/passwd' },
    verdict: { verdict: 'deny', reason },
    judged: [],
  });
  expect(view.calls).toEqual([
    { callId: 'call-1', tool: 'read', arguments: { path: '/etc/passwd' }, state: 'refused', reason, result: null, ms: null },
  ]);
});

test('a question makes the run wait, and the answer lets the same call go on', () => {
  const asked: EventBody = {
    type: 'clarification.needed',
    callId: 'call-1',
    tool: 'read',
    arguments: {},
    slots: ['path'],
    question: '要读取哪个文件？',
  };
  const waiting = run(received('读取文件'), asked);
  expect(waiting).toMatchObject({ state: 'waiting', question: { slots: ['path'], question: '要读取哪个文件？' } });
  const path = { path: 'plan.md' };
  const done = run(
    received('读取文件'),
    asked,
    { type: 'clarification.answered', callId: 'call-1', values: path, text: '' },
    { type: 'tool.retried', callId: 'call-1', tool: 'read', arguments: path },
    { type: 'tool.started', callId: 'call-1', tool: 'read', arguments: path },
    { type: 'tool.completed', callId: 'call-1', tool: 'read', result: { ok: true, output: '买牛奶' }, ms: 2 },
  );
  expect(done).toMatchObject({ state: 'running', question: null, clarified: ['path: plan.md'] });
  expect(done.calls).toHaveLength(1);
  expect(done.calls[0]).toMatchObject({ state: 'done', arguments: path });
});

test('a question that belongs to no tool has no card', () => {
  const view = run(received('a'), { type: 'clarification.needed', callId: '', tool: '', arguments: {}, slots: [], question: 'Which?' });
  expect(view.calls).toEqual([]);
  expect(view.question?.question).toBe('Which?');
});

test('an answer that a hook changed afterwards replaces the first and keeps its sources', () => {
  const citations = [{ path: 'MEMORY.md', from: 1, to: 1 }];
  const view = run(received('a'), { type: 'answer.given', text: 'one', citations }, { type: 'answer.replaced', text: 'two' });
  expect(view.answer).toEqual({ text: 'two', citations, replaced: true });
});
