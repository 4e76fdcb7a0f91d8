import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { type BedOptions, type ChangesBed, openChangesBed } from './changes-bed.fixture.ts';

const beds: ChangesBed[] = [];
async function newBed(options: BedOptions = {}): Promise<ChangesBed> {
  const bed = await openChangesBed(options);
  beds.push(bed);
  return bed;
}
afterEach(async () => {
  for (const bed of beds.splice(0)) await bed.close();
});

test('a later edit is a conflict with its three texts, and nothing at all is touched', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'before\r\n', 'b.txt': 'b', 'gone.txt': 'g' });
  const change = await bed.make(['a.txt', 'b.txt', 'gone.txt', 'made.txt'], () => {
    bed.fill({ 'a.txt': 'agent', 'b.txt': 'agent b', 'made.txt': 'made' });
    rmSync(bed.at('gone.txt'));
  });
  bed.fill({ 'a.txt': '我改过', 'gone.txt': 'new at its place', 'made.txt': 'made and edited' });
  const before = bed.tree();
  const undone = await bed.changes.undo(change.id, false);
  expect(undone).toEqual({
    ok: true,
    value: {
      change,
      done: [],
      conflicts: [
        { path: 'a.txt', before: 'before\r\n', agent: 'agent', now: '我改过', binary: false },
        { path: 'gone.txt', before: 'g', agent: null, now: 'new at its place', binary: false },
        { path: 'made.txt', before: null, agent: 'made', now: 'made and edited', binary: false },
      ],
    },
  });
  expect(bed.tree()).toEqual(before);
  expect(await bed.changes.file(change.id, 'a.txt')).toEqual({
    ok: true,
    value: { path: 'a.txt', before: 'before\r\n', agent: 'agent', now: '我改过', binary: false },
  });
});

test('an undo that was forced over later edits is itself taken back', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'before' });
  const change = await bed.make(['a.txt', 'made.txt'], () => bed.fill({ 'a.txt': 'agent', 'made.txt': 'made' }));
  bed.fill({ 'a.txt': 'edited', 'made.txt': 'made and edited' });
  const forced = await bed.changes.undo(change.id, true);
  expect([forced.ok && forced.value.done, bed.tree()]).toEqual([['a.txt', 'made.txt'], { 'a.txt': 'before' }]);
  await bed.changes.redo(change.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': 'edited', 'made.txt': 'made and edited' });
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': 'before' });
  // The same the other way round.
  bed.fill({ 'a.txt': 'edited again' });
  expect(await bed.changes.redo(change.id, false)).toMatchObject({
    ok: true,
    value: { conflicts: [{ path: 'a.txt', now: 'edited again' }] },
  });
  await bed.changes.redo(change.id, true);
  expect(bed.tree()).toEqual({ 'a.txt': 'edited', 'made.txt': 'made and edited' });
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': 'edited again' });
});

test('of two changes of one file the older is a conflict while the newer stands', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': '0' });
  const older = await bed.make(['a.txt'], () => bed.fill({ 'a.txt': '1' }));
  const newer = await bed.make(['a.txt'], () => bed.fill({ 'a.txt': '2' }));
  expect(await bed.changes.undo(older.id, false)).toMatchObject({
    ok: true,
    value: { conflicts: [{ path: 'a.txt', before: '0', agent: '1', now: '2' }] },
  });
  await bed.changes.undo(newer.id, false);
  await bed.changes.undo(older.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': '0' });
});

test('what is as wanted already is no conflict, other rights are none either, and turning twice is turning once', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  const change = await bed.make(['a.txt', 'b.txt', 'made.txt'], () => bed.fill({ 'a.txt': '1', 'b.txt': '2', 'made.txt': '3' }));
  bed.fill({ 'a.txt': 'a' });
  rmSync(bed.at('made.txt'));
  bed.chmod('b.txt', 0o755);
  const undone = await bed.changes.undo(change.id, false);
  expect(undone.ok && undone.value.done).toEqual(['b.txt']);
  expect(await bed.changes.undo(change.id, false)).toMatchObject({ ok: true, value: { done: [], conflicts: [] } });
  expect(bed.tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  await Promise.all([bed.changes.redo(change.id, false), bed.changes.redo(change.id, false)]);
  expect(bed.tree()).toEqual({ 'a.txt': '1', 'b.txt': '2', 'made.txt': '3' });
});

test('texts are shown in their encoding, what is no text is said to be none, and long ones are cut', async () => {
  const bed = await newBed();
  bed.fill({ 'gbk.txt': Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]), 'b.bin': Uint8Array.from([0, 1, 2]), 'long.txt': 'x'.repeat(600_000) });
  const change = await bed.make('all', () => bed.fill({ 'gbk.txt': '好', 'b.bin': 'text now', 'long.txt': '' }));
  const file = async (path: string): Promise<unknown> => {
    const found = await bed.changes.file(change.id, path);
    return found.ok ? found.value : found.error.code;
  };
  expect([await file('gbk.txt'), await file('b.bin'), await file('other')]).toEqual([
    { path: 'gbk.txt', before: '你好', agent: '好', now: '好', binary: false },
    { path: 'b.bin', before: null, agent: null, now: null, binary: true },
    'change_unknown',
  ]);
  expect(await file('long.txt')).toMatchObject({ before: 'x'.repeat(500_000), now: '' });
});

test('a damaged or missing content is said, and nothing is touched', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  const change = await bed.make(['a.txt', 'b.txt'], () => bed.fill({ 'a.txt': '1', 'b.txt': '2' }));
  const [blob = ''] = readdirSync(bed.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.replaceAll('/', '').endsWith('3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d'));
  writeFileSync(blob, 'other');
  expect(await bed.changes.undo(change.id, false)).toMatchObject({ ok: false, error: { code: 'change_gone', params: { path: 'b.txt' } } });
  expect(bed.tree()).toEqual({ 'a.txt': '1', 'b.txt': '2' });
});

test('with the folder of contents removed by hand old changes are gone, and new ones are kept as ever', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  const old = await bed.make('all', () => bed.fill({ 'a.txt': '1' }));
  rmSync(bed.folder, { recursive: true });
  expect(await bed.changes.undo(old.id, false)).toMatchObject({ ok: false, error: { code: 'change_gone' } });
  const change = await bed.make('all', () => bed.fill({ 'b.txt': '2' }));
  await bed.changes.undo(change.id, false);
  expect([bed.tree(), bed.changes.get(old.id)?.available]).toEqual([{ 'a.txt': '1', 'b.txt': 'b' }, false]);
  rmSync(bed.folder, { recursive: true });
  const next = await bed.restart();
  expect([next.get(change.id)?.available, next.usage()]).toEqual([false, { bytes: 0, limit: 1_000_000_000, changes: 0 }]);
});

/** A wall that lets `count` changes through; then the work is stopped by `how`. */
function stopping(count: number, how: () => ReturnType<FileWall['write']>): (wall: FileWall) => FileWall {
  let left = count;
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left >= 0 ? work() : (how() as Promise<T>);
  };
  return (wall) => ({
    ...wall,
    write: (path, bytes, options) => next(() => wall.write(path, bytes, options)),
    remove: (path, options) => next(() => wall.remove(path, options)),
  });
}

const FILES = { 'a.txt': 'a', 'b/c.txt': 'c', 'd.txt': 'd' };
const change = (bed: ChangesBed) =>
  bed.make('all', () => {
    bed.fill({ 'a.txt': '1', 'made/e.txt': 'made' });
    rmSync(bed.at('b'), { recursive: true });
    rmSync(bed.at('d.txt'));
    mkdirSync(bed.at('d.txt'));
  });

test.each([0, 1, 2, 3, 4, 5])(
  'a disk that takes nothing more after %i steps leaves nothing that the next try does not put right',
  async (count) => {
    const full = { ok: false, kind: 'failed', error: { code: 'disk_full', params: {} } } as const;
    let failing = true;
    const bed = await newBed({
      wrap: (wall) => {
        const stopped = stopping(count, async () => full)(wall);
        return {
          ...wall,
          write: (...given) => (failing ? stopped : wall).write(...given),
          remove: (...given) => (failing ? stopped : wall).remove(...given),
        };
      },
    });
    bed.fill(FILES);
    const made = await change(bed);
    const after = bed.tree();
    const undone = await bed.changes.undo(made.id, false);
    // While the wall stays shut nothing can be put back either: the next try goes on with it.
    const code = undone.ok ? 'done' : undone.error.code;
    if (code === 'disk_full') expect(bed.tree()).toEqual(after);
    else expect(code).toBe('undo_halfway');
    failing = false;
    expect((await bed.changes.undo(made.id, false)).ok).toBe(true);
    expect(bed.tree()).toEqual({ 'b/': '', ...FILES });
  },
);

test.each([0, 1, 2, 3, 4, 5])('one failure after %i steps puts back what was done', async (count) => {
  const failure = { ok: false, kind: 'failed', error: { code: 'workspace_read_only', params: {} } } as const;
  let calls = 0;
  const once = <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    return calls === count + 1 ? Promise.resolve(failure as T) : work();
  };
  const bed = await newBed({
    wrap: (wall) => ({
      ...wall,
      write: (...given) => once(() => wall.write(...given)),
      remove: (...given) => once(() => wall.remove(...given)),
    }),
  });
  bed.fill(FILES);
  const made = await change(bed);
  const after = bed.tree();
  // A folder that cannot be removed stays, and that is no failure.
  const undone = await bed.changes.undo(made.id, false);
  const state = bed.changes.get(made.id)?.state;
  if (undone.ok) expect([count, state, bed.tree()]).toEqual([1, 'undone', { 'b/': '', ...FILES, 'made/': '' }]);
  else expect([undone.error.code, state, bed.tree()]).toEqual(['workspace_read_only', 'applied', after]);
});

test.each([0, 1, 2, 3, 4, 5])('a crash after %i steps of an undo is finished by the next start', async (count) => {
  const bed = await newBed({ wrap: stopping(count, () => new Promise(() => undefined)) });
  bed.fill(FILES);
  const made = await change(bed);
  const ended = await Promise.race([bed.changes.undo(made.id, false), settled(bed)]);
  const next = await bed.restart();
  expect([ended === 'stopped' || count > 4, next.get(made.id)?.state, bed.tree()]).toEqual([true, 'undone', { 'b/': '', ...FILES }]);
  await next.redo(made.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': '1', 'd.txt/': '', 'made/': '', 'made/e.txt': 'made' });
});

/** When the tree has stood still: the wall that was stopped never answers. */
async function settled(bed: ChangesBed): Promise<'stopped'> {
  for (let last = '', still = 0; still < 20; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const now = JSON.stringify(bed.tree());
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return 'stopped';
}

test('a crashed undo of which a file was edited meanwhile is taken back; the edit stays', async () => {
  const bed = await newBed({ wrap: stopping(2, () => new Promise(() => undefined)) });
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const made = await bed.make('all', () => bed.fill({ 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' }));
  await Promise.race([bed.changes.undo(made.id, false), settled(bed)]);
  bed.fill({ 'c.txt': 'edited' });
  const next = await bed.restart();
  expect([next.get(made.id)?.state, bed.tree()]).toEqual(['applied', { 'a.txt': '1', 'b.txt': '2', 'c.txt': 'edited' }]);
});

test('a crash between keeping and the end of the call leaves a change that can be undone', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  for (const path of ['a.txt', 'b.txt']) utimesSync(bed.at(path), 1, 1);
  const named = bed.changes.begin({ runId: null, sessionId: 's', callId: 'c1', tool: 'write' });
  await named.keep(['a.txt', 'new/made.txt'], new AbortController().signal);
  bed.fill({ 'a.txt': '1', 'new/made.txt': 'made' });
  const next = await bed.restart();
  const [found] = next.list({ limit: 9 });
  expect(found?.files.map(({ path, change: kind }) => [path, kind])).toEqual([
    ['a.txt', 'modify'],
    ['new/made.txt', 'create'],
  ]);
  await next.undo(found?.id ?? '', false);
  expect(bed.tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
});

test('a call that could not keep, and so did nothing, is no change after a crash', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a' });
  const set = bed.changes.begin({ runId: null, sessionId: 's', callId: 'c1', tool: 'exec' });
  await set.keep(['a.txt'], new AbortController().signal);
  const stop = new AbortController();
  stop.abort();
  await set.keepAll(stop.signal);
  bed.fill({ 'a.txt': 'by the person' });
  expect((await bed.restart()).list({ limit: 9 })).toEqual([]);
});
