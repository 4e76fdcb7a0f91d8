import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedClock } from '#runtime/clock';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { MemoryTarget } from '#shared/schema/memory';
import { createFileMemory } from './file-memory.ts';
import { IndexEngine } from './index/index-engine.ts';
import type { MemoryFacade } from './memory-facade.ts';

const AT = Date.parse('2026-09-01T18:30:00Z');
// Half past two in the night of the next day.
const clock = fixedClock(AT, 'Asia/Shanghai');
const signal = new AbortController().signal;
let root: string;
let data: string;
let wall: FileWall;
let memory: MemoryFacade;

async function openWall(): Promise<FileWall> {
  const opened = await openFileWall({ root });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.value;
}

const openOn = (files: FileWall): MemoryFacade =>
  createFileMemory({
    files,
    clock,
    index: new IndexEngine({ file: join(data, 'index.db'), root, patience: Number.POSITIVE_INFINITY }, clock),
    settings: { halfLifeDays: 30, floor: 0.8 },
  });

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-memory-')));
  data = mkdtempSync(join(tmpdir(), 'reins-data-'));
  wall = await openWall();
  memory = openOn(wall);
});
afterEach(async () => {
  await memory.close();
  await wall.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const append = (text: string, target: MemoryTarget = 'daily', at = AT) => memory.append({ text, target, at });

test('an entry goes to the note of the local day, to MEMORY.md or to USER.md, and its place is told', async () => {
  const written = [await append('明天交报告'), await append('Main project: Orion', 'memory'), await append('Allergic to peanuts', 'user')];
  expect(written.map((outcome) => (outcome.ok ? outcome.value : outcome.error))).toEqual([
    { path: 'memory/2026-09-02.md', from: 3, to: 3, text: '明天交报告', target: 'daily', added: true },
    { path: 'MEMORY.md', from: 3, to: 3, text: 'Main project: Orion', target: 'memory', added: true },
    { path: 'USER.md', from: 3, to: 3, text: 'Allergic to peanuts', target: 'user', added: true },
  ]);
  expect(read('memory/2026-09-02.md')).toBe('# 2026-09-02\n\n- 明天交报告\n');
});

test('what was appended is found by the next search, in both languages', async () => {
  await append('备用钥匙在蓝色工具箱第三层', 'memory');
  await append('I prefer Django for web work', 'user');
  const places = await Promise.all(
    ['备用钥匙放哪儿了', 'Which web framework do I prefer?'].map(async (query) => {
      const found = await memory.search(query, 5, signal);
      return found.ok ? `${found.value.hits[0]?.path}:${found.value.hits[0]?.from}` : found.error.code;
    }),
  );
  expect(places).toEqual(['MEMORY.md:3', 'USER.md:3']);
});

test('the same entry is written once and its place is given', async () => {
  await append('I prefer Django', 'user');
  expect(await append('  i prefer  DJANGO. ', 'user')).toMatchObject({
    ok: true,
    value: { added: false, path: 'USER.md', from: 3, to: 3 },
  });
  expect(read('USER.md')).toBe('# USER\n\n- I prefer Django\n');
});

test('thirty appends at once lose nothing', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, at) => append(`entry ${at}`, at % 2 === 0 ? 'memory' : 'daily')));
  expect(read('MEMORY.md').match(/^- entry/gm)).toHaveLength(15);
  expect(read('memory/2026-09-02.md').match(/^- entry/gm)).toHaveLength(15);
});

test('a change that another program makes meanwhile is kept, and the entry follows it', async () => {
  writeFileSync(join(root, 'MEMORY.md'), '# Mine\n\n- one\n');
  let reads = 0;
  const meddled = openOn({
    ...wall,
    root: wall.root,
    async readBytes(path, options) {
      const result = await wall.readBytes(path, options);
      reads += 1;
      if (reads === 1) writeFileSync(join(root, 'MEMORY.md'), '# Mine\n\n- one\n- from the editor\n');
      return result;
    },
    resolve: (path, session) => wall.resolve(path, session),
    replace: (path, text, options) => wall.replace(path, text, options),
    list: (path, options) => wall.list(path, options),
    close: async () => undefined,
  });
  expect(await meddled.append({ text: 'two', target: 'memory', at: AT })).toMatchObject({ ok: true, value: { from: 5, added: true } });
  expect(read('MEMORY.md')).toBe('# Mine\n\n- one\n- from the editor\n- two\n');
  await meddled.close();
});

test('a note that never stands still is left alone, and that is said', async () => {
  let tick = 0;
  const restless = openOn({
    ...wall,
    root: wall.root,
    async readBytes() {
      tick += 1;
      return { ok: true, value: { bytes: Buffer.from(`- ${tick}\n`), size: 4, path: 'MEMORY.md' } };
    },
    replace: async () => {
      throw new Error('must not be written');
    },
    resolve: (path, session) => wall.resolve(path, session),
    list: (path, options) => wall.list(path, options),
    close: async () => undefined,
  });
  expect(await restless.append({ text: 'x', target: 'memory', at: AT })).toMatchObject({ ok: false, error: { code: 'file_changed' } });
  await restless.close();
});

test('bad entries are refused with a reason: empty, too long, no date, a note that is no text', async () => {
  writeFileSync(join(root, 'USER.md'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]));
  const codes = await Promise.all(
    [append(' \u0000 '), append('x'.repeat(20_001)), append('x', 'daily', Number.NaN), append('x', 'daily', 1e20), append('x', 'user')].map(
      async (outcome) => {
        const result = await outcome;
        return result.ok ? 'written' : `${result.kind} ${result.error.code}`;
      },
    ),
  );
  expect(codes).toEqual([
    'argument memory_empty',
    'argument too_large',
    'argument memory_date',
    'argument memory_date',
    'failed file_binary',
  ]);
  expect(readFileSync(join(root, 'USER.md'))).toEqual(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]));
  expect(existsSync(join(root, 'memory'))).toBe(false);
});

test("a link in a note's place is never followed", async () => {
  const target = join(data, 'elsewhere.md');
  writeFileSync(target, 'untouched\n');
  symlinkSync(target, join(root, 'MEMORY.md'));
  expect(await append('x', 'memory')).toMatchObject({ ok: false });
  expect(readFileSync(target, 'utf8')).toBe('untouched\n');
  expect(await memory.get('MEMORY.md', {})).toMatchObject({ ok: false });
});

test.skipIf(process.getuid?.() === 0)('a workspace that cannot be written gives a reason', async () => {
  chmodSync(root, 0o500);
  try {
    expect(await append('x', 'memory')).toMatchObject({ ok: false, error: { code: 'workspace_read_only' } });
  } finally {
    chmodSync(root, 0o700);
  }
});

test('a workspace that has gone gives a reason, nothing is made in its place', async () => {
  rmSync(root, { recursive: true });
  expect(await append('x', 'memory')).toMatchObject({ ok: false });
  expect(existsSync(root)).toBe(false);
});

test('exact lines come back, and what is no memory file or no such line is refused', async () => {
  mkdirSync(join(root, 'memory'));
  writeFileSync(join(root, 'memory/2026-09-01.md'), '\ufeff# 2026-09-01\r\n\r\n- 一\r\n- 二\r\n');
  writeFileSync(join(root, 'SOUL.md'), 'soul\n');
  const get = async (path: string, lines: { from?: number; to?: number } = {}) => {
    const outcome = await memory.get(path, lines);
    return outcome.ok ? outcome.value : `${outcome.kind} ${outcome.error.code}`;
  };
  expect([
    await get('memory/2026-09-01.md', { from: 3, to: 4 }),
    await get('./memory/2026-09-01.md'),
    await get('memory/2026-09-01.md', { from: 4, to: 99 }),
    await get('memory/2026-09-01.md', { from: 9 }),
    await get('memory/2026-09-01.md', { from: 4, to: 3 }),
    await get('SOUL.md'),
    await get('memory/2026-01-01.md'),
    await get('../outside.md'),
  ]).toEqual([
    { path: 'memory/2026-09-01.md', from: 3, to: 4, text: '- 一\n- 二' },
    { path: 'memory/2026-09-01.md', from: 1, to: 4, text: '# 2026-09-01\n\n- 一\n- 二' },
    { path: 'memory/2026-09-01.md', from: 4, to: 4, text: '- 二' },
    'argument memory_lines',
    'argument memory_lines',
    'argument memory_path',
    'argument path_not_found',
    'denied path_outside',
  ]);
});

test('recent gives yesterday and today, newest last, within its budget and by whole lines', async () => {
  await append('yesterday one', 'daily', AT - 86_400_000);
  await append('today one');
  await append('today two');
  const recent = async (max: number) => {
    const outcome = await memory.recent(AT, max);
    return outcome.ok ? outcome.value : [];
  };
  expect(await recent(10_000)).toEqual([
    { path: 'memory/2026-09-01.md', text: '# 2026-09-01\n\n- yesterday one' },
    { path: 'memory/2026-09-02.md', text: '# 2026-09-02\n\n- today one\n- today two' },
  ]);
  expect(await recent(12)).toEqual([{ path: 'memory/2026-09-02.md', text: '- today two' }]);
  expect(await recent(0)).toEqual([]);
});

test('an empty question finds nothing and is no error', async () => {
  expect(await memory.search('  ', 5, signal)).toEqual({ ok: true, value: { hits: [], ms: 0 } });
});
