import { linkSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { type FileToolsBed, openFileToolsBed } from './file-tools-bed.ts';
import type { SearchLimits } from './search-files.ts';

let bed: FileToolsBed;
beforeEach(async () => {
  bed = await openFileToolsBed();
});
afterEach(() => bed.close());

test('search finds names and lines in both scripts, whatever case and width, and cites them', async () => {
  bed.fill({
    'notes/日记.md': '今天\n我喜欢 Ｄｊａｎｇｏ。\n',
    'django.txt': 'none',
    'bin.dat': Buffer.from([0, 100, 106]),
    'gbk.txt': Buffer.from('cfb2bbb6b1e0b3cc0a', 'hex'),
  });
  const { result } = await bed.call('search', { query: 'DJANGO' });
  expect(result).toEqual({
    ok: true,
    output:
      'django.txt (name)\nnotes/日记.md:2: 我喜欢 Ｄｊａｎｇｏ。\n[1 files or folders were not searched: no text, protected or unreadable]',
    facts: { path: '.', matches: 2, files: 3, skipped: 1, cut: false },
    rows: [
      { path: 'django.txt', line: 0, text: '' },
      { path: 'notes/日记.md', line: 2, text: '我喜欢 Ｄｊａｎｇｏ。' },
    ],
    citations: [{ path: 'notes/日记.md', from: 2, to: 2 }],
  });
  expect(await bed.tell('search', { query: '喜欢' })).toMatch(/^allow \| gbk\.txt:1: 喜欢编程\nnotes\/日记\.md:2: /);
  expect(await bed.tell('search', { query: '日记', path: 'notes' })).toBe('allow | notes/日记.md (name)');
  expect(await bed.tell('search', { query: 'nowhere', path: 'notes' })).toBe('allow | [nothing was found]');
  expect(await bed.tell('search', { query: '我', path: 'notes/日记.md' })).toBe('allow | notes/日记.md:2: 我喜欢 Ｄｊａｎｇｏ。');
});

test('search is narrowed by a glob or by wildcards in its path, and refuses those that climb', async () => {
  bed.fill({ 'a.md': 'x', 'src/a.ts': 'x', 'src/b/c.ts': 'x', 'src/b/c.md': 'x', '~odd/a.txt': 'y' });
  const found = async (args: Record<string, unknown>) => bed.tell('search', { query: 'x', ...args });
  expect(await found({ glob: '*.ts' })).toBe('allow | src/a.ts:1: x\nsrc/b/c.ts:1: x');
  expect(await found({ glob: 'b/*', path: 'src' })).toBe('allow | src/b/c.md:1: x\nsrc/b/c.ts:1: x');
  expect(await found({ path: 'src/*.ts' })).toBe('allow | src/a.ts:1: x');
  expect(await found({ path: '{src,none}/**', glob: '*.md' })).toBe('allow | src/b/c.md:1: x');
  expect(await found({ path: 'none' })).toBe('allow | failed path_not_found');
  expect(await bed.tell('search', { query: 'y' })).toBe('allow | ~odd/a.txt:1: y');
  for (const args of [{ path: '../**/*.txt' }, { path: '{..,src}/*' }, { glob: '../*' }, { glob: '{..,src}/*' }, { glob: '/etc/*' }]) {
    expect([args, await found(args)]).toEqual([args, 'deny path_outside | denied path_outside']);
  }
  expect(await found({ glob: '~/*' })).toBe('deny path_home | denied path_home');
  expect(await found({ query: ' \n' })).toBe('invalid tool_arguments | argument tool_arguments');
});

test('search passes over links, protected and private places', async () => {
  bed.fill({ '.env': 'CANARY', '.git/config': 'CANARY', 'MEMORY.md': 'CANARY', 'memory/a.md': 'CANARY', 'ok.md': 'CANARY' });
  symlinkSync(bed.out, join(bed.root, 'd'));
  symlinkSync(join(bed.out, 'canary.txt'), join(bed.root, 'ln'));
  symlinkSync('.', join(bed.root, 'me'));
  linkSync(join(bed.out, 'canary.txt'), join(bed.root, 'hard'));
  const paths = async (session: SessionKind) => {
    const { result } = await bed.call('search', { query: 'canary' }, { session });
    return result.ok ? result.rows?.map((row) => (row as { path: string }).path) : result.error.code;
  };
  expect(await paths('main')).toEqual(['MEMORY.md', 'ok.md', 'memory/a.md']);
  expect(await paths('shared')).toEqual(['ok.md']);
});

test('search stops at its bounds and says so', async () => {
  bed.fill({ 'a.txt': 'x\n'.repeat(300), 'b.txt': 'x', 'c.txt': 'x' });
  const cut = async (limits: Partial<SearchLimits>) => {
    const { result } = await bed.call('search', { query: 'x', glob: '*' }, { limits });
    return result.ok ? [result.rows?.length, result.facts?.['cut'], result.notices?.[0]?.code] : result.error.code;
  };
  bed.fill({ 'a.txt': 'x\n' });
  expect(await cut({})).toEqual([6, false, undefined]);
  expect(await cut({ matches: 2 })).toEqual([2, true, 'search_cut']);
  expect(await cut({ files: 1 })).toEqual([expect.any(Number), true, 'search_cut']);
  expect(await cut({ bytes: 1 })).toEqual([expect.any(Number), true, 'search_cut']);
  expect(await cut({ milliseconds: -1 })).toEqual([expect.any(Number), true, 'search_cut']);
});

test('search reads long files and long lines in pieces, each line once and with its number', async () => {
  const lines = Array.from({ length: 50_000 }, (_, line) => `第${line}行 ${line % 10_000 === 9999 ? '目标' : '其他的内容'}`);
  bed.fill({ 'long.txt': lines.join('\n'), 'line.txt': `${'长'.repeat(300_000)}needle${'长'.repeat(300_000)}needle` });
  const { result } = await bed.call('search', { query: '目标' });
  expect(result.ok && result.rows).toEqual(
    [9999, 19_999, 29_999, 39_999, 49_999].map((line) => ({ path: 'long.txt', line: line + 1, text: `第${line}行 目标` })),
  );
  const line = await bed.call('search', { query: 'NEEDLE', path: 'line.txt' });
  expect(line.result.ok && line.result.rows).toEqual([{ path: 'line.txt', line: 1, text: expect.stringMatching(/^…长+needle长+…$/) }]);
});

test('a search that is stopped ends as cancelled', async () => {
  bed.fill(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f/${index}.txt`, 'x'])));
  const stop = new AbortController();
  const running = bed.tell('search', { query: 'x' }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  expect(await running).toBe('allow | cancelled cancelled');
});

test('a sparse giant is searched only as far as a file is, and a large tree only as far as the limit', async () => {
  bed.fill({ 'giant.log': `needle\n${'x'.repeat(99)}\n`.repeat(1000), 'empty.img': '' });
  for (const name of ['giant.log', 'empty.img']) truncateSync(join(bed.root, name), 4 * 1024 ** 3);
  const { result } = await bed.call('search', { query: 'needle' }, { limits: { matches: 5000 } });
  expect(result).toMatchObject({ ok: true, facts: { matches: 1000, files: 1, skipped: 2, cut: false } });
  bed.fill(Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`tree/${index % 30}/${index}.txt`, 'needle'])));
  const bounded = await bed.call('search', { query: 'needle', path: 'tree' }, { limits: { files: 400, matches: 5000 } });
  expect(bounded.result).toMatchObject({ ok: true, facts: { files: 400, cut: true } });
  const listed = await bed.call('list', { path: 'tree', depth: 8 });
  expect(listed.result).toMatchObject({ ok: true, facts: { entries: 500, cut: true } });
});
