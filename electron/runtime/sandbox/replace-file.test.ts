import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { failureOf } from './file-errors.ts';
import { openFileWall } from './file-sandbox.ts';
import type { FileWall } from './file-wall.ts';

const here = process.platform === 'win32' ? 'win32' : process.platform === 'darwin' ? 'darwin' : 'linux';

describe.each(here === 'linux' ? (['linux', 'darwin'] as const) : ([here] as const))('replacing as on %s', (platform) => {
  let base = '';
  let root = '';
  let wall: FileWall;
  const inWorkspace = (path: string) => readFileSync(join(root, path), 'utf8');

  beforeEach(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-replace-')));
    root = join(base, 'ws');
    mkdirSync(root);
    mkdirSync(join(base, 'out'));
    writeFileSync(join(base, 'out', 'canary.txt'), 'CANARY');
    const opened = await openFileWall({ root, platform });
    if (!opened.ok) throw new Error(opened.error.code);
    wall = opened.value;
  });
  afterEach(async () => {
    expect(readdirSync(join(base, 'out'))).toEqual(['canary.txt']);
    expect(readFileSync(join(base, 'out', 'canary.txt'), 'utf8')).toBe('CANARY');
    await wall.close();
    rmSync(base, { recursive: true, force: true });
  });

  async function replace(path: string, text: string, session: SessionKind = 'main'): Promise<string> {
    const done = await wall.replace(path, text, { session });
    return done.ok ? `${done.value.path} ${done.value.bytes}` : `${done.kind} ${done.error.code}`;
  }

  test('a note is written whole, its folder is made, its mode is kept and nothing is left beside it', async () => {
    expect(await replace('memory/2026-04-14.md', '- 喜欢 Django\n')).toBe(`memory/2026-04-14.md ${Buffer.byteLength('- 喜欢 Django\n')}`);
    if (process.platform !== 'win32') chmodSync(join(root, 'memory', '2026-04-14.md'), 0o640);
    expect(await replace('memory/2026-04-14.md', '')).toBe('memory/2026-04-14.md 0');
    expect([inWorkspace('memory/2026-04-14.md'), readdirSync(join(root, 'memory'))]).toEqual(['', ['2026-04-14.md']]);
    if (process.platform !== 'win32') expect(statSync(join(root, 'memory', '2026-04-14.md')).mode & 0o777).toBe(0o640);
    expect(await replace('a/b/c/d.md', 'deep')).toBe('a/b/c/d.md 4');
  });

  test('nothing is written through a link, onto a second name, or outside', async () => {
    const canary = join(base, 'out', 'canary.txt');
    symlinkSync(canary, join(root, 'ln.md'));
    symlinkSync(join(base, 'out'), join(root, 'memory'));
    symlinkSync(join(base, 'out', 'new.md'), join(root, 'dangling.md'));
    writeFileSync(join(root, 'real.md'), 'real');
    symlinkSync('real.md', join(root, 'inside.md'));
    linkSync(canary, join(root, 'hard.md'));
    mkdirSync(join(root, 'folder.md'));
    expect({
      ln: await replace('ln.md', 'x'),
      memory: await replace('memory/a.md', 'x'),
      missing: await replace('memory/b/c.md', 'x'),
      dangling: await replace('dangling.md', 'x'),
      inside: await replace('inside.md', 'x'),
      hard: await replace('hard.md', 'x'),
      folder: await replace('folder.md', 'x'),
      root: await replace('.', 'x'),
      up: await replace('../out/a.md', 'x'),
      below: await replace('real.md/a.md', 'x'),
    }).toEqual({
      ln: 'denied path_link_outside',
      memory: 'denied path_link_outside',
      missing: 'denied path_link_outside',
      dangling: 'denied path_link_outside',
      inside: 'denied path_link',
      hard: 'denied path_hard_link',
      folder: 'failed path_not_a_file',
      root: 'argument path_not_a_file',
      up: 'denied path_outside',
      below: 'failed path_not_a_folder',
    });
    expect(inWorkspace('real.md')).toBe('real');
  });

  test('planted temporary names are not used', async () => {
    for (const name of ['a.md.tmp', '.a.md.tmp', 'a.md~', '.a.md.swp']) symlinkSync(join(base, 'out', 'canary.txt'), join(root, name));
    expect(await replace('a.md', 'text')).toBe('a.md 4');
    expect(inWorkspace('a.md')).toBe('text');
  });

  test('protected and guarded names are refused, and private notes outside main sessions', async () => {
    expect([await replace('.git/config', 'x'), await replace('.bashrc', 'x'), await replace('.vscode/tasks.json', 'x')]).toEqual([
      'denied path_protected',
      'denied path_protected',
      'denied path_protected',
    ]);
    expect([await replace('MEMORY.md', 'x', 'shared'), await replace('memory/a.md', 'x', 'sub-agent')]).toEqual([
      'denied path_private',
      'denied path_private',
    ]);
    expect(readdirSync(root)).toEqual([]);
  });
});

test('what the disk answers is told as what a person can mend', () => {
  const told = (code: string) => failureOf(Object.assign(new Error(code), { code }), 'a.md', 'write').error.code;
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'ENAMETOOLONG', 'EIO'].map((code) => [
    code,
    told(code),
  ]);
  expect(Object.fromEntries(codes)).toEqual({
    ENOSPC: 'disk_full',
    EDQUOT: 'disk_full',
    EROFS: 'workspace_read_only',
    EACCES: 'workspace_read_only',
    EPERM: 'workspace_read_only',
    ENOENT: 'path_not_found',
    ELOOP: 'path_link_loop',
    ENAMETOOLONG: 'path_too_long',
    EIO: 'path_unreadable',
  });
  expect(() => failureOf(new TypeError('a bug'), 'a.md', 'write')).toThrow('a bug');
});
