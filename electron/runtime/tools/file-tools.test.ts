import { spawnSync } from 'node:child_process';
import { linkSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { SessionKind } from '#shared/schema/session';
import { createFileTools } from './file-tools.ts';
import { type FileToolsBed, openFileToolsBed } from './file-tools-bed.ts';
import { CHARACTER_LIMIT } from './read-lines.ts';

let bed: FileToolsBed;
beforeEach(async () => {
  bed = await openFileToolsBed();
});
afterEach(() => bed.close());

test('all three give somebody else’s text and are on offer in every session', () => {
  const tools = createFileTools({ files: {} as FileWall });
  expect(tools.map(({ name, untrusted, sessions, summary }) => [name, untrusted, sessions.length, summary.length < 90])).toEqual([
    ['read', true, 3, true],
    ['list', true, 3, true],
    ['search', true, 3, true],
  ]);
});

test('read gives a small file as it is, with its lines and encoding', async () => {
  bed.fill({ 'crlf.txt': 'a\r\nb\r\n', '空.txt': '', 'gbk.txt': Buffer.from('c4e3bac30a', 'hex'), 'bom.txt': '\ufeffhi' });
  expect((await bed.call('read', { path: './crlf.txt' })).result).toEqual({
    ok: true,
    output: 'a\r\nb\r\n',
    facts: { path: 'crlf.txt', bytes: 6, from: 1, to: 2, cut: false, encoding: 'utf-8', lines: 2 },
    citations: [{ path: 'crlf.txt', from: 1, to: 2 }],
  });
  expect(await bed.tell('read', { path: '空.txt' })).toBe('allow | [the file is empty]');
  expect((await bed.call('read', { path: 'gbk.txt' })).result).toMatchObject({ output: '你好\n', facts: { encoding: 'gb18030' } });
  expect((await bed.call('read', { path: 'bom.txt' })).result).toMatchObject({ output: 'hi', facts: { encoding: 'utf-8-bom', bytes: 5 } });
});

test('read gives the lines asked for and says how to go on', async () => {
  bed.fill({ 'n.txt': '一\n二\n三\n四' });
  expect(await bed.tell('read', { path: 'n.txt', offset: 1, limit: 2 })).toBe(
    'allow | 二\n三\n[lines 2-3 of 4; to go on read with offset 3]',
  );
  expect(await bed.tell('read', { path: 'n.txt', offset: 3, limit: 9 })).toBe('allow | 四');
  expect(await bed.tell('read', { path: 'n.txt', offset: 4 })).toBe('allow | [no line 5: the file has 4 lines]');
  expect((await bed.call('read', { path: 'n.txt', limit: 1 })).result).toMatchObject({
    facts: { from: 1, to: 1, cut: true, lines: 4 },
    notices: [{ code: 'file_cut', params: { path: 'n.txt', from: 1, to: 1 } }],
  });
});

test('going on from gap to gap gives every line of a long file once', async () => {
  const lines = Array.from({ length: 60_000 }, (_, line) => `第 ${line} 行 ${'字'.repeat(line % 40)}`);
  bed.fill({ 'long.txt': `${lines.join('\n')}\n` });
  const pieces: string[] = [];
  let offset = 0;
  for (let round = 0; round < 100; round += 1) {
    const { result } = await bed.call('read', { path: 'long.txt', offset });
    if (!result.ok) throw new Error(result.error.code);
    const text = result.output.replace(/\[lines .*\]$/, '');
    expect(text.length).toBeLessThanOrEqual(CHARACTER_LIMIT);
    pieces.push(text);
    offset = Number(result.facts?.['to']);
    if (result.facts?.['cut'] === false) break;
  }
  expect(pieces.join('') === `${lines.join('\n')}\n`).toBe(true);
});

test('one endless line is cut, never inside a character, and said to be', async () => {
  bed.fill({ 'one.txt': `x${'🦞'.repeat(30_000)}\nnext` });
  const { result } = await bed.call('read', { path: 'one.txt' });
  if (!result.ok) throw new Error(result.error.code);
  expect(result.output.isWellFormed()).toBe(true);
  expect(result.output.slice(-150)).toMatch(
    /🦞\n\[line 1 is longer than 32000 characters, its rest cannot be read; lines 1-1 of 2; to go on read with offset 1\]$/,
  );
  expect(await bed.tell('read', { path: 'one.txt', offset: 1 })).toBe('allow | next');
});

test('read refuses what is no text or not there, and answers at once for a huge file', async () => {
  bed.fill({ 'a.png': Buffer.from('89504e470d0a1a0a0000', 'hex'), huge: '' });
  truncateSync(join(bed.root, 'huge'), 5 * 1024 ** 3);
  if (process.platform !== 'win32') spawnSync('mkfifo', [join(bed.root, 'fifo')]);
  expect((await bed.call('read', { path: 'a.png' })).result).toEqual({
    ok: false,
    kind: 'failed',
    error: { code: 'file_binary', params: { path: 'a.png', bytes: 10 } },
  });
  expect(await bed.tell('read', { path: 'huge' })).toBe('allow | failed file_binary');
  expect(await bed.tell('read', { path: 'none' })).toBe('allow | failed path_not_found');
  expect(await bed.tell('read', { path: '.' })).toBe('allow | failed path_not_a_file');
  expect(await bed.tell('read', { path: ' ' })).toBe('invalid path_empty | argument path_empty');
  expect(await bed.tell('read', { path: '%2e%2e/out/canary.txt' })).toBe('allow | failed path_not_found');
  if (process.platform !== 'win32')
    expect(await bed.tell('read', { path: 'fifo' })).toBe('invalid path_special_file | failed path_special_file');
});

test('a line beyond reach in a huge text is refused with the limit', async () => {
  bed.fill({ 'big.txt': `${'x'.repeat(1023)}\n`.repeat(65 * 1024) });
  expect(await bed.tell('read', { path: 'big.txt', offset: 10, limit: 1 })).toMatch(/lines 11-11; to go on read with offset 11\]$/);
  expect(await bed.tell('read', { path: 'big.txt', offset: 70_000 })).toBe('allow | failed file_too_large');
});

test('what the wall refuses is denied by the judgement and by the run, for every tool', async () => {
  bed.fill({ '.env': 'KEY=1', 'MEMORY.md': 'note', 'memory/2026-04-14.md': 'note', '.git/config': 'x' });
  symlinkSync(bed.out, join(bed.root, 'd'));
  linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
  const denied = async (path: string, code: string, session: SessionKind = 'main') => {
    const calls = [
      await bed.tell('read', { path }, { session }),
      await bed.tell('list', { path }, { session }),
      await bed.tell('search', { path, query: 'a' }, { session }),
    ];
    expect([path, ...calls]).toEqual([path, ...Array(3).fill(`deny ${code} | denied ${code}`)]);
  };
  await denied('../out/canary.txt', 'path_outside');
  await denied('..', 'path_outside');
  await denied('/etc/passwd', 'path_outside');
  await denied('~/.ssh/id_rsa', 'path_home');
  await denied('d', 'path_link_outside');
  await denied('d/canary.txt', 'path_link_outside');
  await denied('d/none', 'path_link_outside');
  await denied('.git', 'path_protected');
  await denied('.git/config', 'path_protected');
  await denied('.env', 'path_protected');
  await denied('memory', 'path_private', 'shared');
  await denied('./MEMORY.md', 'path_private', 'sub-agent');
  expect(await bed.tell('read', { path: 'hard' })).toBe('deny path_hard_link | denied path_hard_link');
  expect(await bed.tell('read', { path: 'MEMORY.md' })).toBe('allow | note');
});

test('list names what is there, shows odd names harmlessly and takes an empty path for the workspace', async () => {
  bed.fill({ 'a.txt': 'abc', 'sub/b.txt': '1' });
  symlinkSync('a.txt', join(bed.root, 'l'));
  if (process.platform !== 'win32') bed.fill({ 'x\nfake.txt (1 bytes)': '' });
  const odd = process.platform === 'win32' ? '' : '\nx\\u{a}fake.txt (1 bytes) (0 bytes)';
  expect(await bed.tell('list', { path: '' })).toBe(`allow | a.txt (3 bytes)\nl (link)\nsub/${odd}`);
  expect(await bed.tell('list', { path: 'sub', depth: 2 })).toBe('allow | sub/b.txt (1 bytes)');
  expect(await bed.tell('list', { path: 'sub' }, { session: 'shared' })).toBe(
    'allow | sub/b.txt (1 bytes)\n[private notes are never listed in this session]',
  );
  expect(await bed.tell('list', { path: 'a.txt' })).toBe('allow | failed path_not_a_folder');
});

test('list gives 500 entries and says that there are more', async () => {
  bed.fill(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`many/${index}.txt`, ''])));
  const { result } = await bed.call('list', { path: 'many' });
  expect(result).toMatchObject({
    ok: true,
    facts: { entries: 500, cut: true },
    notices: [{ code: 'listing_cut', params: { count: 500 } }],
  });
  expect(result.ok && result.rows?.length).toBe(500);
});
