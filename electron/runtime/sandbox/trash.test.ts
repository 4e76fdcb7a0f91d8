import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openWallBed, told, type WallBed } from './wall-bed.ts';

const signal = new AbortController().signal;
let bed: WallBed;
afterEach(() => bed.close());

const trash = async (path: string, approved = false, session: SessionKind = 'main') => bed.wall.trash(path, { session, approved, signal });
const inTrash = () => [readdirSync(join(bed.trash, 'files')).sort(), readdirSync(join(bed.trash, 'info')).sort()];

test.runIf(process.platform === 'linux')(
  'a file, a folder and a link go to the trash of the person with a record of where they were',
  async () => {
    bed = await openWallBed();
    bed.fill({ 'a b/中文.md': '一', 'sub/x.md': 'X', 'sub/.git/config': '' });
    symlinkSync(bed.out, join(bed.root, 'd'));
    expect(await trash('a b/中文.md')).toEqual({ ok: true, value: { path: 'a b/中文.md', place: join(bed.trash, 'files', '中文.md') } });
    expect([told(await trash('sub')), told(await trash('d'))]).toEqual(['ok', 'ok']);
    expect(inTrash()).toEqual([
      ['d', 'sub', '中文.md'],
      ['d.trashinfo', 'sub.trashinfo', '中文.md.trashinfo'],
    ]);
    const place = (name: string) => bed.root.split('/').map(encodeURIComponent).join('/') + name;
    expect(readFileSync(join(bed.trash, 'info', '中文.md.trashinfo'), 'utf8')).toBe(
      `[Trash Info]\nPath=${place('/a%20b/%E4%B8%AD%E6%96%87.md')}\nDeletionDate=2026-04-14T15:09:02\n`,
    );
    expect([
      readlinkSync(join(bed.trash, 'files', 'd')),
      readFileSync(join(bed.trash, 'files', 'sub', 'x.md'), 'utf8'),
      bed.names(),
    ]).toEqual([bed.out, 'X', ['a b']]);
  },
);

test.runIf(process.platform === 'linux')('names that are in the trash already get a number, and nothing there is replaced', async () => {
  bed = await openWallBed();
  const long = `${'长'.repeat(80)}.md`;
  for (let round = 1; round <= 3; round += 1) {
    bed.fill({ 'n.tar.gz': String(round), [long]: String(round), '.hidden': String(round) });
    for (const name of ['n.tar.gz', long, '.hidden']) expect(told(await trash(name))).toBe('ok');
  }
  // What another program left without a record.
  writeFileSync(join(bed.trash, 'files', 'orphan'), 'theirs');
  bed.fill({ orphan: 'mine' });
  expect((await trash('orphan')).ok).toBe(true);
  const [files, info] = inTrash();
  expect(files?.filter((name) => !name.startsWith('长'))).toEqual([
    '.hidden',
    '.hidden.2',
    '.hidden.3',
    'n.tar.2.gz',
    'n.tar.3.gz',
    'n.tar.gz',
    'orphan',
    'orphan.2',
  ]);
  expect([files?.length, info?.length, readFileSync(join(bed.trash, 'files', 'orphan'), 'utf8')]).toEqual([11, 10, 'theirs']);
});

test.runIf(process.platform === 'linux')('where the trash is a file, a link, somebody’s or shut, nothing is deleted', async () => {
  bed = await openWallBed();
  bed.fill({ 'a.md': 'A' });
  const data = join(bed.base, 'data');
  const reset = () => rmSync(data, { recursive: true, force: true });
  const folder = (path: string) => mkdirSync(path, { recursive: true });
  const linkIn = (name: string) => {
    folder(bed.trash);
    symlinkSync(bed.out, join(bed.trash, name));
  };
  const attempts: Record<string, () => void> = {
    'data folder is a file': () => writeFileSync(data, ''),
    'trash is a file': () => {
      folder(data);
      writeFileSync(bed.trash, '');
    },
    'trash is a link': () => {
      folder(data);
      symlinkSync(bed.out, bed.trash);
    },
    'files is a link': () => linkIn('files'),
    'info is a link': () => linkIn('info'),
    'open to everybody': () => {
      folder(bed.trash);
      chmodSync(bed.trash, 0o777);
    },
    'in what should go into it': () => {
      folder(join(bed.root, 'box'));
      symlinkSync(join(bed.root, 'box'), data);
    },
  };
  for (const [name, prepare] of Object.entries(attempts)) {
    reset();
    prepare();
    const path = name.startsWith('in ') ? 'box' : 'a.md';
    expect([name, told(await trash(path)), bed.content('a.md')]).toEqual([name, 'failed trash_unavailable', 'A']);
  }
  reset();
});

test('closed places, the workspace, pipes and what needs an approval stay; a second name goes and leaves the other', async () => {
  bed = await openWallBed();
  bed.fill({ '.git/config': '', '.env': '', 'SOUL.md': '', '.vscode/a': '', 'memory/a.md': '', 'a.md': '' });
  linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
  if (process.platform !== 'win32') spawnSync('mkfifo', [join(bed.root, 'fifo')]);
  const tried: Record<string, string> = {};
  for (const path of ['.git', '.git/config', '.env', 'SOUL.md', 'soul.md', '.vscode', 'memory', '.', '..', '../out', 'none', 'a.md/x'])
    tried[path] = told(await trash(path));
  expect(tried).toEqual({
    '.git': 'denied path_protected',
    '.git/config': 'denied path_protected',
    '.env': 'denied path_protected',
    'SOUL.md': 'denied policy_persona_asks',
    'soul.md': 'failed path_not_found',
    '.vscode': 'denied policy_guarded_asks',
    memory: 'denied policy_persona_asks',
    '.': 'denied path_workspace',
    '..': 'denied path_outside',
    '../out': 'denied path_outside',
    none: 'failed path_not_found',
    'a.md/x': 'failed path_not_a_folder',
  });
  if (process.platform !== 'win32') expect(told(await trash('fifo'))).toBe('failed path_special_file');
  expect(told(await trash('MEMORY.md', true, 'shared'))).toBe('denied path_private');
  expect(told(await bed.wall.trash('a.md', { session: 'main', approved: true, signal: AbortSignal.abort() }))).toBe('cancelled cancelled');
  if (process.platform === 'linux') expect([told(await trash('hard')), told(await trash('SOUL.md', true))]).toEqual(['ok', 'ok']);
});

test.runIf(process.platform === 'linux' && existsSync('/dev/shm'))(
  'on a disk without the home trash its own is made at the top, or used where an administrator made one',
  async () => {
    bed = await openWallBed({ disk: '/dev/shm', environment: { HOME: '/proc', XDG_DATA_HOME: 'relative/is/passed/over' } });
    const top = join('/dev/shm', `.Trash-${process.getuid?.()}`);
    const had = existsSync(top);
    bed.fill({ 'sub/reins-trash-test.md': 'A' });
    const done = await trash('sub/reins-trash-test.md');
    try {
      expect(done).toEqual({
        ok: true,
        value: { path: 'sub/reins-trash-test.md', place: expect.stringContaining(join(top, 'files', 'reins-trash-test')) },
      });
      if (!done.ok) return;
      const record = done.value.place.replace('/files/', '/info/').concat('.trashinfo');
      expect(readFileSync(record, 'utf8')).toContain(`Path=${bed.root.slice('/dev/shm/'.length)}/sub/reins-trash-test.md\n`);
      rmSync(record);
      rmSync(done.value.place);
    } finally {
      if (!had) rmSync(top, { recursive: true, force: true });
    }
  },
);

test.runIf(process.platform !== 'win32')(
  'macOS has its trash in the home folder, numbers names, and asks the system for another disk',
  async () => {
    bed = await openWallBed({ platform: 'darwin' });
    const names: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      bed.fill({ 'a.md': String(round) });
      const done = await trash('a.md');
      if (done.ok) names.push(done.value.place);
    }
    expect(names).toEqual([join(bed.base, '.Trash', 'a.md'), join(bed.base, '.Trash', 'a 2.md')]);
    rmSync(join(bed.base, '.Trash'), { recursive: true });
    symlinkSync(bed.out, join(bed.base, '.Trash'));
    bed.fill({ 'a.md': 'kept' });
    expect([told(await trash('a.md')), bed.content('a.md')]).toEqual(['failed trash_unavailable', 'kept']);
  },
);

test('where the system has its own way it is used, and its failure deletes nothing', async () => {
  const taken: string[] = [];
  let fails = false;
  const trashItem = async (path: string) => {
    if (fails) throw new Error('no');
    taken.push(path);
    rmSync(path, { recursive: true });
  };
  const platform = process.platform === 'win32' ? 'win32' : 'darwin';
  bed = await openWallBed({ platform, trashItem, environment: { HOME: '/proc' } });
  bed.fill({ 'a.md': 'A', 'b.md': 'B' });
  expect(await trash('a.md')).toEqual({ ok: true, value: { path: 'a.md', place: '' } });
  fails = true;
  expect([told(await trash('b.md')), bed.content('b.md'), taken]).toEqual(['failed trash_unavailable', 'B', [join(bed.root, 'a.md')]]);
});
