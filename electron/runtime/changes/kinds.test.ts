import { linkSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangesBed, keep, never, openChangesBed, origin } from './changes-bed.fixture.ts';

let bed: ChangesBed;
beforeEach(async () => {
  bed = await openChangesBed();
});
afterEach(() => bed.close());

const KINDS: Record<string, string | Uint8Array> = {
  'crlf.txt': 'a\r\nb\r\n',
  'bom.txt': '\ufeffmark\n',
  'binary.bin': Uint8Array.from({ length: 256 }, (_, index) => index),
  '中文/笔记 一.md': '今天写了代码。\n',
  'empty.txt': '',
  'no-newline': 'x',
  'a/b/c/d/e/f/g/h/deep.txt': 'deep',
  'gbk.txt': Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3]),
};

const WAYS = [
  ['named paths', Object.keys(KINDS)],
  ['the whole workspace', 'all'],
] as const;

test.each(WAYS)('every kind of content comes back byte for byte, and goes again: %s', async (_, paths) => {
  bed.fill(KINDS);
  const before = bed.tree();
  const change = await bed.make(paths, () => {
    for (const path of Object.keys(KINDS)) writeFileSync(bed.at(path), 'overwritten');
  });
  const after = bed.tree();
  expect(change.files.map(({ path, change: kind, kept }) => [path, kind, kept])).toEqual(
    Object.keys(KINDS)
      .sort()
      .map((path) => [path, 'modify', true]),
  );
  const undone = await bed.changes.undo(change.id, false);
  expect(undone.ok && [undone.value.done.length, undone.value.change.state]).toEqual([8, 'undone']);
  expect(bed.tree()).toEqual(before);
  const redone = await bed.changes.redo(change.id, false);
  expect(redone.ok && [redone.value.done.length, redone.value.change.state]).toEqual([8, 'applied']);
  expect(bed.tree()).toEqual(after);
});

test.each(WAYS)('deleted files and folders, empty ones among them, are made again with their rights: %s', async (_, paths) => {
  bed.fill(KINDS);
  mkdirSync(bed.at('a/empty'), { mode: 0o750 });
  bed.chmod('a/b', 0o555);
  bed.chmod('binary.bin', 0o755);
  bed.chmod('crlf.txt', 0o444);
  symlinkSync('../中文', bed.at('a/link'));
  symlinkSync('/nowhere/at all', bed.at('dangling'));
  const before = bed.tree();
  const change = await bed.make(paths === 'all' ? 'all' : [...paths, 'a', '中文', 'dangling'], () => {
    bed.chmod('a/b', 0o755); // its owner, too, needs the right to empty it
    for (const path of Object.keys(bed.tree())) rmSync(bed.at(path.split('/')[0] ?? path), { recursive: true, force: true });
  });
  expect(bed.tree()).toEqual({});
  expect((await bed.changes.undo(change.id, false)).ok).toBe(true);
  expect(bed.tree()).toEqual(before);
  expect(['binary.bin', 'crlf.txt', 'a/b', 'a/empty'].map(bed.mode)).toEqual(['755', '444', '555', '750']);
  expect(['a/link', 'dangling'].map((path) => readlinkSync(bed.at(path)))).toEqual(['../中文', '/nowhere/at all']);
  expect((await bed.changes.redo(change.id, false)).ok).toBe(true);
  expect(bed.tree()).toEqual({});
});

test.each([
  ['a named path', ['new/deep/a.txt']],
  ['the whole workspace', 'all'],
] as const)('what was made goes with the folders that were made for it, and nothing else: %s', async (_, paths) => {
  bed.fill({ 'mine.txt': 'mine' });
  const change = await bed.make(paths, () => bed.fill({ 'new/deep/a.txt': 'made' }));
  expect(change.files).toEqual([{ path: 'new/deep/a.txt', change: 'create', before: null, after: 4, kept: true }]);
  bed.fill({ 'new/mine.txt': 'by the person' });
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toEqual({ 'mine.txt': 'mine', 'new/': '', 'new/mine.txt': 'by the person' });
  rmSync(bed.at('new'), { recursive: true });
  await bed.changes.redo(change.id, false);
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toEqual({ 'mine.txt': 'mine' });
});

test('an empty folder, a changed right and a changed link are changes, too', async () => {
  bed.fill({ 'run.sh': 'echo' });
  bed.chmod('run.sh', 0o644);
  symlinkSync('one', bed.at('link'));
  const change = await bed.make('all', () => {
    mkdirSync(bed.at('empty'));
    bed.chmod('run.sh', 0o755);
    rmSync(bed.at('link'));
    symlinkSync('two', bed.at('link'));
  });
  expect(change.files.map(({ path, change: kind }) => [path, kind])).toEqual([
    ['link', 'modify'],
    ['run.sh', 'modify'],
  ]);
  await bed.changes.undo(change.id, false);
  expect([bed.tree(), bed.mode('run.sh'), readlinkSync(bed.at('link'))]).toEqual([{ link: '(link)', 'run.sh': 'echo' }, '644', 'one']);
  await bed.changes.redo(change.id, false);
  expect([bed.tree(), bed.mode('run.sh'), readlinkSync(bed.at('link'))]).toEqual([
    { 'empty/': '', link: '(link)', 'run.sh': 'echo' },
    '755',
    'two',
  ]);
});

test('a file in the place of a folder, a folder in the place of a file and a move are turned over', async () => {
  bed.fill({ 'folder/in.txt': 'in', file: 'file', 'from.txt': 'moved' });
  const before = bed.tree();
  const change = await bed.make('all', () => {
    rmSync(bed.at('folder'), { recursive: true });
    rmSync(bed.at('file'));
    bed.fill({ folder: 'now a file', 'file/in.txt': 'now a folder' });
    mkdirSync(bed.at('to'));
    renameSync(bed.at('from.txt'), bed.at('to/there.txt'));
  });
  const after = bed.tree();
  expect((await bed.changes.undo(change.id, false)).ok).toBe(true);
  expect(bed.tree()).toEqual(before);
  expect((await bed.changes.redo(change.id, false)).ok).toBe(true);
  expect(bed.tree()).toEqual(after);
});

test('nothing changed is no change, and leaves nothing behind', async () => {
  bed.fill({ 'a.txt': 'a' });
  const set = bed.changes.begin(origin);
  await keep(set, ['a.txt', 'missing.txt']);
  writeFileSync(bed.at('a.txt'), 'a');
  expect(await set.finish()).toBe(null);
  expect([bed.changes.list({ limit: 9 }), bed.changes.usage().bytes, bed.blobs()]).toEqual([[], 0, 0]);
});

test('after a command that changed nothing the next one is undone all the same', async () => {
  bed.fill({ 'a.txt': 'old' });
  const first = bed.changes.begin(origin);
  await keep(first, 'all');
  expect(await first.finish()).toBe(null);
  const change = await bed.make('all', () => writeFileSync(bed.at('a.txt'), 'new'));
  expect((await bed.changes.undo(change.id, false)).ok).toBe(true);
  expect(bed.tree()).toEqual({ 'a.txt': 'old' });
});

test('secrets are not copied, other things than files are passed by, and rebuildable folders are named', async () => {
  bed.fill({ '.env': 'KEY=1', 'note.md': 'n', 'node_modules/x/index.js': 'x', '.git/HEAD': 'ref', 'web/build/x.js': 'x' });
  bed.fill({ 'web/build/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n' });
  const set = bed.changes.begin(origin);
  expect(await keep(set, 'all')).toEqual({ ok: true, value: { files: 1, left: 0, skipped: ['node_modules', 'web/build'] } });
  expect(bed.blobs()).toBe(1);
  // What comes to light when a mark goes away was there before: it is nobody's new file.
  rmSync(bed.at('web/build/CACHEDIR.TAG'));
  writeFileSync(bed.at('.env'), 'KEY=22');
  const change = await set.finish();
  expect(change?.files).toEqual([{ path: '.env', change: 'modify', before: 5, after: 6, kept: false }]);
  expect(await bed.changes.undo(change?.id ?? '', true)).toMatchObject({ ok: false, error: { code: 'change_gone' } });
  expect(bed.tree()).toMatchObject({ '.env': 'KEY=22', 'web/build/x.js': 'x' });
});

test('a mark set by the call hides nothing that was kept', async () => {
  bed.fill({ 'src/a.txt': 'a', 'src/b.txt': 'b' });
  const change = await bed.make('all', () => {
    bed.fill({ 'src/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n', 'src/a.txt': 'changed' });
    rmSync(bed.at('src/b.txt'));
  });
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toMatchObject({ 'src/a.txt': 'a', 'src/b.txt': 'b' });
});

test('a content that many files have is kept once, and a large file whole', async () => {
  const large = Buffer.alloc(3 * 1024 * 1024 + 7, 'large');
  bed.fill({ 'a.txt': 'same', 'b/c.txt': 'same', 'large.bin': large, 'copy.bin': large });
  const change = await bed.make('all', () => {
    for (const path of ['a.txt', 'b/c.txt', 'large.bin', 'copy.bin']) rmSync(bed.at(path));
  });
  expect([bed.blobs(), bed.changes.usage()]).toEqual([2, { bytes: 4 + large.length, limit: 1_000_000_000, changes: 1 }]);
  await bed.changes.undo(change.id, false);
  expect(bed.tree()['copy.bin']).toBe(large.toString('latin1'));
});

test('the same file through a link in the workspace is the file itself', async () => {
  bed.fill({ 'real/a.txt': 'old' });
  symlinkSync('real', bed.at('alias'));
  const change = await bed.make(['alias/a.txt'], () => writeFileSync(bed.at('real/a.txt'), 'new'));
  expect(change.files.map(({ path }) => path)).toEqual(['real/a.txt']);
  await bed.changes.undo(change.id, false);
  expect(bed.tree()['real/a.txt']).toBe('old');
});

test('a path that a link leads away from the workspace is neither read nor written', async () => {
  bed.fill({ 'notes/a.txt': 'old' });
  const change = await bed.make(['notes/a.txt'], () => writeFileSync(bed.at('notes/a.txt'), 'new'));
  renameSync(bed.at('notes'), `${bed.base}/outside`);
  symlinkSync(`${bed.base}/outside`, bed.at('notes'));
  for (const force of [false, true]) await bed.changes.undo(change.id, force);
  rmSync(bed.at('notes'));
  renameSync(`${bed.base}/outside`, bed.at('notes'));
  expect(bed.tree()).toEqual({ 'notes/': '', 'notes/a.txt': 'new' });
});

test('a call is not charged with what another call or an undo did meanwhile', async () => {
  bed.fill({ 'one.txt': '1', 'two.txt': '2', 'three.txt': '3' });
  const earlier = await bed.make(['three.txt'], () => writeFileSync(bed.at('three.txt'), 'early'));
  const command = bed.changes.begin(origin);
  await keep(command, 'all');
  await bed.make(['two.txt'], () => writeFileSync(bed.at('two.txt'), 'by the other call'));
  await bed.changes.undo(earlier.id, false);
  writeFileSync(bed.at('one.txt'), 'by the command');
  expect((await command.finish())?.files.map(({ path }) => path)).toEqual(['one.txt']);
});

test('a stopped or failed keeping says so, and a second name on the disk is no trouble for what is beside it', async () => {
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  linkSync(bed.at('a.txt'), bed.at('twin.txt'));
  const stop = new AbortController();
  stop.abort();
  const set = bed.changes.begin(origin);
  expect(await keep(set, 'all', stop.signal)).toMatchObject({ ok: false, kind: 'cancelled' });
  expect(await set.finish()).toBe(null);
  const change = await bed.make('all', () => writeFileSync(bed.at('b.txt'), 'new'));
  await bed.changes.undo(change.id, false);
  expect(bed.tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'b', 'twin.txt': 'a' });
});

test('changes are listed newest first, by session, and only those of this workspace', async () => {
  for (const text of ['one', 'two']) await bed.make(['a.txt'], () => writeFileSync(bed.at('a.txt'), text));
  const set = bed.changes.begin({ ...origin, sessionId: 'other' });
  await set.keep(['a.txt'], never);
  expect(bed.changes.get('change-0003')).toBe(undefined);
  writeFileSync(bed.at('a.txt'), 'three');
  await set.finish();
  const ids = (filter: { sessionId?: string; limit: number }): string[] => bed.changes.list(filter).map(({ id }) => id);
  expect([ids({ limit: 2 }), ids({ sessionId: 's', limit: 9 })]).toEqual([
    ['change-0003', 'change-0002'],
    ['change-0002', 'change-0001'],
  ]);
});
