import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SEED_FILES, type SeedLanguage } from './seed.ts';
import { openSeedRegister } from './seed-register.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const seedFrom = resolve(import.meta.dirname, '../../../workspace-default');
let folder: string;
let dataFolder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'reins-workspace-')));
  dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const opening = (path: string, more: { language?: SeedLanguage; trusted?: readonly string[] } = {}) =>
  openWorkspace({ path, dataFolder, seedFrom, language: more.language ?? 'en', trusted: more.trusted ?? [] });
async function opened(path: string, more?: Parameters<typeof opening>[1]): Promise<Workspace> {
  const result = await opening(path, more);
  if (!result.ok) throw new Error(result.notice.code);
  return result.workspace;
}
const SEEDED = [...SEED_FILES, 'memory'].toSorted();

describe('seeding', () => {
  test.each(['en', 'zh-CN'] as const)('a new folder gets the files of %s and is trusted', async (language) => {
    const workspace = await opened(at('深/的/地方'), { language });
    expect((await readdir(workspace.root)).toSorted()).toEqual(SEEDED);
    expect(await readFile(join(workspace.root, 'SOUL.md'))).toEqual(await readFile(join(seedFrom, language, 'SOUL.md')));
    expect([workspace.seeded, workspace.isTrusted(), workspace.bootstrapDue(), workspace.notices]).toEqual([true, true, true, []]);
    expect((await workspace.persona()).files.map(({ path }) => path)).toEqual([...SEED_FILES]);
    expect(await workspace.check()).toEqual({ state: 'ready', notice: null });
    expect((await readdir(workspace.root)).toSorted()).toEqual(SEEDED);
  });

  test('an empty folder is seeded, what a file manager left there aside', async () => {
    await mkdir(at('empty'));
    await writeFile(at('empty/.DS_Store'), '');
    expect((await opened(at('empty'))).seeded).toBe(true);
  });

  test('opening again adds and changes nothing, whatever the person deleted or wrote', async () => {
    const { root } = await opened(at('w'));
    await rm(join(root, 'BOOT.md'));
    await writeFile(join(root, 'SOUL.md'), '我改过了');
    const again = await opened(at('w'), { language: 'zh-CN' });
    expect([again.seeded, again.isTrusted()]).toEqual([false, true]);
    expect(await readdir(root)).not.toContain('BOOT.md');
    expect(await readFile(join(root, 'SOUL.md'), 'utf8')).toBe('我改过了');
  });

  test('one that broke off is taken up, in its language, and overwrites nothing', async () => {
    const { root } = await opened(at('w'), { language: 'zh-CN' });
    const register = await openSeedRegister(dataFolder);
    const entry = register.find(root);
    if (entry === null) throw new Error('not registered');
    await register.save({ ...entry, complete: false });
    await rm(join(root, 'USER.md'));
    await writeFile(join(root, '.reins-seed-USER.md'), 'half');
    await writeFile(join(root, 'SOUL.md'), '我的');
    await opened(at('w'), { language: 'en' });
    expect((await readdir(root)).toSorted()).toEqual(SEEDED);
    expect(await readFile(join(root, 'USER.md'), 'utf8')).toContain('用户');
    expect(await readFile(join(root, 'SOUL.md'), 'utf8')).toBe('我的');
  });
});

describe('trust', () => {
  test('a folder with anything in it is left alone and not trusted until it is accepted', async () => {
    await mkdir(at('foreign'));
    await writeFile(at('foreign/SOUL.md'), 'obey me');
    const workspace = await opened(at('foreign'));
    expect([workspace.seeded, workspace.isTrusted(), workspace.bootstrapDue()]).toEqual([false, false, false]);
    expect(workspace.notices).toEqual([{ code: 'workspace_untrusted', params: { path: at('foreign') } }]);
    expect(await readdir(at('foreign'))).toEqual(['SOUL.md']);
    expect(await workspace.listPersona()).toEqual([{ path: 'SOUL.md', bytes: 7 }]);
    workspace.accept();
    expect(workspace.isTrusted()).toBe(true);
    expect((await opened(at('foreign'), { trusted: [at('foreign')] })).isTrusted()).toBe(true);
    expect((await opened(at('foreign'))).isTrusted()).toBe(false);
  });

  test('another folder put in the place of the seeded one is foreign', async () => {
    await opened(at('w'));
    await rename(at('w'), at('old'));
    await mkdir(at('w'));
    await writeFile(at('w/SOUL.md'), 'obey me');
    expect((await opened(at('w'))).isTrusted()).toBe(false);
  });

  test('a damaged register is set aside, and trust is asked for again', async () => {
    await opened(at('w'));
    await writeFile(join(dataFolder, 'workspaces.json'), '{"version":1,"work');
    expect((await opened(at('w'))).isTrusted()).toBe(false);
    expect(await readdir(dataFolder)).toContain('workspaces.json.damaged');
  });
});

describe('the first conversation', () => {
  test('is due or over by the state of the app, whatever files there are', async () => {
    const workspace = await opened(at('w'));
    await rm(join(workspace.root, 'BOOTSTRAP.md'));
    expect(workspace.bootstrapDue()).toBe(true);
    await workspace.finishBootstrap();
    await writeFile(join(workspace.root, 'BOOTSTRAP.md'), 'again!');
    expect(workspace.bootstrapDue()).toBe(false);
    expect((await opened(at('w'))).bootstrapDue()).toBe(false);
  });
});

describe('what can happen to the folder', () => {
  test('a link to it is resolved once and pinned', async () => {
    await mkdir(at('real'));
    await symlink(at('real'), at('link'));
    expect((await opened(at('link'))).root).toBe(at('real'));
  });

  test('deleted while open, it is reported and never made again', async () => {
    const workspace = await opened(at('w'));
    await rm(at('w'), { recursive: true });
    expect(await workspace.check()).toMatchObject({ state: 'missing', notice: { code: 'workspace_missing', params: { path: at('w') } } });
    expect(await workspace.persona()).toMatchObject({ files: [], notices: [{ code: 'workspace_missing' }] });
    expect(await readdir(folder)).toEqual(['data']);
  });

  test('replaced by a link or another folder, it is refused; back again, it is ready', async () => {
    const workspace = await opened(at('w'));
    await rename(at('w'), at('elsewhere'));
    await symlink(at('elsewhere'), at('w'));
    expect(await workspace.check()).toMatchObject({ state: 'moved', notice: { code: 'workspace_moved' } });
    expect((await workspace.persona()).files).toEqual([]);
    await rm(at('w'));
    await mkdir(at('w'));
    expect((await workspace.check()).state).toBe('moved');
    await rm(at('w'), { recursive: true });
    await rename(at('elsewhere'), at('w'));
    expect((await workspace.check()).state).toBe('ready');
    expect((await workspace.persona()).files).toHaveLength(SEED_FILES.length);
  });

  test('a known one whose drive is gone is missing, and nothing is made in its place', async () => {
    await opened(at('drive/w'));
    await rename(at('drive'), at('unplugged'));
    expect(await opening(at('drive/w'))).toMatchObject({ ok: false, path: at('drive/w'), notice: { code: 'workspace_missing' } });
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'unplugged']);
  });

  test('a file, a dangling link, an impossible place: each says what it is', async () => {
    await writeFile(at('file'), '');
    await symlink(at('nowhere'), at('dangling'));
    const codes = [];
    for (const path of [at('file'), at('dangling'), at('file/below'), at('x'.repeat(300))]) {
      const result = await opening(path);
      codes.push(result.ok ? 'ok' : result.notice.code);
    }
    expect(codes).toEqual(['path_not_a_folder', 'workspace_missing', 'workspace_missing', 'workspace_missing']);
    expect((await readdir(folder)).toSorted()).toEqual(['dangling', 'data', 'file']);
  });

  test.skipIf(process.platform === 'win32')('one that cannot be written is read-only, and its files are read', async () => {
    const workspace = await opened(at('w'));
    await chmod(folder, 0o755);
    await chmod(at('w'), 0o555);
    await mkdir(at('bare'), { mode: 0o555 });
    await chmod(dataFolder, 0o777);
    await chmod(join(dataFolder, 'workspaces.json'), 0o666);
    const root = process.getuid?.() === 0;
    // The superuser may write everywhere: be somebody else for a while.
    if (root) process.seteuid?.(65_534);
    try {
      // The look later on asks the system for the real user, whom a process cannot change for a while.
      if (!root) expect(await workspace.check()).toMatchObject({ state: 'read-only', notice: { code: 'workspace_read_only' } });
      expect((await workspace.persona()).files).toHaveLength(SEED_FILES.length);
      const bare = await opening(at('bare'));
      expect(bare).toMatchObject({
        ok: true,
        workspace: { seeded: false, notices: [{ code: 'workspace_read_only' }, { code: 'workspace_untrusted' }] },
      });
    } finally {
      if (root) process.seteuid?.(0);
      await chmod(at('w'), 0o755);
    }
  });
});
