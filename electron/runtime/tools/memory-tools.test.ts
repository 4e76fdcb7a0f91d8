import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedClock } from '#runtime/clock';
import { createFileMemory } from '#runtime/memory/file-memory';
import { IndexEngine } from '#runtime/memory/index/index-engine';
import type { MemoryFacade } from '#runtime/memory/memory-facade';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { policySchema } from '#shared/schema/policy';
import type { SessionKind } from '#shared/schema/session';
import type { ToolResult } from '#shared/schema/tool-call';
import { createMemoryTools } from './memory-tools.ts';
import type { Tool, ToolContext } from './tool.ts';
import { writtenEntries } from './written-entries.ts';

// 01:00 on 2 September in Shanghai.
const AT = Date.parse('2026-09-01T17:00:00Z');
const clock = fixedClock(AT, 'Asia/Shanghai');
let root: string;
let wall: FileWall;
let memory: MemoryFacade;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-tools-')));
  const opened = await openFileWall({ root });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  wall = opened.value;
  const index = new IndexEngine({ file: join(root, 'index.db'), root, patience: Number.POSITIVE_INFINITY }, clock);
  memory = createFileMemory({ files: wall, clock, index, settings: { halfLifeDays: 30, floor: 0.8 } });
});
afterEach(async () => {
  await memory.close();
  await wall.close();
  rmSync(root, { recursive: true, force: true });
});

const context = (kind: SessionKind = 'main'): ToolContext => ({
  signal: new AbortController().signal,
  session: { id: 's', kind },
  at: AT,
  runId: 'r',
  callId: 'c',
  policy: policySchema.parse({}),
  approved: null,
});

function tool(name: string): Tool<Record<string, unknown>> {
  const found = createMemoryTools({ memory, clock }).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found as unknown as Tool<Record<string, unknown>>;
}
const run = (name: string, args: Record<string, unknown>, kind?: SessionKind): Promise<ToolResult> => tool(name).run(args, context(kind));

test('what is appended is found with its line, its rows and its citation', async () => {
  expect(await run('memory_append', { text: '备用钥匙在蓝色工具箱第三层', target: 'memory' })).toMatchObject({
    ok: true,
    output: 'Written to MEMORY.md:3.',
    rows: [{ path: 'MEMORY.md', from: 3, to: 3, text: '备用钥匙在蓝色工具箱第三层', target: 'memory', added: true }],
  });
  expect(await run('memory_search', { query: '备用钥匙放哪儿了？' })).toMatchObject({
    ok: true,
    output: 'MEMORY.md:3: - 备用钥匙在蓝色工具箱第三层',
    rows: [{ path: 'MEMORY.md', from: 3, to: 3, vector: null, age: 1 }],
    citations: [{ path: 'MEMORY.md', from: 3, to: 3 }],
  });
  expect(await run('memory_get', { path: 'MEMORY.md', from: 3, to: 3 })).toMatchObject({
    ok: true,
    output: '- 备用钥匙在蓝色工具箱第三层',
  });
  expect(await run('memory_search', { query: 'zebra' })).toMatchObject({ ok: true, output: 'Nothing found in memory.', rows: [] });
});

test('each line of a longer entry has its own number', async () => {
  await run('memory_append', { text: 'Packing list\ntent\nlamp' });
  expect(await run('memory_search', { query: 'packing list' })).toMatchObject({
    output: 'memory/2026-09-02.md:3: - Packing list\nmemory/2026-09-02.md:4:   tent\nmemory/2026-09-02.md:5:   lamp',
  });
});

test('a date names the note of its local day, and what is no date writes nothing', async () => {
  const dates = [
    '2026-08-15',
    '2026-08-15T23:30:00',
    '2026-08-15T23:30:00Z',
    '2026-08-15T08:00:00+08:00',
    '2026-02-30',
    'tomorrow',
    '../../x',
    '2026-13-01',
    '2026-08-15T25:00:00',
    '',
  ];
  const notes: string[] = [];
  for (const [at, date] of dates.entries()) {
    const result = await run('memory_append', { text: `entry ${at}`, date });
    notes.push(result.ok ? String(result.facts?.['path']) : `${result.kind} ${result.error.code}`);
  }
  expect(notes).toEqual([
    'memory/2026-08-15.md',
    'memory/2026-08-15.md',
    'memory/2026-08-16.md',
    'memory/2026-08-15.md',
    ...Array.from({ length: 6 }, () => 'argument memory_date'),
  ]);
});

test('an entry that stands there already is told, not written again', async () => {
  await run('memory_append', { text: 'I prefer Django', target: 'user' });
  const again = await run('memory_append', { text: 'i prefer django.', target: 'user' });
  expect(again).toMatchObject({ ok: true, facts: { added: false }, notices: [{ code: 'memory_duplicate' }] });
  expect(writtenEntries('memory_append', again)).toMatchObject([{ path: 'USER.md', added: false }]);
  expect(writtenEntries('memory_search', again)).toEqual([]);
  expect(readFileSync(join(root, 'USER.md'), 'utf8')).toBe('# USER\n\n- I prefer Django\n');
});

test.each(['shared', 'sub-agent'] as const)('memory is closed to a %s session, in judgement and in the run', async (kind) => {
  const calls: [string, Record<string, unknown>][] = [
    ['memory_search', { query: 'a' }],
    ['memory_get', { path: 'MEMORY.md' }],
    ['memory_append', { text: 'a' }],
  ];
  for (const [name, args] of calls) {
    expect(tool(name).sessions).toEqual(['main']);
    expect(await tool(name).judge?.(args, context(kind))).toEqual({ verdict: 'deny', reason: { code: 'memory_private' } });
    expect(await run(name, args, kind)).toEqual({ ok: false, kind: 'denied', error: { code: 'memory_private' } });
  }
});
