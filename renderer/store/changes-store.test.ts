/** Tests of taking changes back in the window. */
import { expect, test } from 'vitest';
import type { Change, Conflict, Turn } from '#shared/schema/change';
import { notice } from '#shared/schema/notice';
import { turnState } from './changes-store.ts';
import { openWindow, settle } from './open-window.fixture.ts';
import { Refusal, smallHost } from './small-host.fixture.ts';

const usage = { bytes: 12_000_000, limit: 1_000_000_000, changes: 1 };

function change(part: Partial<Change> = {}): Change {
  return {
    id: 'change-1',
    runId: 'run-1',
    sessionId: 'session-1',
    callId: 'call-1',
    tool: 'write',
    at: 1000,
    files: [{ path: 'notes/plan.md', change: 'modify', before: 10, after: 12, kept: true }],
    state: 'applied',
    available: true,
    ...part,
  };
}

async function open(
  changes: Change[],
  turn: (input: Record<string, unknown>) => Turn = () => ({ change: change(), done: [], conflicts: [] }),
) {
  const host = smallHost();
  host.answers.set('change.list', () => ({ changes, usage }));
  for (const way of ['undo', 'redo']) host.answers.set(`change.${way}`, turn);
  const { model, pass } = await openWindow(host);
  const said = (): unknown[] => model.toasts.store.getState().items.map(({ words, tone }) => ({ words, tone }));
  return { host, model, pass, said, data: () => model.changes.store.getState() };
}

test('a change is undone, said, and can be redone', async () => {
  const undone = change({ state: 'undone' });
  const { model, pass, data, said } = await open([change()], () => ({ change: undone, done: ['notes/plan.md'], conflicts: [] }));
  model.changes.need('session-1', 'change-1');
  await pass();
  const mark = { id: 'change-1', undoable: true };
  expect(turnState(mark, data().known['change-1'], undefined)).toEqual({ state: 'applied', way: 'undo', possible: true, busy: null });
  expect(await model.changes.turn('change-1', 'undo')).toBe(true);
  expect(turnState(mark, data().known['change-1'], undefined)).toEqual({ state: 'undone', way: 'redo', possible: true, busy: null });
  expect(said()).toEqual([{ words: { key: 'policy:changes.did-undo-one', params: { name: 'notes/plan.md' } }, tone: 'ok' }]);
});

test('a session is read once for all its changes, again for one that is not known, and when the host says that there are others', async () => {
  const changes = [change(), change({ id: 'change-2' })];
  const { host, model, pass } = await open(changes);
  const reads = (): number => host.calls.filter(({ method }) => method === 'change.list').length;
  host.push({ kind: 'changed', what: 'changes' });
  await settle();
  await pass();
  expect(reads()).toBe(0);
  for (const id of ['change-1', 'change-2', 'change-1']) model.changes.need('session-1', id);
  await pass();
  expect(reads()).toBe(1);
  for (const id of ['change-1', 'change-2']) model.changes.need('session-1', id);
  await pass();
  expect(reads()).toBe(1);
  for (let again = 0; again < 2; again += 1) {
    model.changes.need('session-1', 'change-3');
    await pass();
  }
  expect(reads()).toBe(2);
  host.push({ kind: 'changed', what: 'changes' });
  host.push({ kind: 'changed', what: 'changes' });
  await settle();
  await pass();
  expect(reads()).toBe(3);
});

test('a file that was changed since is shown in its three states, and only force goes over it', async () => {
  const conflict: Conflict = { path: 'notes/plan.md', before: 'a\n', agent: 'b\n', now: 'c\n', binary: false };
  const { host, model, data, said } = await open([change()], ({ force }) =>
    force === true
      ? { change: change({ state: 'undone' }), done: ['notes/plan.md'], conflicts: [] }
      : { change: change(), done: [], conflicts: [conflict] },
  );
  expect(await model.changes.turn('change-1', 'undo')).toBe(false);
  expect(data().clash).toEqual({ change: change(), way: 'undo', conflicts: [conflict] });
  expect(said()).toEqual([]);
  model.changes.keepMine();
  expect(data().clash).toBe(null);
  await model.changes.turn('change-1', 'undo');
  expect(await model.changes.turn('change-1', 'undo', true)).toBe(true);
  expect(data().clash).toBe(null);
  expect(host.calls.filter(({ method }) => method === 'change.undo').map(({ input }) => input)).toEqual([
    { id: 'change-1' },
    { id: 'change-1' },
    { id: 'change-1', force: true },
  ]);
});

test('a refusal is said, and the change stands as it did', async () => {
  const { model, data, said } = await open([change()], () => {
    throw new Refusal(notice('change_gone'));
  });
  expect(await model.changes.turn('change-1', 'undo')).toBe(false);
  expect(said()).toEqual([{ words: { notice: notice('change_gone') }, tone: 'danger' }]);
  expect(data().busy).toEqual({});
});

test('pressed twice it is done once', async () => {
  const { host, model } = await open([change()]);
  await Promise.all([model.changes.turn('change-1', 'undo'), model.changes.turn('change-1', 'undo')]);
  expect(host.calls.filter(({ method }) => method === 'change.undo')).toHaveLength(1);
});

test('what was given up, or never kept, offers nothing', () => {
  const mark = { id: 'change-1', undoable: true };
  const file = { path: 'a', change: 'modify', before: 1, after: 1 } as const;
  expect(turnState(mark, change({ available: false }), undefined).possible).toBe(false);
  expect(turnState(mark, change({ files: [{ ...file, kept: false }] }), undefined).possible).toBe(false);
  expect(
    turnState(
      mark,
      change({
        files: [
          { ...file, kept: false },
          { ...file, path: 'b', kept: true },
        ],
      }),
      undefined,
    ).possible,
  ).toBe(true);
  expect(turnState({ ...mark, undoable: false }, undefined, undefined).possible).toBe(false);
});
