import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#runtime/clock';
import type { IndexReport, MemoryHit } from '#shared/schema/memory';
import { IndexEngine } from './index-engine.ts';

const signal = new AbortController().signal;
let root: string;
let file: string;
const engines: IndexEngine[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-index-')));
  file = join(root, 'index.db');
  mkdirSync(join(root, 'memory'));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(root, { recursive: true, force: true });
});

function open(patience = Number.POSITIVE_INFINITY): IndexEngine {
  const engine = new IndexEngine({ file, root, patience }, systemClock('UTC'));
  engines.push(engine);
  return engine;
}
const put = (path: string, text: string): void => writeFileSync(join(root, path), text);

async function find(
  engine: IndexEngine,
  query: string,
  options: { k?: number; today?: string; floor?: number } = {},
): Promise<MemoryHit[]> {
  const found = await engine.search({ query, k: 10, today: '2026-09-01', halfLifeDays: 30, floor: 0.8, ...options }, signal);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}
async function bring(engine: IndexEngine): Promise<IndexReport> {
  const report = await engine.index(signal);
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}
const first = (hits: readonly MemoryHit[]): string =>
  hits[0] === undefined ? 'nothing' : `${hits[0].path}:${hits[0].from}-${hits[0].to} ${hits[0].text}`;

function writeSmallMemory(): void {
  put('MEMORY.md', '# Memory\n\n- I prefer Django for web work.\n- 我喜欢用 Django 写网站。\n- Invoices go to billing@example.com\n');
  put('USER.md', '# User\n\n- Allergic to peanuts\n- 对花生过敏\n');
  put(
    'memory/2026-08-30.md',
    '# 2026-08-30\n\n- 备用钥匙在蓝色工具箱第三层\n- Bought milk and a lemon 🍋\n- The meeting with Wei moved to Friday\n',
  );
  put('memory/2026-08-31.md', '# 2026-08-31\n\n- Met Priya about the lease\n- 和张伟开会，讨论网关超时\n');
}

test('questions in both languages find the very line', async () => {
  writeSmallMemory();
  const engine = open();
  const answers = await Promise.all(
    [
      'Which web framework do I prefer?',
      '我喜欢什么框架？',
      '备用钥匙放哪儿了',
      'where do invoices go',
      '对什么过敏',
      'ＤＪＡＮＧＯ',
      'when is the meeting with Wei',
      '张伟讨论了什么',
    ].map(async (query) => first(await find(engine, query))),
  );
  expect(answers).toEqual([
    'MEMORY.md:3-3 - I prefer Django for web work.',
    'MEMORY.md:4-4 - 我喜欢用 Django 写网站。',
    'memory/2026-08-30.md:3-3 - 备用钥匙在蓝色工具箱第三层',
    'MEMORY.md:5-5 - Invoices go to billing@example.com',
    'USER.md:4-4 - 对花生过敏',
    'MEMORY.md:3-3 - I prefer Django for web work.',
    'memory/2026-08-30.md:5-5 - The meeting with Wei moved to Friday',
    'memory/2026-08-31.md:4-4 - 和张伟开会，讨论网关超时',
  ]);
});

test('words whose stem would be stemmed again are found as they are written', async () => {
  const words = ['house', 'database', 'employee', 'license', 'coffee', 'cheese', 'committee', 'degree', 'agreed', 'purchase'];
  put('MEMORY.md', `# Memory\n\n${words.map((word, at) => `- The ${word} has number ${at}`).join('\n')}\n`);
  const engine = open();
  const found = await Promise.all(words.map(async (word) => (await find(engine, `What about the ${word}?`))[0]?.text));
  expect(found).toEqual(words.map((word, at) => `- The ${word} has number ${at}`));
});

test('what is not in memory is not found, and a chance word counts little', async () => {
  writeSmallMemory();
  const engine = open();
  expect(await find(engine, 'quantum chromodynamics')).toEqual([]);
  expect(await find(engine, '量子色动力学')).toEqual([]);
  const chance = await find(engine, 'please compare the thermal conductivity of lemon yellow paints');
  expect(chance.map(({ keyword }) => keyword < 0.3)).toEqual(chance.map(() => true));
  expect((await find(engine, 'I prefer Django for web work'))[0]?.keyword).toBeGreaterThan(0.8);
});

test('no question breaks the search: operators, quotes, emoji, stop words, nothing, five thousand characters', async () => {
  writeSmallMemory();
  const engine = open();
  const hostile = [
    '"',
    '*',
    '-',
    'NEAR(',
    'a AND',
    'NOT',
    '^x',
    'terms:',
    '{a b}:',
    '(((',
    "'; DROP TABLE chunks; --",
    '\0',
    '\ud800',
    '🦞',
    'the of and',
    '的了吗',
    '',
    ' ',
    '，。！',
  ];
  for (const query of hostile) expect(Array.isArray(await find(engine, query))).toBe(true);
  expect(first(await find(engine, `${'很长的问题'.repeat(500)} ${'padding '.repeat(300)} 备用钥匙`))).toContain('备用钥匙');
  expect(first(await find(engine, 'Django" OR "NEAR(*'))).toContain('Django');
  expect((await find(engine, 'is it')).length).toBeGreaterThanOrEqual(0);
});

test('a hit says why: scores between 0 and 1 in order, no vector, the pure age of a dated note', async () => {
  writeSmallMemory();
  put('memory/2026-08-02.md', '- Django tutorial read\n');
  const hits = await find(open(), 'Django');
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  for (const { score, keyword, vector } of hits) {
    expect(score > 0 && score <= 1 && keyword > 0 && keyword <= 1).toBe(true);
    expect(vector).toBeNull();
  }
  expect(Object.fromEntries(hits.map(({ path, age }) => [path, age]))).toEqual({ 'MEMORY.md': 1, 'memory/2026-08-02.md': 0.5 });
  expect(await find(open(), 'Django', { k: 1 })).toHaveLength(1);
});

test('a named day brings its notes even where no word is shared, in both languages', async () => {
  writeSmallMemory();
  const engine = open();
  expect((await find(engine, 'What did I do yesterday?')).map(({ path }) => path)).toEqual([
    'memory/2026-08-31.md',
    'memory/2026-08-31.md',
  ]);
  expect((await find(engine, '前天做了什么')).every(({ path }) => path === 'memory/2026-08-30.md')).toBe(true);
  expect(first(await find(engine, '8月31日和谁开会'))).toContain('2026-08-31.md:4');
  expect(first(await find(engine, 'what happened on 30 August 2026 with Wei'))).toContain('2026-08-30.md:5');
});

test('of two answers the newer wins when the present is asked for, and always with floor 0', async () => {
  put('memory/2024-01-10.md', '- My address is 5 Elm Street, my home address\n');
  put('memory/2026-08-20.md', '- New flat: the address is 9 Oak Road\n');
  const engine = open();
  expect(first(await find(engine, 'what is my home address'))).toContain('Elm');
  expect(first(await find(engine, 'what is my current home address'))).toContain('Oak');
  expect(first(await find(engine, 'what is my home address', { floor: 0 }))).toContain('Oak');
});

test('only what changed is indexed again, and unchanged chunks stay', async () => {
  const items = Array.from(
    { length: 40 },
    (_, at) => `- entry ${at} about the garden calendar and the printer setup, written on a rainy day`,
  );
  put('memory/2026-08-01.md', `# 2026-08-01\n\n${items.join('\n')}\n`);
  put('MEMORY.md', '- keep\n');
  const engine = open();
  const full = await bring(engine);
  expect(full).toMatchObject({ files: 2, added: full.chunks, removed: 0 });
  expect(await bring(engine)).toMatchObject({ added: 0, removed: 0 });
  put('memory/2026-08-01.md', `# 2026-08-01\n\n${items.join('\n')}\n- the zebra crossed\n`);
  const appended = await bring(engine);
  expect(appended.added).toBeLessThanOrEqual(2);
  expect(appended.removed).toBeLessThanOrEqual(1);
  put('memory/2026-08-01.md', `# 2026-08-01\n\n\n\n${items.join('\n')}\n- the zebra crossed\n`);
  expect(await bring(engine)).toMatchObject({ added: 0, removed: 0 });
  expect(first(await find(engine, 'zebra'))).toContain('2026-08-01.md:45');
  rmSync(join(root, 'memory/2026-08-01.md'));
  expect(await bring(engine)).toMatchObject({ files: 1, chunks: 1 });
  expect(await find(engine, 'zebra')).toEqual([]);
});

test('a hinted note is looked at by the next search, others by the next look', async () => {
  writeSmallMemory();
  const engine = open();
  expect(await find(engine, 'walrus')).toEqual([]);
  put('MEMORY.md', '- The walrus lives in Oslo.\n');
  engine.hint('MEMORY.md');
  expect(first(await find(engine, 'walrus'))).toContain('Oslo');
  put('USER.md', '- 海象住在奥斯陆\n');
  engine.hint('');
  expect(first(await find(engine, '海象'))).toContain('USER.md:1');
});

test('searching changes no note and leaves none behind', async () => {
  writeSmallMemory();
  const before = readdirSync(join(root, 'memory')).map((name) => [
    name,
    statSync(join(root, 'memory', name)).mtimeMs,
    readFileSync(join(root, 'memory', name), 'utf8'),
  ]);
  await find(open(), 'Django 备用钥匙');
  expect(
    readdirSync(join(root, 'memory')).map((name) => [
      name,
      statSync(join(root, 'memory', name)).mtimeMs,
      readFileSync(join(root, 'memory', name), 'utf8'),
    ]),
  ).toEqual(before);
});

test.each([
  ['no database at all', (path: string) => writeFileSync(path, 'this is not a database, '.repeat(500))],
  ['a torn file', (path: string) => truncateSync(path, 5_000)],
  [
    'another version',
    (path: string) => {
      const db = new Sqlite(path);
      db.exec("UPDATE meta SET value = '0 elsewhere'");
      db.close();
    },
  ],
])('an index that is %s is built anew', async (_, damage) => {
  writeSmallMemory();
  const engine = open();
  await bring(engine);
  await engine.close();
  damage(file);
  expect(first(await find(open(), '备用钥匙'))).toContain('备用钥匙');
});

test('links, hard links, pipes of others, large and binary notes are left out, and that is said', async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'reins-outside-')));
  try {
    writeFileSync(join(outside, 'secret.md'), '- the secret is marmalade\n');
    symlinkSync(join(outside, 'secret.md'), join(root, 'memory/2026-01-01.md'));
    linkSync(join(outside, 'secret.md'), join(root, 'memory/2026-01-02.md'));
    symlinkSync(outside, join(root, 'memory/folder'));
    put('memory/large.md', `- marmalade\n${'x'.repeat(3 * 1024 * 1024)}`);
    put('memory/binary.md', 'marmalade\0\0');
    mkdirSync(join(root, 'memory/2026-01-03.md'));
    put('memory/2026-02-30.md', '- no such day, but still a note about marmalade\n');
    const engine = open();
    expect((await find(engine, 'marmalade')).map(({ path, age }) => [path, age])).toEqual([['memory/2026-02-30.md', 1]]);
    expect((engine.state().left ?? []).map(({ code, params }) => `${code} ${params?.['path']}`).toSorted()).toEqual([
      'file_binary memory/binary.md',
      'file_too_large memory/large.md',
      'path_hard_link memory/2026-01-02.md',
      'path_link_outside memory/2026-01-01.md',
    ]);
    rmSync(join(root, 'memory'), { recursive: true });
    symlinkSync(outside, join(root, 'memory'));
    engine.hint('');
    expect(await find(engine, 'marmalade')).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test('indexing that is cancelled keeps what was done and goes on from there', async () => {
  for (let at = 0; at < 400; at += 1) put(`memory/note-${at}.md`, `- note ${at} about the garden calendar\n`.repeat(20));
  const engine = open(0);
  const control = new AbortController();
  const stopped = await engine.index(control.signal, () => control.abort());
  expect(stopped).toMatchObject({ ok: false, kind: 'cancelled' });
  const { done, total } = engine.state();
  expect(done > 0 && done < total).toBe(true);
  await engine.close();
  const rest = await bring(open());
  expect(rest.files).toBe(400);
  expect(rest.added).toBeLessThan(rest.chunks);
});

test('a search gives changed notes its patience and no more; the rest follows behind', async () => {
  for (let at = 0; at < 400; at += 1) put(`memory/note-${at}.md`, `- note ${at} about the garden calendar\n`.repeat(20));
  const engine = open(1);
  await find(engine, 'garden');
  expect(engine.state()).toMatchObject({ state: 'indexing' });
  while (engine.state().state === 'indexing') await new Promise((resolve) => setImmediate(resolve));
  expect(engine.state()).toMatchObject({ state: 'ready', files: 400 });
});

test('a data folder that cannot hold an index gives a notice, never an exception', async () => {
  const engine = new IndexEngine({ file: join(root, 'missing', 'index.db'), root, patience: 0 }, systemClock('UTC'));
  expect(await engine.search({ query: 'a', k: 1, today: '2026-09-01', halfLifeDays: 30, floor: 0.8 }, signal)).toMatchObject({
    ok: false,
    kind: 'failed',
    error: { code: 'memory_index_failed' },
  });
  expect(await engine.index(signal)).toMatchObject({ ok: false, error: { code: 'memory_index_failed' } });
  expect(engine.state().state).toBe('failed');
});

test('while the index cannot be written a search still answers from what it has', async () => {
  writeSmallMemory();
  const engine = open();
  await bring(engine);
  const other = new Sqlite(file);
  other.exec('BEGIN IMMEDIATE');
  put('MEMORY.md', '- The walrus lives in Oslo.\n');
  engine.hint('MEMORY.md');
  expect(first(await find(engine, '备用钥匙'))).toContain('第三层');
  other.exec('ROLLBACK');
  other.close();
  expect(first(await find(engine, 'walrus'))).toContain('Oslo');
});
