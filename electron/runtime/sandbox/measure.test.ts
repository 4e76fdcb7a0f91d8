import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openWallBed, type WallBed } from './wall-bed.ts';

let bed: WallBed;
let granted = '';
beforeEach(async () => {
  bed = await openWallBed();
  granted = join(bed.base, 'granted');
  mkdirSync(granted);
});
afterEach(() => bed.close());

const live = new AbortController().signal;
const measure = async (paths: string[], how: { max?: number; session?: SessionKind; signal?: AbortSignal } = {}) =>
  bed.wall.measure(paths, { max: 1_000_000, session: 'main', signal: live, ...how });

test('files, links and empty folders are counted as themselves, and a link tells where it leads', async () => {
  bed.fill({ 'a.md': 'abc', 'sub/b.md': 'de', 'sub/deep/c.md': 'f', '.git/config': 'core' });
  mkdirSync(join(bed.root, 'sub', 'empty'));
  symlinkSync(bed.out, join(bed.root, 'sub', 'd'));
  symlinkSync('a.md', join(bed.root, 'l'));
  symlinkSync('nowhere', join(bed.root, 'dangling'));
  linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
  const workspace = { where: 'workspace' } as const;
  expect(await measure(['a.md', './sub', 'l', 'dangling', 'sub/d', 'sub/empty', 'none', '.git', 'hard', join(bed.root, 'a.md')])).toEqual({
    sizes: [
      { ...workspace, path: 'a.md', type: 'file', files: 1, bytes: 3 },
      { ...workspace, path: 'sub', type: 'folder', files: 4, bytes: 3 },
      { ...workspace, path: 'l', type: 'link', files: 1, bytes: 0, leads: join(bed.root, 'a.md') },
      { ...workspace, path: 'dangling', type: 'link', files: 1, bytes: 0, leads: join(bed.root, 'nowhere') },
      { ...workspace, path: 'sub/d', type: 'link', files: 1, bytes: 0, leads: bed.out },
      { ...workspace, path: 'sub/empty', type: 'folder', files: 1, bytes: 0 },
      { ...workspace, path: 'none', type: 'missing', files: 0, bytes: 0 },
      { ...workspace, path: '.git', type: 'folder', files: 1, bytes: 4 },
      { ...workspace, path: 'hard', type: 'file', files: 1, bytes: 6 },
      { ...workspace, path: 'a.md', type: 'file', files: 1, bytes: 3 },
    ],
    more: false,
  });
});

test('what lies outside is looked at and named by its absolute path; private notes are not in a shared session', async () => {
  bed.fill({ 'memory/a.md': 'x' });
  symlinkSync(bed.out, join(bed.root, 'd'));
  const canary = join(bed.out, 'canary.txt');
  const outside = { where: 'outside', type: 'file', files: 1, bytes: 6 } as const;
  expect(await measure([canary, 'd/canary.txt', '../out'])).toEqual({
    sizes: [
      { path: canary, ...outside },
      { path: canary, ...outside },
      { path: bed.out, where: 'outside', type: 'folder', files: 1, bytes: 6 },
    ],
    more: false,
  });
  expect((await measure(['memory'], { session: 'shared' })).sizes).toEqual([
    { path: 'memory', where: 'workspace', type: 'missing', files: 0, bytes: 0 },
  ]);
  const beside = await openWallBed({ root: bed.root, granted: [granted] });
  writeFileSync(join(granted, 'g.md'), 'gg');
  const found = await beside.wall.measure([join(granted, 'g.md'), granted], { max: 10, session: 'main', signal: live });
  expect(found.sizes).toEqual([
    { path: join(granted, 'g.md'), where: 'granted', type: 'file', files: 1, bytes: 2 },
    { path: granted, where: 'granted', type: 'folder', files: 1, bytes: 2 },
  ]);
  await beside.close();
});

test('counting stops at its limit and at the signal, and says that there is more', async () => {
  bed.fill(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`many/${index % 6}/${index}.md`, 'x'])));
  bed.fill({ 'one.md': 'x' });
  expect(await measure(['many'], { max: 60 })).toMatchObject({ sizes: [{ files: 60, bytes: 60 }] });
  const cut = await measure(['many', 'one.md'], { max: 25 });
  expect([cut.more, cut.sizes.length, (cut.sizes[0]?.files ?? 0) <= 25]).toEqual([true, 1, true]);
  expect(await measure(['many'], { signal: AbortSignal.abort() })).toEqual({ sizes: [], more: true });
});

test('a sparse giant is one file, and a folder of 8,000 names never holds up the rest for long', async () => {
  mkdirSync(join(bed.root, 'flat'));
  for (let index = 0; index < 8_000; index += 1) writeFileSync(join(bed.root, 'flat', `${index}`), 'x');
  writeFileSync(join(bed.root, 'giant'), '');
  truncateSync(join(bed.root, 'giant'), 4 * 1024 ** 3);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const found = await measure(['giant', 'flat']);
  clearInterval(counting);
  expect(found).toEqual({
    sizes: [
      { path: 'giant', where: 'workspace', type: 'file', files: 1, bytes: 4 * 1024 ** 3 },
      { path: 'flat', where: 'workspace', type: 'folder', files: 8_000, bytes: 8_000 },
    ],
    more: false,
  });
  expect(turns).toBeGreaterThan(1);
});
