import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedClock } from '#runtime/clock';
import { createIds } from '#runtime/ids';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { createChangeStore } from '#runtime/storage/change-store';
import { type Database, openDatabase } from '#runtime/storage/database';
import type { Change } from '#shared/schema/change';
import type { Changes } from './changes.ts';
import { createChanges } from './create-changes.ts';

const signal = new AbortController().signal;
const origin = { runId: 'r', sessionId: 's', callId: 'c', tool: 'exec' };
let base = '';
let root = '';
let db: Database;
let files: FileWall;
let changes: Changes;
let at = 0;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-changes-')));
  root = join(base, 'ws');
  mkdirSync(root);
  const opened = await openDatabase({ folder: base });
  const wall = await openFileWall({ root });
  if ('error' in opened || !wall.ok) throw new Error('no place');
  db = opened.db;
  files = wall.value;
  at = 0;
  changes = make();
});
afterEach(async () => {
  await files.close();
  db.close();
  rmSync(base, { recursive: true, force: true });
});

const make = (limits: { bytes?: number; changes?: number } = {}): Changes =>
  createChanges({
    files,
    root,
    folder: join(base, 'snapshots'),
    store: createChangeStore(db),
    clock: { ...fixedClock(0, 'UTC'), now: () => (at += 1) },
    newId: createIds(Date.now),
    limits,
  });
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

async function change(paths: readonly string[] | 'all', work: () => void, by: Changes = changes): Promise<Change> {
  const set = by.begin(origin);
  const kept = paths === 'all' ? await set.keepAll(signal) : await set.keep(paths, signal);
  if (!kept.ok) throw new Error(kept.error.code);
  work();
  const done = await set.finish();
  if (done === null) throw new Error('nothing changed');
  return done;
}
async function undo(id: string, force = false, by: Changes = changes) {
  const turned = await by.undo(id, force);
  return turned.ok
    ? { done: turned.value.done, conflicts: turned.value.conflicts.length, state: turned.value.change.state }
    : turned.error.code;
}

test('what was created, changed and deleted stands as before, byte for byte, and is done again', async () => {
  const bytes = Uint8Array.from([0, 255, 1, 254, 10]);
  put('crlf.txt', 'a\r\nb\r\n');
  put('bom.txt', '\ufeff你好\n');
  put('raw.bin', bytes);
  put('空.md', '');
  put('run.sh', '#!/bin/sh\n');
  chmodSync(join(root, 'run.sh'), 0o755);
  put('deep/a/b/c.md', 'deep');
  symlinkSync('crlf.txt', join(root, 'link'));
  const made = await change('all', () => {
    for (const name of ['crlf.txt', 'raw.bin', '空.md', 'link', 'run.sh']) rmSync(join(root, name));
    rmSync(join(root, 'deep'), { recursive: true });
    put('bom.txt', 'other');
    put('new/x/y.md', 'new');
    symlinkSync('bom.txt', join(root, 'new', 'l'));
  });
  expect(made.files.map(({ path, change: what, kept }) => `${what} ${path} ${kept}`).sort()).toEqual([
    'create new/l true',
    'create new/x/y.md true',
    'delete crlf.txt true',
    'delete deep/a/b/c.md true',
    'delete link true',
    'delete raw.bin true',
    'delete run.sh true',
    'delete 空.md true',
    'modify bom.txt true',
  ]);
  expect(await undo(made.id)).toMatchObject({ conflicts: 0, state: 'undone' });
  expect([
    read('crlf.txt'),
    read('bom.txt'),
    new Uint8Array(readFileSync(join(root, 'raw.bin'))),
    read('空.md'),
    read('deep/a/b/c.md'),
  ]).toEqual(['a\r\nb\r\n', '\ufeff你好\n', bytes, '', 'deep']);
  expect([readlinkSync(join(root, 'link')), lstatSync(join(root, 'run.sh')).mode & 0o777, existsSync(join(root, 'new'))]).toEqual([
    'crlf.txt',
    0o755,
    false,
  ]);
  const redone = await changes.redo(made.id, false);
  expect([
    redone.ok,
    existsSync(join(root, 'crlf.txt')),
    existsSync(join(root, 'deep')),
    read('bom.txt'),
    read('new/x/y.md'),
    readlinkSync(join(root, 'new', 'l')),
  ]).toEqual([true, false, false, 'other', 'new', 'bom.txt']);
});

test('only what the change touched is brought back; a later edit is a conflict of three texts and nothing is touched', async () => {
  put('a.md', 'one');
  put('b.md', 'one');
  const made = await change('all', () => {
    put('a.md', 'two');
    put('b.md', 'two');
  });
  put('a.md', 'mine');
  put('c.md', 'also mine');
  const turned = await changes.undo(made.id, false);
  expect(turned.ok && turned.value.conflicts).toEqual([{ path: 'a.md', before: 'one', agent: 'two', now: 'mine', binary: false }]);
  expect([read('a.md'), read('b.md')]).toEqual(['mine', 'two']);
  expect(await changes.file(made.id, 'b.md')).toEqual({
    ok: true,
    value: { path: 'b.md', before: 'one', agent: 'two', now: 'two', binary: false },
  });
  expect(await undo(made.id, true)).toEqual({ done: ['a.md', 'b.md'], conflicts: 0, state: 'undone' });
  expect([read('a.md'), read('b.md'), read('c.md')]).toEqual(['one', 'one', 'also mine']);
  // What was forced over is what doing it again brings back.
  await changes.redo(made.id, false);
  expect([read('a.md'), read('b.md')]).toEqual(['mine', 'two']);
});

test('a file that took the place of a deleted or a created one is never lost', async () => {
  put('old.md', 'old');
  const made = await change('all', () => {
    rmSync(join(root, 'old.md'));
    put('new.md', 'new');
  });
  put('old.md', 'another');
  put('new.md', 'edited');
  expect(await undo(made.id)).toMatchObject({ conflicts: 2, done: [] });
  expect([read('old.md'), read('new.md')]).toEqual(['another', 'edited']);
});

test('two changes of one file are undone newest first, and the older one alone is a conflict', async () => {
  put('a.md', '1');
  const first = await change(['a.md'], () => put('a.md', '2'));
  const second = await change(['a.md'], () => put('a.md', '3'));
  expect(await undo(first.id)).toMatchObject({ conflicts: 1 });
  expect([await undo(second.id), await undo(first.id), read('a.md')]).toMatchObject([{ conflicts: 0 }, { conflicts: 0 }, '1']);
  expect(await undo(first.id)).toEqual({ done: [], conflicts: 0, state: 'undone' });
});

test('nothing changed is no change, and an unknown one is said', async () => {
  put('a.md', '1');
  const set = changes.begin(origin);
  await set.keep(['a.md', 'missing.md'], signal);
  expect([await set.finish(), changes.list({ limit: 10 }), changes.usage().changes, await undo('nothing')]).toEqual([
    null,
    [],
    0,
    'change_unknown',
  ]);
  expect(await changes.begin(origin).finish()).toBe(null);
});

test('a command that changed nothing leaves the next one whole', async () => {
  put('a.md', 'one');
  utimesSync(join(root, 'a.md'), 1, 1);
  const idle = changes.begin(origin);
  await idle.keepAll(signal);
  expect(await idle.finish()).toBe(null);
  const made = await change('all', () => put('a.md', 'two'));
  expect([await undo(made.id), read('a.md')]).toMatchObject([{ conflicts: 0 }, 'one']);
});

test('a damaged or lost content is said and nothing is touched', async () => {
  put('a.md', 'one');
  put('b.md', 'one more');
  const made = await change('all', () => {
    put('a.md', 'two');
    rmSync(join(root, 'b.md'));
  });
  renameSync(join(base, 'snapshots'), join(base, 'gone'));
  expect(await undo(made.id)).toBe('change_gone');
  expect([read('a.md'), existsSync(join(root, 'b.md'))]).toEqual(['two', false]);
});

test('a full store refuses before anything is touched, and gives up the oldest changes first', async () => {
  const small = make({ bytes: 90 });
  put('a.md', 'a'.repeat(40));
  const first = await change(['a.md'], () => put('a.md', 'b'.repeat(40)), small);
  put('c.md', 'c'.repeat(60));
  const second = await change(['c.md'], () => rmSync(join(root, 'c.md')), small);
  expect(small.list({ limit: 9 }).map(({ id, available }) => [id, available])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  expect([await undo(first.id, false, small), await undo(second.id, false, small)]).toMatchObject(['change_gone', { conflicts: 0 }]);
  put('big.md', 'x'.repeat(101));
  const kept = await small.begin(origin).keep(['big.md'], signal);
  expect(kept.ok ? 'kept' : kept.error.code).toBe('snapshot_full');
  expect(small.usage().bytes).toBeLessThanOrEqual(100);
});

test('no more changes are kept than the store may hold', async () => {
  const few = make({ changes: 2 });
  for (const text of ['1', '2', '3', '4']) await change(['a.md'], () => put('a.md', text), few);
  expect(few.list({ limit: 9 }).map(({ available }) => available)).toEqual([true, true, false, false]);
});

test('after a crash an open set is completed and can be undone', async () => {
  put('a.md', 'one');
  const set = changes.begin(origin);
  await set.keep(['a.md', 'new.md'], signal);
  put('a.md', 'half');
  put('new.md', 'half');
  const next = make();
  expect(next.list({ limit: 9 })).toEqual([]);
  await next.recover();
  const [made] = next.list({ limit: 9 });
  expect(await undo(made?.id ?? '', false, next)).toMatchObject({ conflicts: 0 });
  expect([read('a.md'), existsSync(join(root, 'new.md'))]).toEqual(['one', false]);
});

test('after a crash in the middle of an undo the rest is undone', async () => {
  put('a.md', '1');
  put('b.md', '1');
  const made = await change('all', () => {
    put('a.md', '2');
    put('b.md', '2');
  });
  const store = createChangeStore(db);
  const stored = store.get(root, made.id);
  if (stored === undefined) throw new Error('gone');
  store.turn({ ...stored, turning: true }, []);
  put('a.md', '1'); // one of the two was turned when the light went out
  const next = make();
  await next.recover();
  expect([read('a.md'), read('b.md'), next.get(made.id)?.state]).toEqual(['1', '1', 'undone']);
});

test('a file that stands where a folder was is a conflict, and forcing it brings all back', async () => {
  put('a.md', '1');
  put('z/b.md', '1');
  const made = await change('all', () => {
    put('a.md', '2');
    rmSync(join(root, 'z'), { recursive: true });
  });
  writeFileSync(join(root, 'z'), 'a file where the folder was');
  expect(await undo(made.id)).toMatchObject({ conflicts: 1 });
  expect(typeof (await undo(made.id, true))).toBe('object');
  expect([read('a.md'), read('z/b.md')]).toEqual(['1', '1']);
});

test('the whole workspace is kept without what is rebuilt at will, and without what no call reaches', async () => {
  put('.git/config', 'git');
  put('node_modules/x/index.js', 'x');
  put('.env', 'KEY=1');
  put('src/a.ts', 'a');
  const made = await change('all', () => {
    for (const path of ['.git/config', 'node_modules/x/index.js', '.env', 'src/a.ts']) put(path, 'changed');
  });
  // A secret is not copied; that it was changed is said all the same.
  expect(made.files.map(({ path, kept }) => [path, kept])).toEqual([
    ['.env', false],
    ['src/a.ts', true],
  ]);
});

test('rights that a call lends to whoever starts a file later are taken away, and those of the person stay', async () => {
  put('mine', 'x');
  chmodSync(join(root, 'mine'), 0o4755);
  const made = await change('all', () => {
    put('theirs', 'x');
    chmodSync(join(root, 'theirs'), 0o6755);
    put('mine', 'y');
    chmodSync(join(root, 'mine'), 0o4755);
  });
  const mode = (path: string): number => lstatSync(join(root, path)).mode & 0o7777;
  expect([mode('theirs'), mode('mine')]).toEqual([0o755, 0o4755]);
  expect([await undo(made.id), existsSync(join(root, 'theirs'))]).toMatchObject([{ conflicts: 0 }, false]);
});

test('calls of two runs at once keep apart what each of them changed', async () => {
  put('a.md', '1');
  put('b.md', '1');
  const one = changes.begin({ ...origin, callId: '1' });
  const two = changes.begin({ ...origin, callId: '2' });
  await Promise.all([one.keep(['a.md'], signal), two.keep(['b.md'], signal)]);
  put('a.md', '2');
  put('b.md', '2');
  const [first, second] = await Promise.all([one.finish(), two.finish()]);
  expect([first?.files.map(({ path }) => path), second?.files.map(({ path }) => path)]).toEqual([['a.md'], ['b.md']]);
  expect(await Promise.all([undo(first?.id ?? ''), undo(second?.id ?? '')])).toMatchObject([{ conflicts: 0 }, { conflicts: 0 }]);
});

test('a link is never followed, and a cancelled call keeps nothing half', async () => {
  mkdirSync(join(base, 'out'));
  writeFileSync(join(base, 'out', 'canary.txt'), 'CANARY');
  symlinkSync(join(base, 'out'), join(root, 'd'));
  const made = await change('all', () => rmSync(join(root, 'd')));
  expect([await undo(made.id), readlinkSync(join(root, 'd')), readFileSync(join(base, 'out', 'canary.txt'), 'utf8')]).toMatchObject([
    { conflicts: 0 },
    join(base, 'out'),
    'CANARY',
  ]);
  const stopped = await changes.begin(origin).keep(['d'], AbortSignal.abort());
  expect(stopped.ok ? 'kept' : stopped.kind).toBe('cancelled');
});
