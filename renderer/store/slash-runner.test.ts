/** Tests of the commands that the window does itself, through its composer. */
import { expect, test } from 'vitest';
import type { Approval } from '#shared/schema/approval';
import type { Change } from '#shared/schema/change';
import { NO_EFFECT } from '#shared/schema/effect';
import { openWindow, say, shown, text } from './open-window.fixture.ts';
import { smallHost } from './small-host.fixture.ts';

function approval(id: string, sessionId = 'session-1'): Approval {
  return {
    id,
    nonce: `nonce of ${id}`,
    runId: 'run-1',
    callId: 'call-1',
    sessionId,
    sessionTitle: '',
    sessionKind: 'main',
    step: 1,
    tool: 'exec',
    arguments: { command: 'make' },
    at: 1000,
    risk: 'command',
    reasons: [],
    plannerReason: '',
    effect: NO_EFFECT,
    rules: [],
    parked: false,
    state: 'waiting',
    answer: null,
  };
}

function change(id: string, part: Partial<Change> = {}): Change {
  const file = { path: `${id}.md`, change: 'create', before: null, after: 3, kept: true } as const;
  return {
    id,
    runId: null,
    sessionId: 'session-1',
    callId: id,
    tool: 'write',
    at: 1,
    files: [file],
    state: 'applied',
    available: true,
    ...part,
  };
}

async function open() {
  const host = smallHost();
  const opened = await openWindow(host);
  await say(opened, 'hello');
  host.emit('run-1', 'session-1', { type: 'run.completed', steps: 1, goalSatisfied: true });
  await say(opened, '');
  const { model } = opened;
  const calls = (method: string) => host.calls.filter((one) => one.method === method).map(({ input }) => input);
  return {
    host,
    opened,
    model,
    calls,
    refusal: () => model.composer.store.getState().refusal,
    said: () => model.toasts.store.getState().items.map(({ words }) => words),
  };
}

test('an unknown command is said, its text is kept, and another text takes the words away', async () => {
  const { opened, model, calls, refusal } = await open();
  const before = calls('run.start').length;
  await say(opened, '/compact');
  expect(refusal()).toEqual({ key: 'policy:slash.unknown', params: { name: '/compact' } });
  expect(text(opened, 'session-1')).toBe('/compact');
  expect(calls('run.start')).toHaveLength(before);
  model.composer.setText('session-1', '/compac');
  expect(refusal()).toBe(null);
});

test('two slashes send one, and what the assistant answers is sent as it stands', async () => {
  const { host, opened, calls } = await open();
  await say(opened, '//compact');
  host.emit('run-3', 'session-1', { type: 'run.completed', steps: 1, goalSatisfied: true });
  expect(calls('run.start').at(-1)?.['text']).toBe('/compact');
});

test('/undo takes back the newest change that stands, never an older one in its place', async () => {
  const { host, opened, calls, refusal } = await open();
  const usage = { bytes: 0, limit: 1, changes: 0 };
  let changes = [change('c', { state: 'undone' }), change('b'), change('a')];
  host.answers.set('change.list', () => ({ changes, usage }));
  host.answers.set('change.undo', () => ({ change: change('b', { state: 'undone' }), done: ['b.md'], conflicts: [] }));
  await say(opened, '/undo');
  expect(calls('change.undo')).toEqual([{ id: 'b' }]);
  expect(text(opened, 'session-1')).toBe('');
  changes = [change('b', { available: false }), change('a')];
  await say(opened, '/undo');
  expect(refusal()).toEqual({ code: 'change_gone' });
  changes = [];
  await say(opened, '/undo');
  expect(refusal()).toEqual({ key: 'policy:slash.nothing-to-undo' });
  expect(calls('change.undo')).toHaveLength(1);
});

test('/approve answers the oldest request of this conversation, with the nonce that was just read', async () => {
  const { host, opened, calls, said } = await open();
  host.answers.set('approval.list', () => ({ approvals: [approval('other-1', 'session-2'), approval('mine-01'), approval('mine-02')] }));
  host.answers.set('approval.decide', () => ({ state: 'allowed' }));
  await say(opened, '/approve');
  expect(calls('approval.decide')).toEqual([{ id: 'mine-01', nonce: 'nonce of mine-01', answer: 'once' }]);
  expect(said()).toEqual([{ key: 'policy:slash.was-allowed', params: { tool: 'exec' } }]);
});

test('/deny takes an ID, a reason, or both', async () => {
  const { host, opened, calls } = await open();
  host.answers.set('approval.list', () => ({ approvals: [approval('mine-01'), approval('mine-02')] }));
  host.answers.set('approval.decide', () => ({ state: 'denied' }));
  await say(opened, '/deny 用回收站 吧');
  await say(opened, '/deny MINE-02 not now');
  await say(opened, '/deny mine-02');
  expect(calls('approval.decide')).toEqual([
    { id: 'mine-01', nonce: 'nonce of mine-01', answer: 'deny', reason: '用回收站 吧' },
    { id: 'mine-02', nonce: 'nonce of mine-02', answer: 'deny', reason: 'not now' },
    { id: 'mine-02', nonce: 'nonce of mine-02', answer: 'deny' },
  ]);
});

test('an ID that names none or several is refused, and so is an answer where nothing waits', async () => {
  const { host, opened, calls, refusal } = await open();
  host.answers.set('approval.list', () => ({ approvals: [approval('mine-01'), approval('mine-02')] }));
  await say(opened, '/approve mine-0');
  expect(refusal()).toEqual({ key: 'policy:slash.no-such-request', params: { id: 'mine-0' } });
  host.answers.set('approval.list', () => ({ approvals: [approval('other-1', 'session-2')] }));
  await say(opened, '/approve');
  expect(refusal()).toEqual({ key: 'policy:slash.nothing-waits' });
  expect(calls('approval.decide')).toEqual([]);
});

test('/mode shows, sets, refuses, and leads to the question for the one in which nothing asks', async () => {
  const { opened, model, calls, refusal, said } = await open();
  await say(opened, '/mode');
  expect(said()).toEqual([{ key: 'policy:slash.mode-ask' }]);
  await say(opened, '/mode Paranoid');
  expect(refusal()).toEqual({
    key: 'policy:slash.no-such-mode',
    params: { mode: 'Paranoid', known: 'deny, allowlist, ask, strict, full' },
  });
  await say(opened, '/mode full');
  expect([model.app.store.getState().view, model.app.store.getState().page]).toEqual(['settings', 'policy']);
  expect(model.policy.store.getState()).toEqual({ asksFull: true });
  expect(calls('settings.set')).toEqual([]);
});

test('/stop and /input do nothing where nothing runs or is asked', async () => {
  const { opened, refusal } = await open();
  await say(opened, '/stop');
  expect(refusal()).toEqual({ key: 'policy:slash.nothing-runs' });
  await say(opened, '/input path=a.md');
  expect(refusal()).toEqual({ key: 'policy:slash.nothing-asked' });
});

test('/stop and /input act on the run that goes on, and are never queued', async () => {
  const { host, opened, model, calls, refusal } = await open();
  await say(opened, 'read');
  const runId = model.thread.store.getState().log.runs.at(-1)?.runId ?? '';
  host.emit(runId, 'session-1', {
    type: 'clarification.needed',
    callId: 'c',
    tool: 'read',
    arguments: {},
    slots: ['path'],
    question: 'Which?',
  });
  host.answers.set('run.answer', () => ({ done: true }));
  await say(opened, '');
  await say(opened, '/input text=a');
  expect(refusal()).toEqual({ key: 'policy:slash.no-such-slot', params: { name: 'text', known: 'path' } });
  await say(opened, '/input path = notes/计划.md');
  expect(calls('run.answer')).toEqual([{ runId, values: { path: 'notes/计划.md' } }]);
  await say(opened, '/stop');
  expect(calls('run.cancel')).toEqual([{ runId }]);
  expect(model.composer.store.getState().queues['session-1'] ?? []).toEqual([]);
});

test('/new begins a conversation, and its text goes along unsent', async () => {
  const { opened, model } = await open();
  await say(opened, '/new plan the week');
  expect(model.thread.store.getState().openId).toBe(null);
  expect([text(opened, ''), text(opened, 'session-1')]).toEqual(['plan the week', '']);
  expect(shown(opened)).toEqual([]);
});
