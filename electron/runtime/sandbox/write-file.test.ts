import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openWallBed, PLATFORMS, told, type WallBed } from './wall-bed.ts';

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(PLATFORMS)('writing as on %s', (platform) => {
  let bed: WallBed;
  beforeEach(async () => {
    bed = await openWallBed({ platform });
  });
  afterEach(() => bed.close());

  interface How {
    approved?: boolean;
    session?: SessionKind;
    expect?: string | null;
  }
  const write = async (path: string, text: string, how: How = {}) =>
    bed.wall.write(path, Buffer.from(text), { session: 'main', approved: false, ...how });
  const tellAll = async (paths: readonly string[], how: How = {}) => {
    const entries: [string, string][] = [];
    for (const path of paths) entries.push([path, told(await write(path, 'x', how))]);
    return Object.fromEntries(entries);
  };

  test('a file is made with its folders, replaced whole, and keeps its mode', async () => {
    expect(await write('a/b/中文.md', '一\n')).toEqual({ ok: true, value: { path: 'a/b/中文.md', bytes: 4, created: true } });
    if (process.platform !== 'win32') chmodSync(join(bed.root, 'a/b/中文.md'), 0o640);
    expect(await write('./a//b/../b/中文.md', '')).toEqual({ ok: true, value: { path: 'a/b/中文.md', bytes: 0, created: false } });
    expect([bed.content('a/b/中文.md'), bed.names('a/b')]).toEqual(['', ['中文.md']]);
    if (process.platform !== 'win32') expect(statSync(join(bed.root, 'a/b/中文.md')).mode & 0o7777).toBe(0o640);
  });

  test('what must stand there is compared with its sum, and a drift changes nothing', async () => {
    bed.fill({ 'a.md': 'old' });
    expect({
      other: told(await write('a.md', 'new', { expect: sum('another') })),
      nothing: told(await write('a.md', 'new', { expect: null })),
      absent: told(await write('b.md', 'new', { expect: sum('old') })),
      absentFolder: told(await write('c/b.md', 'new', { expect: sum('old') })),
    }).toEqual({
      other: 'failed file_changed',
      nothing: 'failed file_changed',
      absent: 'failed file_changed',
      absentFolder: 'failed file_changed',
    });
    expect([bed.content('a.md'), bed.names()]).toEqual(['old', ['a.md']]);
    expect([await write('a.md', 'new', { expect: sum('old') }), await write('b.md', 'new', { expect: null })].map(told)).toEqual([
      'ok',
      'ok',
    ]);
  });

  test('of two writers that expect the same, one wins and the other is told', async () => {
    bed.fill({ 'a.md': 'old' });
    const both = await Promise.all([write('a.md', 'first', { expect: sum('old') }), write('a.md', 'second', { expect: sum('old') })]);
    expect(both.map(told).sort()).toEqual(['failed file_changed', 'ok']);
    const fresh = await Promise.all(Array.from({ length: 8 }, (_, index) => write('new.md', String(index), { expect: null })));
    expect(fresh.map(told).sort()).toEqual([...Array(7).fill('failed file_changed'), 'ok']);
    const winner = ['first', 'second'][both.findIndex(({ ok }) => ok)];
    const newest = String(fresh.findIndex(({ ok }) => ok));
    expect([bed.content('a.md'), bed.content('new.md'), bed.names()]).toEqual([winner, newest, ['a.md', 'new.md']]);
  });

  test('secret places stay shut, guarded and persona names need an approval, under every spelling some disk takes for theirs', async () => {
    const persona = [
      'SOUL.md',
      'soul.md',
      'SOUL.MD',
      './SOUL.md',
      'sub/../SOUL.md',
      'SOUL\u200b.md',
      '\u017foul.md',
      'AGENTS.md',
      'USER.md',
    ];
    const notes = ['memory/2026-04-14.md', 'Memory/x.md', 'MEMORY.md', 'SOUL.md/x'];
    const guarded = ['.bashrc', 'sub/.BASHRC', '.vscode/tasks.json', 'x/.Vscode/settings.json', '.gitattributes', 'a.code-workspace'];
    const secret = [
      '.git/config',
      '.GIT/hooks/pre-commit',
      '.g\u200cit/x',
      'sub/.ssh/authorized_keys',
      '.env',
      '.ENV.local',
      'id_rsa',
      'a/tls.pem',
    ];
    const all = (paths: readonly string[], outcome: string) => Object.fromEntries(paths.map((path) => [path, outcome]));
    expect(await tellAll([...persona, ...notes])).toEqual(all([...persona, ...notes], 'denied policy_persona_asks'));
    expect(await tellAll(guarded)).toEqual(all(guarded, 'denied policy_guarded_asks'));
    for (const approved of [false, true]) expect(await tellAll(secret, { approved })).toEqual(all(secret, 'denied path_protected'));
    expect(bed.names()).toEqual([]);
    expect(told(await write('SOUL.md', 'x', { approved: true }))).toBe('ok');
    expect(told(await write('.vscode/tasks.json', '{}', { approved: true }))).toBe('ok');
    expect(await tellAll(['MEMORY.md', 'memory/x.md', 'user.md'], { approved: true, session: 'sub-agent' })).toEqual(
      all(['MEMORY.md', 'memory/x.md', 'user.md'], 'denied path_private'),
    );
    expect(
      ['SOUL.md', 'sub/../soul.MD', 'AGENT.md', 'memory', '.bashrc', '.git', '../x', 'notes/SOUL.md', 'a.md'].map((path) =>
        bed.wall.guardOf(path),
      ),
    ).toEqual(['soul', 'soul', 'persona', 'persona', 'guarded', 'closed', 'closed', 'none', 'none']);
  });

  test('a guard looks at the real place, whatever link the way goes through', async () => {
    mkdirSync(join(bed.root, 'memory'));
    mkdirSync(join(bed.root, '.git'));
    symlinkSync('.', join(bed.root, 'me'));
    symlinkSync('memory', join(bed.root, 'notes'));
    symlinkSync('.git', join(bed.root, 'hidden'));
    expect(await tellAll(['me/SOUL.md', 'me/me/soul.md', 'notes/a.md', 'hidden/config', 'me/.git/config', 'me/plain.md'])).toEqual({
      'me/SOUL.md': 'denied policy_persona_asks',
      'me/me/soul.md': 'denied policy_persona_asks',
      'notes/a.md': 'denied policy_persona_asks',
      'hidden/config': 'denied path_protected',
      'me/.git/config': 'denied path_protected',
      'me/plain.md': 'ok',
    });
    expect(bed.names('memory')).toEqual([]);
  });

  test('nothing is written through links, onto second names, folders, or outside', async () => {
    bed.fill({ 'real.md': 'real' });
    const canary = join(bed.out, 'canary.txt');
    for (const [name, target] of Object.entries({ ln: canary, d: bed.out, dang: join(bed.out, 'notyet'), inside: 'real.md', loop: 'loop' }))
      symlinkSync(target, join(bed.root, name));
    linkSync(canary, join(bed.root, 'hard'));
    mkdirSync(join(bed.root, 'folder'));
    const paths = [
      'ln',
      'd/new.txt',
      'd/x/y.txt',
      'dang',
      'inside',
      'loop',
      'loop/x',
      'hard',
      'folder',
      '.',
      '',
      '../out/x',
      canary,
      '~/x',
      'real.md/x',
      'real.md/x/y',
    ];
    expect(await tellAll(paths, { approved: true })).toEqual({
      ln: 'denied path_link_outside',
      'd/new.txt': 'denied path_link_outside',
      'd/x/y.txt': 'denied path_link_outside',
      dang: 'denied path_link_outside',
      inside: 'denied path_link',
      loop: 'denied path_link',
      'loop/x': 'failed path_link_loop',
      hard: 'denied path_hard_link',
      folder: 'failed path_not_a_file',
      '.': 'argument path_not_a_file',
      '': 'argument path_empty',
      '../out/x': 'denied path_outside',
      [canary]: 'denied path_outside',
      '~/x': 'denied path_home',
      'real.md/x': 'failed path_not_a_folder',
      'real.md/x/y': 'failed path_not_a_folder',
    });
    expect(await tellAll(['a\nb', 'a\0b', 'a\u2028b', 'x'.repeat(256), `${'e/'.repeat(2040)}x.txt`])).toEqual({
      'a\nb': 'argument path_malformed',
      'a\0b': 'argument path_malformed',
      'a\u2028b': 'argument path_malformed',
      ['x'.repeat(256)]: 'argument path_too_long',
      [`${'e/'.repeat(2040)}x.txt`]: 'argument path_too_long',
    });
    expect(bed.content('real.md')).toBe('real');
  });

  test.runIf(process.platform !== 'win32')('pipes, sockets and files without the right to write are left alone, and at once', async () => {
    bed.fill({ 'locked.md': 'mine' });
    chmodSync(join(bed.root, 'locked.md'), 0o444);
    spawnSync('mkfifo', [join(bed.root, 'fifo')]);
    const server = createServer().listen(join(bed.root, 'sock'));
    await new Promise((done) => server.once('listening', done));
    expect(await tellAll(['fifo', 'sock', 'locked.md'], { approved: true })).toEqual({
      fifo: 'failed path_special_file',
      sock: 'failed path_special_file',
      'locked.md': 'failed workspace_read_only',
    });
    server.close();
    expect(bed.content('locked.md')).toBe('mine');
  });

  test('planted temporary names are not used and a set-user bit is not kept on new content', async () => {
    for (const name of ['a.md.tmp', '.a.md.tmp', 'a.md~', '.a.md.swp']) symlinkSync(join(bed.out, 'canary.txt'), join(bed.root, name));
    bed.fill({ 'a.md': 'old' });
    if (process.platform !== 'win32') chmodSync(join(bed.root, 'a.md'), 0o4755);
    expect(told(await write('a.md', 'text'))).toBe('ok');
    if (process.platform !== 'win32') expect(statSync(join(bed.root, 'a.md')).mode & 0o7777).toBe(0o755);
  });

  test('a workspace that is moved away is not made again', async () => {
    renameSync(bed.root, join(bed.base, 'elsewhere'));
    expect(told(await write('a.md', 'x'))).toBe('failed workspace_missing');
    mkdirSync(bed.root);
    writeFileSync(join(bed.root, 'a.md'), 'another');
    expect([told(await write('a.md', 'x')), bed.content('a.md')]).toEqual(['failed workspace_moved', 'another']);
  });

  test('one file, one link or one empty folder is removed for good, and nothing more', async () => {
    bed.fill({ 'a.md': 'x', 'full/b.md': 'x', 'SOUL.md': 'x' });
    mkdirSync(join(bed.root, 'empty'));
    symlinkSync(bed.out, join(bed.root, 'd'));
    const remove = async (path: string, approved = false) => told(await bed.wall.remove(path, { session: 'main', approved }));
    expect([await remove('a.md'), await remove('empty'), await remove('d'), await remove('full'), await remove('a.md')]).toEqual([
      'ok',
      'ok',
      'ok',
      'failed file_changed',
      'failed path_not_found',
    ]);
    expect([await remove('SOUL.md'), await remove('.'), await remove('../out')]).toEqual([
      'denied policy_persona_asks',
      'denied path_workspace',
      'denied path_outside',
    ]);
    expect([await remove('SOUL.md', true), bed.names()]).toEqual(['ok', ['full']]);
  });
});
