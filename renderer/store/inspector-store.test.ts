/** Tests of what the inspector reads, when, and how it remembers its place. */
import { expect, test } from 'vitest';
import type { Context, PromptSight } from '#shared/schema/context';
import type { ModelUse } from '#shared/schema/model';
import { notice } from '#shared/schema/notice';
import { decision } from '#shared/schema/planner-decision';
import type { EventBody } from '#shared/schema/run-event';
import type { Pane } from './inspector-store.ts';
import { openWindow, say, settle } from './open-window.fixture.ts';
import { completed, given } from './run-events.fixture.ts';
import { Refusal, type SmallHost, smallHost } from './small-host.fixture.ts';

const use: ModelUse = {
  model: 'ollama/qwen3:8b',
  estimated: 10_000,
  counted: 4096,
  cached: null,
  answered: 40,
  window: 4096,
  loaded: 4096,
  reused: null,
  phases: {},
};
const context: Context = {
  modelId: 'ollama/qwen3:8b',
  window: 4096,
  reserve: 1024,
  parts: { system: 1000, files: 500, memory: 0, conversation: 8000, tools: 500 },
  use,
  truth: { state: 'cut', missing: 5904, fix: 16_384 },
};
const sight: PromptSight = { mode: 'full', modules: [], payload: [], messages: [], changes: [], reused: null };
const decided = (step: number, ofUse?: ModelUse): EventBody => ({
  type: 'planner.decided',
  step,
  decision: decision('RESPOND', { answer: 'yes' }),
  notes: [],
  ms: 1,
  ...(ofUse === undefined ? {} : { use: ofUse }),
});

const READS = ['context.get', 'prompt.inspect', 'session.events'];

async function open(host: SmallHost = smallHost(), pane?: Pane) {
  const kept: Pane[] = pane === undefined ? [] : [pane];
  host.answers.set('context.get', () => context);
  host.answers.set('prompt.inspect', () => sight);
  const opened = await openWindow(
    host,
    { id: null },
    { read: () => kept.at(-1) ?? { open: false, tab: 'context' }, write: (now) => kept.push(now) },
  );
  const { inspector } = opened.model;
  /** What was read since the last time it was asked. */
  const reads = (): string[] => host.calls.splice(0).flatMap(({ method }) => (READS.includes(method) ? [method] : []));
  return { ...opened, host, inspector, kept, reads, data: () => inspector.store.getState() };
}

/** A conversation with one message; gives its run. */
async function begin({ host, model, pass }: Awaited<ReturnType<typeof open>>): Promise<string> {
  await say({ model, pass, close: () => {} }, 'hello');
  await pass();
  return host.log.at(-1)?.runId ?? '';
}

test('nothing is read while it is closed, and each tab reads only what it shows', async () => {
  const window = await open();
  const { inspector, host, pass, reads } = window;
  inspector.fit('wide');
  const run = await begin(window);
  reads();
  host.emit(run, 'session-1', decided(1), given('yes'), completed);
  await pass();
  expect(reads()).toEqual([]);
  inspector.show();
  await settle();
  expect(reads()).toEqual(['context.get', 'prompt.inspect']);
  inspector.pick('prompt');
  inspector.pick('memory');
  await settle();
  expect(reads()).toEqual([]);
  inspector.pick('events');
  await settle();
  expect(reads()).toEqual(['session.events']);
  inspector.close();
  host.push({ kind: 'changed', what: 'settings' });
  await pass();
  expect(reads()).toEqual([]);
});

test('a step, an end and changed settings are read anew, many events at once as one', async () => {
  const window = await open();
  const { inspector, host, pass, reads, data } = window;
  inspector.fit('wide');
  const run = await begin(window);
  inspector.show();
  await settle();
  reads();
  host.emit(run, 'session-1', decided(1), { type: 'answer.checkpoint', step: 1, offset: 0, text: 'y' }, decided(2));
  await settle();
  await pass();
  expect(reads()).toEqual(['context.get', 'prompt.inspect']);
  host.emit(run, 'session-1', { type: 'answer.checkpoint', step: 2, offset: 0, text: 'y' });
  await settle();
  await pass();
  expect(reads()).toEqual([]);
  host.emit(run, 'session-1', completed);
  await settle();
  await pass();
  expect(reads()).toEqual(['context.get', 'prompt.inspect']);
  host.push({ kind: 'changed', what: 'settings' });
  await settle();
  await pass();
  expect(reads()).toEqual(['context.get', 'prompt.inspect']);
  expect(data()).toMatchObject({ context: { state: 'ready', value: context }, prompt: { state: 'ready', value: sight } });
});

test('events are those of the newest run, and grow as they come', async () => {
  const window = await open();
  const { inspector, host, pass, data } = window;
  inspector.fit('wide');
  const first = await begin(window);
  host.emit(first, 'session-1', completed);
  await settle();
  inspector.show('events');
  await settle();
  const types = (): string[] => (data().events.value ?? []).map(({ type }) => type);
  expect(types()).toEqual(['run.started', 'message.received', 'run.completed']);
  const second = await begin(window);
  expect(second).not.toBe(first);
  expect(types()).toEqual(['run.started', 'message.received']);
  host.emit(second, 'session-1', decided(1), completed);
  await settle();
  await pass();
  expect(types()).toEqual(['run.started', 'message.received', 'planner.decided', 'run.completed']);
});

test('a prompt that may have been cut is asked about with the pane closed, and again once a step fits', async () => {
  const window = await open();
  const { inspector, host, pass, reads, data } = window;
  inspector.fit('wide');
  const run = await begin(window);
  reads();
  host.emit(run, 'session-1', decided(1, { ...use, estimated: 2000, counted: 2000 }));
  await settle();
  await pass();
  expect(reads()).toEqual([]);
  host.emit(run, 'session-1', { type: 'context.cut', missing: 5904, use }, decided(2, use));
  await settle();
  await pass();
  expect(reads()).toEqual(['context.get']);
  expect(data().context.value?.truth).toEqual(context.truth);
  host.answers.set('context.get', () => ({ ...context, truth: { state: 'fits', missing: 0, fix: null } }));
  host.emit(run, 'session-1', decided(3, { ...use, window: 16_384, loaded: 16_384 }));
  await settle();
  await pass();
  expect(reads()).toEqual(['context.get']);
  expect(data().context.value?.truth.state).toBe('fits');
});

test('another conversation begins with nothing of the one before, whatever answers late', async () => {
  const window = await open();
  const { inspector, host, model, reads, data } = window;
  inspector.fit('wide');
  await begin(window);
  let answer: ((value: Context) => void) | undefined;
  host.answers.set('context.get', ({ sessionId }) =>
    sessionId === 'session-1'
      ? new Promise<Context>((resolve) => {
          answer = resolve;
        })
      : { ...context, window: 8192 },
  );
  reads();
  inspector.show();
  await settle();
  await model.openSession(null);
  await settle();
  expect(data()).toMatchObject({ sessionId: null, context: { state: 'unread', value: null } });
  answer?.(context);
  await settle();
  expect(data().context).toEqual({ state: 'unread', value: null, reason: null });
});

test('what cannot be read says why, keeps what was there, and is read when asked again', async () => {
  const window = await open();
  const { inspector, host, pass, data } = window;
  inspector.fit('wide');
  await begin(window);
  inspector.show();
  await settle();
  host.answers.set('context.get', () => {
    throw new Refusal(notice('session_unknown'));
  });
  inspector.refreshSoon();
  await pass();
  expect(data().context).toEqual({ state: 'failed', value: context, reason: notice('session_unknown') });
  host.answers.set('context.get', () => context);
  inspector.refreshSoon();
  await pass();
  expect(data().context).toEqual({ state: 'ready', value: context, reason: null });
});

test('it opens as it was left where there is room, over the conversation only when asked for, and takes the focus then', async () => {
  const { inspector, kept, data } = await open(smallHost(), { open: true, tab: 'prompt' });
  const now = () => ({ open: data().open, tab: data().tab, wanted: data().wanted });
  expect(now()).toEqual({ open: false, tab: 'prompt', wanted: false });
  inspector.fit('wide');
  expect(now()).toEqual({ open: true, tab: 'prompt', wanted: false });
  inspector.fit('narrow');
  expect(now()).toEqual({ open: false, tab: 'prompt', wanted: false });
  inspector.toggle();
  expect(now()).toEqual({ open: true, tab: 'prompt', wanted: true });
  inspector.tookFocus();
  inspector.pick('events');
  inspector.close();
  inspector.fit('wide');
  expect(now()).toEqual({ open: true, tab: 'events', wanted: false });
  expect(kept).toEqual([{ open: true, tab: 'prompt' }]);
  inspector.close();
  expect(kept.at(-1)).toEqual({ open: false, tab: 'events' });
});

test('asked for from another view it is there once its place is', async () => {
  const { inspector, data } = await open();
  inspector.fit(null);
  inspector.show('context');
  inspector.fit('narrow');
  expect(data()).toMatchObject({ open: true, tab: 'context', wanted: true });
});
