import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openWallBed, PLATFORMS, told, type WallBed } from './wall-bed.ts';

describe.each(PLATFORMS)('moving as on %s', (platform) => {
  let bed: WallBed;
  beforeEach(async () => {
    bed = await openWallBed({ platform });
  });
  afterEach(() => bed.close());

  const move = async (from: string, to: string, approved = false, session: SessionKind = 'main') =>
    told(await bed.wall.move(from, to, { session, approved }));

  test('a file and a folder get another name, with the folders of that name', async () => {
    bed.fill({ 'a.md': 'A', 'sub/x.md': 'X', 'sub/deep/y.md': 'Y' });
    expect(await bed.wall.move('./a.md', 'new/dir/b.md', { session: 'main', approved: false })).toEqual({
      ok: true,
      value: { from: 'a.md', to: 'new/dir/b.md' },
    });
    expect(await move('sub', 'other')).toBe('ok');
    expect([bed.content('new/dir/b.md'), bed.content('other/deep/y.md'), bed.names()]).toEqual(['A', 'Y', ['new', 'other']]);
  });

  test('nothing that stands at the new name is replaced, be it a file, an empty folder or a link', async () => {
    bed.fill({ 'a.md': 'A', 'b.md': 'B', 'sub/x.md': 'X', 'full/y.md': 'Y' });
    mkdirSync(join(bed.root, 'empty'));
    symlinkSync('nowhere', join(bed.root, 'dangling'));
    const targets = ['b.md', 'empty', 'full', 'dangling', '.', 'a.md'];
    for (const to of targets) expect([to, await move('a.md', to)]).toEqual([to, 'failed path_taken']);
    for (const to of ['b.md', 'empty', 'full', 'dangling']) expect([to, await move('sub', to)]).toEqual([to, 'failed path_taken']);
    expect([bed.content('a.md'), bed.content('b.md'), bed.names()]).toEqual([
      'A',
      'B',
      ['a.md', 'b.md', 'dangling', 'empty', 'full', 'sub'],
    ]);
  });

  test('of many moves to one name one succeeds, and nothing is lost', async () => {
    bed.fill(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.md`, String(index)])));
    const moved = await Promise.all(Array.from({ length: 10 }, (_, index) => move(`${index}.md`, 'one.md')));
    expect(moved.sort()).toEqual([...Array(9).fill('failed path_taken'), 'ok']);
    const texts = bed.names().map((name) => bed.content(name));
    expect(texts.sort()).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
  });

  test('the workspace, a folder into itself, and what lies outside are not moved', async () => {
    bed.fill({ 'sub/x.md': 'X', 'a.md': 'A' });
    symlinkSync(bed.out, join(bed.root, 'd'));
    symlinkSync('a.md', join(bed.root, 'l'));
    linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
    if (process.platform !== 'win32') spawnSync('mkfifo', [join(bed.root, 'fifo')]);
    expect({
      root: await move('.', 'x'),
      itself: await move('sub', 'sub/below/x'),
      under: await move('sub', 'sub/y'),
      out: await move('a.md', '../out/a.md'),
      throughLink: await move('a.md', 'd/a.md'),
      fromLink: await move('d/canary.txt', 'c.txt'),
      link: await move('l', 'l2'),
      outLink: await move('d', 'd2'),
      hard: await move('hard', 'h2'),
      fifo: process.platform === 'win32' ? 'failed path_special_file' : await move('fifo', 'f2'),
      none: await move('none', 'x'),
      underFile: await move('sub', 'a.md/x'),
    }).toEqual({
      root: 'denied path_workspace',
      itself: 'argument path_itself',
      under: 'argument path_itself',
      out: 'denied path_outside',
      throughLink: 'denied path_link_outside',
      fromLink: 'denied path_link_outside',
      link: 'denied path_link',
      outLink: 'denied path_link',
      hard: 'denied path_hard_link',
      fifo: 'failed path_special_file',
      none: 'failed path_not_found',
      underFile: 'failed path_not_a_folder',
    });
    expect(bed.names('sub')).toEqual(['x.md']);
  });

  test('guards hold at both ends, and a project folder with its repository moves when a person allowed it', async () => {
    bed.fill({ 'evil.md': 'E', 'AGENT.md': 'A', 'set/tasks.json': '{}', 'proj/.git/config': '[core]', 'proj/a.ts': '', '.git/HEAD': '' });
    expect({
      onto: await move('evil.md', 'SOUL.md'),
      twin: await move('evil.md', 'soul.MD'),
      away: await move('AGENT.md', 'old.md'),
      folder: await move('set', '.vscode'),
      intoGit: await move('evil.md', '.git/hooks', true),
      git: await move('.git', 'git', true),
      becomesGit: await move('set', 'x/.git', true),
      project: await move('proj', 'work'),
      private: await move('evil.md', 'memory/x.md', true, 'shared'),
    }).toEqual({
      onto: 'denied policy_persona_asks',
      twin: 'denied policy_persona_asks',
      away: 'denied policy_persona_asks',
      folder: 'denied policy_guarded_asks',
      intoGit: 'denied path_protected',
      git: 'denied path_protected',
      becomesGit: 'denied path_protected',
      project: 'denied policy_guarded_asks',
      private: 'denied path_private',
    });
    expect([await move('proj', 'work', true), await move('evil.md', 'SOUL.md', true), await move('AGENT.md', 'old.md', true)]).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect([bed.content('work/.git/config'), bed.content('SOUL.md'), bed.names()]).toEqual([
      '[core]',
      'E',
      ['.git', 'SOUL.md', 'old.md', 'set', 'work'],
    ]);
  });

  test('no folder is renamed so that a secret in it would become readable, or a plain file a secret', async () => {
    bed.fill({
      '.docker/config.json': 'KEY',
      'plain/config.json': '{}',
      '.config/gh/hosts.yml': 'KEY',
      '.config/app/x': '',
      'a/.local/share/x': '',
    });
    expect([await move('.docker', 'd', true), await move('plain', 'x/.docker', true), await move('.config', 'c', true)]).toEqual([
      'denied path_protected',
      'denied path_protected',
      'denied path_protected',
    ]);
    expect([await move('.config/app', 'app', true), await move('a/.local', 'b', true)]).toEqual(['ok', 'ok']);
  });

  test('the data folder of the app does not move along with a folder around it', async () => {
    bed.fill({ 'box/data/state.db': 'x', 'box/a.md': 'x' });
    const own = await openWallBed({ platform, root: bed.root, dataFolder: join(bed.root, 'box/data') });
    const done = [
      await own.wall.move('box', 'other', { session: 'main', approved: true }),
      await own.wall.trash('box', { session: 'main', approved: true, signal: new AbortController().signal }),
      await own.wall.move('box/a.md', 'a.md', { session: 'main', approved: false }),
    ];
    await own.close();
    expect(done.map(told)).toEqual(['denied path_protected', 'denied path_protected', 'ok']);
  });

  test.runIf(process.platform === 'linux' && existsSync('/dev/shm'))('a move to another disk is refused and loses nothing', async () => {
    const other = await openWallBed({ platform, disk: '/dev/shm' });
    const here = await openWallBed({ platform, granted: [other.root] });
    here.fill({ 'a.md': 'A', 'sub/b.md': 'B' });
    const far = (name: string) => join(other.root, name);
    const done = [
      await here.wall.move('a.md', far('x/a.md'), { session: 'main', approved: true }),
      await here.wall.move('sub', far('sub'), { session: 'main', approved: true }),
    ];
    expect([done.map(told), here.names(), readdirSync(other.root)]).toEqual([
      ['failed path_other_disk', 'failed path_other_disk'],
      ['a.md', 'sub'],
      [],
    ]);
    await here.close();
    await other.close();
  });

  test('a granted folder is another place for moves, by its absolute path', async () => {
    const granted = join(bed.base, 'granted');
    mkdirSync(granted);
    const here = await openWallBed({ platform, root: bed.root, granted: [granted] });
    bed.fill({ 'a.md': 'A' });
    const moved = await here.wall.move('a.md', join(granted, 'x', 'b.md'), { session: 'main', approved: false });
    expect(moved).toEqual({ ok: true, value: { from: 'a.md', to: join(granted, 'x', 'b.md') } });
    expect(readFileSync(join(granted, 'x', 'b.md'), 'utf8')).toBe('A');
    writeFileSync(join(granted, 'c.md'), 'C');
    expect(told(await here.wall.move(join(granted, 'c.md'), 'c.md', { session: 'main', approved: false }))).toBe('ok');
    expect(bed.names()).toEqual(['c.md']);
    await here.close();
    rmSync(granted, { recursive: true });
  });
});
