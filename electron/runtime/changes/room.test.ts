import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type BedOptions, type ChangesBed, keep, openChangesBed, origin } from './changes-bed.fixture.ts';
import { CHANGE_LIMITS } from './parts.ts';

const beds: ChangesBed[] = [];
async function newBed(options: BedOptions = {}): Promise<ChangesBed> {
  const bed = await openChangesBed(options);
  beds.push(bed);
  return bed;
}
afterEach(async () => {
  for (const bed of beds.splice(0)) await bed.close();
});

const text = (letter: string, length = 100): string => letter.repeat(length);

test('the oldest changes are given up whole to make room; they stay listed', async () => {
  const bed = await newBed({ limits: { bytes: 650 } });
  for (const letter of ['a', 'b', 'c', 'd']) {
    bed.fill({ [`${letter}.txt`]: text(letter), [`${letter}2.txt`]: text(letter.toUpperCase()) });
    await bed.make([`${letter}.txt`, `${letter}2.txt`], () => bed.fill({ [`${letter}.txt`]: '', [`${letter}2.txt`]: '' }));
  }
  expect(bed.changes.list({ limit: 9 }).map(({ id, available }) => [id, available])).toEqual([
    ['change-0004', true],
    ['change-0003', true],
    ['change-0002', true],
    ['change-0001', false],
  ]);
  expect([bed.changes.usage(), bed.blobs()]).toEqual([{ bytes: 600, limit: 650, changes: 3 }, 7]);
  expect(await bed.changes.undo('change-0001', false)).toMatchObject({
    ok: false,
    error: { code: 'change_gone', params: { path: 'a.txt' } },
  });
  expect(await bed.changes.file('change-0001', 'a.txt')).toMatchObject({ ok: false, error: { code: 'change_gone' } });
  expect((await bed.changes.undo('change-0002', false)).ok).toBe(true);
  expect(bed.tree()['b.txt']).toBe(text('b'));
});

test('more changes than may be kept give up the oldest', async () => {
  const bed = await newBed({ limits: { changes: 2 } });
  for (const letter of ['1', '2', '3']) await bed.make(['a.txt'], () => bed.fill({ 'a.txt': letter }));
  expect(bed.changes.list({ limit: 9 }).map(({ available }) => available)).toEqual([true, true, false]);
});

test('what finds no room at all fails before anything is done, and a later call that fits is kept', async () => {
  const bed = await newBed({ limits: { bytes: 250 } });
  bed.fill({ 'a.txt': text('a'), 'b.txt': text('b'), 'c.txt': text('c') });
  const set = bed.changes.begin(origin);
  expect(await keep(set, ['a.txt', 'b.txt', 'c.txt'])).toEqual({ ok: false, kind: 'failed', error: { code: 'snapshot_full', params: {} } });
  expect(await set.finish()).toBe(null);
  expect([bed.changes.usage().bytes, bed.blobs()]).toEqual([0, 0]);
  const change = await bed.make(['a.txt', 'b.txt'], () => bed.fill({ 'a.txt': '' }));
  await bed.changes.undo(change.id, false);
  expect(bed.tree()['a.txt']).toBe(text('a'));
});

test('a call that goes on although it could not keep is listed as one that cannot be undone whole', async () => {
  const bed = await newBed({ limits: { call: { ...CHANGE_LIMITS.call, file: 150 } } });
  bed.fill({ 'small.txt': text('s'), 'large.txt': text('l', 200) });
  const set = bed.changes.begin(origin);
  expect(await keep(set, ['small.txt', 'large.txt'])).toEqual({ ok: true, value: { files: 1, left: 1 } });
  bed.fill({ 'small.txt': '1', 'large.txt': '2', 'untouched.txt': '' });
  const change = await set.finish();
  expect(change?.files).toEqual([
    { path: 'large.txt', change: 'modify', before: 200, after: 1, kept: false },
    { path: 'small.txt', change: 'modify', before: 100, after: 1, kept: true },
  ]);
  const undone = await bed.changes.undo(change?.id ?? '', false);
  expect([undone.ok && undone.value.done, bed.tree()['large.txt'], bed.tree()['small.txt']]).toEqual([['small.txt'], '2', text('s')]);
  expect(await bed.changes.file(change?.id ?? '', 'large.txt')).toMatchObject({ ok: false, error: { code: 'change_gone' } });
});

test('the whole workspace is kept as far as it fits; what did not fit and was not touched is no change', async () => {
  const bed = await newBed({ limits: { call: { ...CHANGE_LIMITS.call, files: 2 } } });
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
  const set = bed.changes.begin(origin);
  expect(await keep(set, 'all')).toEqual({ ok: true, value: { files: 2, left: 2, skipped: [] } });
  bed.fill({ 'a.txt': '1', 'd.txt': '4' });
  expect((await set.finish())?.files.map(({ path, kept }) => [path, kept])).toEqual([
    ['a.txt', true],
    ['d.txt', false],
  ]);
});

test('the state of a workspace takes half of the store at most: it pushes out no whole history', async () => {
  const bed = await newBed({ limits: { bytes: 1_000 } });
  bed.fill({ 'a.txt': text('a', 400) });
  const old = await bed.make(['a.txt'], () => rmSync(bed.at('a.txt')));
  bed.fill({ 'b.txt': text('b', 300), 'c.txt': text('c', 300) });
  const set = bed.changes.begin(origin);
  expect(await keep(set, 'all')).toMatchObject({ ok: true, value: { files: 1, left: 1 } });
  await set.finish();
  expect(bed.changes.get(old.id)?.available).toBe(true);
});

test('more names than can be looked at: nothing is taken for new that was only not seen', async () => {
  const bed = await newBed({ limits: { call: { ...CHANGE_LIMITS.call, entries: 4 } } });
  bed.fill({ 'a/1.txt': '1', 'a/2.txt': '2', 'b/c/d/3.txt': '3', 'b/c/e/4.txt': '4' });
  const set = bed.changes.begin(origin);
  await keep(set, 'all');
  bed.fill({ 'a/1.txt': 'changed' });
  rmSync(bed.at('b/c/e'), { recursive: true });
  const change = await set.finish();
  expect(change?.files.every((file) => file.change !== 'create')).toBe(true);
  await bed.changes.undo(change?.id ?? '', false);
  expect(bed.tree()).toMatchObject({ 'a/1.txt': '1', 'a/2.txt': '2', 'b/c/d/3.txt': '3' });
});

test('an unchanged workspace is not read again, not even after a restart', async () => {
  const bed = await newBed();
  for (let index = 0; index < 40; index += 1) bed.fill({ [`folder ${index % 4}/${index}.txt`]: `text ${index}` });
  await new Promise((resolve) => setTimeout(resolve, 2_100)); // until a write shows in a file's times
  const first = bed.changes.begin(origin);
  await keep(first, 'all');
  await first.finish();
  const accessed = (): number[] => Array.from({ length: 40 }, (_, index) => statSync(bed.at(`folder ${index % 4}/${index}.txt`)).atimeMs);
  const before = accessed();
  const rows = bed.ask('SELECT count(*) FROM known_files WHERE hash IS NOT NULL');
  const second = (await bed.restart()).begin(origin);
  expect(await keep(second, 'all')).toEqual({ ok: true, value: { files: 40, left: 0, skipped: [] } });
  expect([accessed(), rows, bed.blobs()]).toEqual([before, 40, 40]);
});

test('a start removes what a crash left: contents without a row, and half-written ones', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a' });
  const change = await bed.make(['a.txt'], () => bed.fill({ 'a.txt': '1' }));
  for (const [shelf, name] of [
    ['new', '0123'],
    ['ab', 'c'.repeat(62)],
  ] as const) {
    mkdirSync(join(bed.folder, shelf), { recursive: true });
    writeFileSync(join(bed.folder, shelf, name), 'left over');
  }
  expect(bed.blobs()).toBe(4);
  const next = await bed.restart();
  expect([bed.blobs(), (await next.undo(change.id, false)).ok]).toEqual([2, true]);
  expect(statSync(join(bed.folder, 'ca')).mode & 0o077).toBe(0);
});

test('an open change of which rows were lost is forgotten: nothing is taken for new because of it', async () => {
  const bed = await newBed();
  bed.fill({ 'a.txt': 'a', 'b.txt': 'b' });
  const set = bed.changes.begin(origin);
  await keep(set, 'all');
  bed.tell("DELETE FROM change_files WHERE path = 'b.txt'");
  expect((await bed.restart()).list({ limit: 9 })).toEqual([]);
  expect(bed.tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
});
