import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPersonaReader } from './persona-files.ts';

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reins-persona-'));
  root = join(folder, '工作区');
  await mkdir(root);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, text: string | Uint8Array) => writeFile(join(root, name), text);

test('files come in the order of the prompt, with identity read', async () => {
  for (const name of ['MEMORY.md', 'HEARTBEAT.md', 'SOUL.md', 'AGENT.md']) await put(name, `# ${name}\n正文\n`);
  await put('IDENTITY.md', '\ufeff名字：小爪\r\n气质：活泼调皮\r\n表情：🦞\r\n<!-- 注释 -->\r\n');
  await put('notes.md', 'not a persona file');
  const { files, identity, notices } = await createPersonaReader({ root }).read();
  expect(files.map(({ path }) => path)).toEqual(['AGENT.md', 'SOUL.md', 'IDENTITY.md', 'MEMORY.md', 'HEARTBEAT.md']);
  expect(files[2]).toEqual({ path: 'IDENTITY.md', text: '名字：小爪\n气质：活泼调皮\n表情：🦞', cutLines: 0 });
  expect(identity).toEqual({ name: '小爪', kind: '', vibe: '活泼调皮', emoji: '🦞', avatar: '' });
  expect(notices).toEqual([]);
});

test('AGENTS.md is read where AGENT.md is missing, and only there', async () => {
  await put('AGENTS.md', 'many');
  const reader = createPersonaReader({ root });
  expect((await reader.read()).files).toEqual([{ path: 'AGENTS.md', text: 'many', cutLines: 0 }]);
  await put('AGENT.md', 'one');
  expect((await reader.read()).files).toEqual([{ path: 'AGENT.md', text: 'one', cutLines: 0 }]);
});

test('each limit cuts at line ends and is said', async () => {
  await put('MEMORY.md', '记一笔\n'.repeat(230));
  await put('USER.md', `${'喜欢 Django，不喜欢开会。'.repeat(10)}\n`.repeat(50));
  await put('SOUL.md', `${'x'.repeat(99)}\n`.repeat(300));
  const { files, notices } = await createPersonaReader({ root }).read();
  const size = Object.fromEntries(
    files.map(({ path, text, cutLines }) => [path, { lines: text.split('\n').length, length: text.length, cutLines }]),
  );
  expect(size).toEqual({
    'SOUL.md': { lines: 200, length: 19_999, cutLines: 100 },
    'USER.md': { lines: 24, length: 24 * 161 - 1, cutLines: 26 },
    'MEMORY.md': { lines: 200, length: 200 * 4 - 1, cutLines: 30 },
  });
  expect(notices).toEqual([
    { code: 'workspace_file_cut', params: { path: 'SOUL.md', lines: 100 } },
    { code: 'workspace_file_cut', params: { path: 'USER.md', lines: 26 } },
    { code: 'workspace_file_cut', params: { path: 'MEMORY.md', lines: 30 } },
  ]);
});

test('all together stay within 60,000 characters', async () => {
  for (const name of ['AGENT.md', 'SOUL.md', 'IDENTITY.md', 'TOOLS.md']) await put(name, '一行字\n'.repeat(5_000));
  const { files, notices } = await createPersonaReader({ root }).read();
  expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(60_000);
  expect(files.at(-1)).toMatchObject({ path: 'TOOLS.md', text: '一行字', cutLines: 4_999 });
  expect(notices).toEqual([{ code: 'workspace_file_cut', params: { path: 'TOOLS.md', lines: 4_999 } }]);
});

test('a change is seen, and without one the very same result comes back', async () => {
  await put('SOUL.md', '旧的');
  await symlink('/etc/passwd', join(root, 'TOOLS.md'));
  const reader = createPersonaReader({ root });
  const first = await reader.read();
  expect(await reader.read()).toBe(first);
  await put('SOUL.md', '新的');
  const second = await reader.read();
  expect(second.files).toEqual([{ path: 'SOUL.md', text: '新的', cutLines: 0 }]);
  await rm(join(root, 'SOUL.md'));
  expect((await reader.read()).files).toEqual([]);
});

test('links, pipes, folders, huge and binary files are never read and always named', async () => {
  const outside = join(folder, 'secret.md');
  await writeFile(outside, 'secret');
  await symlink(outside, join(root, 'SOUL.md'));
  await link(outside, join(root, 'USER.md'));
  execFileSync('mkfifo', [join(root, 'TOOLS.md')]);
  await mkdir(join(root, 'AGENT.md'));
  await put('MEMORY.md', 'x');
  await truncate(join(root, 'MEMORY.md'), 5_000_000_000);
  await put('BOOT.md', Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3));
  await put('HEARTBEAT.md', 'a\0b');
  const { files, notices } = await createPersonaReader({ root }).read();
  expect(files).toEqual([]);
  expect(notices.map(({ code, params }) => `${params?.['path']} ${code}`)).toEqual([
    'AGENT.md path_not_a_file',
    'SOUL.md workspace_file_link',
    'USER.md path_hard_link',
    'TOOLS.md path_special_file',
    'MEMORY.md file_too_large',
    'BOOT.md file_binary',
    'HEARTBEAT.md file_binary',
  ]);
  expect(notices[4]).toEqual({ code: 'file_too_large', params: { path: 'MEMORY.md', bytes: 5_000_000_000, limit: 1_048_576 } });
});

test('a list for the question of trust reads nothing', async () => {
  await put('AGENTS.md', '你好');
  await put('SOUL.md', 'abc');
  await symlink('/etc/passwd', join(root, 'USER.md'));
  expect(await createPersonaReader({ root }).list()).toEqual([
    { path: 'AGENTS.md', bytes: 6 },
    { path: 'SOUL.md', bytes: 3 },
  ]);
});
