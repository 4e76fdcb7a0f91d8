import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openFileWall } from './file-sandbox.ts';
import type { FileWall } from './file-wall.ts';

const signal = new AbortController().signal;
const onLinux = process.platform === 'linux';
const here = process.platform === 'win32' ? 'win32' : process.platform === 'darwin' ? 'darwin' : 'linux';
let base = '';
let root = '';
let out = '';
let wall: FileWall;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-wall-')));
  root = join(base, 'ws');
  out = join(base, 'out');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(out);
  writeFileSync(join(out, 'canary.txt'), 'CANARY');
  writeFileSync(join(root, 'ok.txt'), 'hello');
  writeFileSync(join(root, 'sub', 'canary.txt'), 'INSIDE');
});
afterEach(async () => {
  await wall?.close();
  rmSync(base, { recursive: true, force: true });
});

async function open(platform: 'linux' | 'darwin' | 'win32' = here, more: { dataFolder?: string; at?: string } = {}): Promise<void> {
  const { at = root, ...rest } = more;
  const opened = await openFileWall({ root: at, platform, ...rest });
  if (!opened.ok) throw new Error(opened.error.code);
  wall = opened.value;
}

/** What the judgement says, then what reading gives. */
async function tryRead(path: string, session: SessionKind = 'main'): Promise<string> {
  const judged = await wall.resolve(path, session);
  const read = await wall.readBytes(path, { offset: 0, limit: 100, session, signal });
  const verdict = judged.kind === 'inside' ? `${judged.type} ${judged.relative}` : `${judged.kind} ${judged.reason.code}`;
  return `${verdict} | ${read.ok ? Buffer.from(read.value.bytes).toString() : `${read.kind} ${read.error.code}`}`;
}

/** Linux opens by handles, macOS and Windows by checked paths; the second way works here too. */
describe.each(onLinux ? (['linux', 'darwin'] as const) : ([here] as const))('opening as on %s', (platform) => {
  test('links are followed inside and refused where they lead out, by whatever way', async () => {
    const links: Record<string, string> = {
      in: 'ok.txt',
      inAbsolute: join(root, 'ok.txt'),
      me: '.',
      folder: 'sub',
      ln: join(out, 'canary.txt'),
      d: out,
      up: '../out',
      upFile: 'sub/../../out/canary.txt',
      nested: 'nested2',
      nested2: 'sub/nested3',
      'sub/nested3': '../up/canary.txt',
      dangling: join(out, 'notyet'),
      danglingChain: 'dangling',
      danglingInside: 'sub/notyet',
      prefix: `${root}-evil/x`,
      secret: '.env',
      memo: 'MEMORY.md',
      loop: 'loop',
      loopA: 'loopB/x',
      loopB: 'loopA/y',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
    for (const [name, text] of Object.entries({ '.env': 'KEY', 'MEMORY.md': 'note' })) writeFileSync(join(root, name), text);
    await open(platform);
    const paths = [
      ...Object.keys(links),
      'me/me/ok.txt',
      'folder/canary.txt',
      'd/canary.txt',
      'd/missing',
      'd/x/y/new.txt',
      'd/../ok.txt',
      'up/out',
    ];
    const results = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await tryRead(path)] as const)));
    const outside = 'denied path_link_outside | denied path_link_outside';
    expect(results).toEqual({
      in: 'file ok.txt | hello',
      inAbsolute: 'file ok.txt | hello',
      me: 'folder  | failed path_not_a_file',
      folder: 'folder sub | failed path_not_a_file',
      ln: outside,
      d: outside,
      up: outside,
      upFile: outside,
      nested: outside,
      nested2: outside,
      'sub/nested3': outside,
      dangling: outside,
      danglingChain: outside,
      danglingInside: 'missing sub/notyet | failed path_not_found',
      prefix: outside,
      secret: 'denied path_protected | denied path_protected',
      memo: 'file MEMORY.md | note',
      loop: 'invalid path_link_loop | failed path_link_loop',
      loopA: 'invalid path_link_loop | failed path_link_loop',
      loopB: 'invalid path_link_loop | failed path_link_loop',
      'me/me/ok.txt': 'file ok.txt | hello',
      'folder/canary.txt': 'file sub/canary.txt | INSIDE',
      'd/canary.txt': outside,
      'd/missing': outside,
      'd/x/y/new.txt': outside,
      'd/../ok.txt': 'file ok.txt | hello',
      'up/out': outside,
    });
    expect(await tryRead('memo', 'shared')).toBe('denied path_private | denied path_private');
  });

  test.runIf(onLinux)('the magic links of /proc and /dev lead nowhere', async () => {
    const links = { self: '/proc/self/root/etc/passwd', cwd: '/proc/self/cwd', fd: '/proc/self/fd/0', dev: '/dev/stdin', shm: '/dev/shm' };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
    await open(platform);
    for (const name of Object.keys(links)) {
      expect([name, await tryRead(name)]).toEqual([name, 'denied path_link_outside | denied path_link_outside']);
    }
  });

  test.runIf(process.platform !== 'win32')('pipes, sockets and files with a second name are refused at once', async () => {
    spawnSync('mkfifo', [join(root, 'fifo')]);
    symlinkSync('fifo', join(root, 'toFifo'));
    linkSync(join(out, 'canary.txt'), join(root, 'hard'));
    const server = createServer().listen(join(root, 'sock'));
    await new Promise((done) => server.once('listening', done));
    await open(platform);
    const special = 'invalid path_special_file | failed path_special_file';
    expect([await tryRead('fifo'), await tryRead('toFifo'), await tryRead('sock')]).toEqual([special, special, special]);
    expect(await tryRead('hard')).toBe('denied path_hard_link | denied path_hard_link');
    server.close();
  });

  test('a file larger than memory is read only where it is asked for', async () => {
    writeFileSync(join(root, 'big'), 'head');
    truncateSync(join(root, 'big'), 5 * 1024 ** 3);
    await open(platform);
    const read = await wall.readBytes('big', { offset: 5 * 1024 ** 3 - 3, limit: 1000, session: 'main', signal });
    expect(read).toEqual({ ok: true, value: { bytes: new Uint8Array(3), size: 5 * 1024 ** 3, path: 'big' } });
    expect(await tryRead('big')).toBe(`file big | head${'\0'.repeat(96)}`);
  });

  test('a workspace that is moved, replaced or deleted is refused and never made again', async () => {
    await open(platform);
    renameSync(root, join(base, 'elsewhere'));
    expect(await tryRead('ok.txt')).toBe('invalid workspace_missing | failed workspace_missing');
    symlinkSync(out, root);
    expect(await tryRead('canary.txt')).toBe('invalid workspace_moved | failed workspace_moved');
    rmSync(root);
    mkdirSync(root);
    writeFileSync(join(root, 'ok.txt'), 'another');
    expect(await tryRead('ok.txt')).toBe('invalid workspace_moved | failed workspace_moved');
    rmSync(root, { recursive: true });
    const written = await wall.replace('memory/a.md', 'x', { session: 'main' });
    expect(written).toMatchObject({ ok: false, error: { code: 'workspace_missing' } });
    expect([existsSync(root), readdirSync(out)]).toEqual([false, ['canary.txt']]);
  });

  test('a workspace that is opened through a link is the folder behind it, under both names', async () => {
    symlinkSync(root, join(base, 'alias'));
    await open(platform, { at: join(base, 'alias') });
    expect(wall.root).toBe(root);
    expect(await tryRead(join(base, 'alias', 'ok.txt'))).toBe('file ok.txt | hello');
    expect(await tryRead(join(root, 'ok.txt'))).toBe('file ok.txt | hello');
    expect(await tryRead(join(out, 'canary.txt'))).toBe('denied path_outside | denied path_outside');
  });

  test('the data folder of the app stays shut where it lies in the workspace', async () => {
    mkdirSync(join(root, 'data'));
    writeFileSync(join(root, 'data', 'settings.json'), '{}');
    symlinkSync('data', join(root, 'link'));
    await open(platform, { dataFolder: join(root, 'data') });
    const shut = 'denied path_protected | denied path_protected';
    expect([await tryRead('data/settings.json'), await tryRead('link/settings.json'), await tryRead('data')]).toEqual([shut, shut, shut]);
    expect(await tryRead('data2')).toBe('missing data2 | failed path_not_found');
  });

  test('names in Chinese, with a backslash or in decomposed form are what the disk has', async () => {
    const names = process.platform === 'win32' ? ['中文 文件.txt'] : ['中文 文件.txt', 'a\\b.txt', 'cafe\u0301.txt', '~tilde', '%2e%2e'];
    for (const name of names) writeFileSync(join(root, name), name);
    await open(platform);
    for (const name of names) expect(await tryRead(`./${name}`)).toBe(`file ${name} | ${name}`);
  });

  test('a call that was stopped reads nothing', async () => {
    await open(platform);
    const stopped = { session: 'main' as const, signal: AbortSignal.abort() };
    expect(await wall.readBytes('ok.txt', { offset: 0, limit: 1, ...stopped })).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(await wall.list('.', { depth: 1, max: 1, ...stopped })).toMatchObject({ ok: false, kind: 'cancelled' });
  });
});

test('a workspace that is not there, or is a file, is not opened and not made', async () => {
  expect(await openFileWall({ root: join(base, 'none') })).toMatchObject({ ok: false, error: { code: 'workspace_missing' } });
  expect(await openFileWall({ root: join(root, 'ok.txt') })).toMatchObject({ ok: false, error: { code: 'path_not_a_folder' } });
  expect(existsSync(join(base, 'none'))).toBe(false);
});

test.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)('a file without the right to read is said to be so', async () => {
  writeFileSync(join(root, 'shut.txt'), 'x', { mode: 0 });
  await open();
  expect(await tryRead('shut.txt')).toBe('file shut.txt | failed path_unreadable');
});
