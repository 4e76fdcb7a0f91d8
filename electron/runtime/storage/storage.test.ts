import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createChangeStore } from './change-store.ts';
import { openDatabase } from './database.ts';
import { createEventStore } from './event-store.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/all.ts';
import { createRunStore } from './run-store.ts';
import { createSessionStore, SHORT_MEMORY_TURNS } from './session-store.ts';
import { upcast } from './upcast.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reins-storage-'));

async function open(folder: string, more: readonly Migration[] = migrations) {
  const opened = await openDatabase({ folder, migrations: more, patience: 300 });
  if ('error' in opened) throw new Error(opened.error.code);
  const { db, notices } = opened;
  return { db, notices, sessions: createSessionStore(db), runs: createRunStore(db), events: createEventStore(db) };
}

async function fill(folder: string, count: number): Promise<void> {
  const { db, sessions, runs, events } = await open(folder);
  for (let n = 1; n <= count; n += 1) {
    sessions.create({ id: `s${n}`, title: `对话 ${n}`, kind: 'main', at: n });
    runs.create({ id: `r${n}`, sessionId: `s${n}`, key: null, at: n });
    events.append({ runId: `r${n}`, sessionId: `s${n}` }, n, [{ type: 'message.received', text: `message ${n} `.repeat(200) }]);
  }
  db.close();
}

test('events come back in order, by cursor, run and session, with their place in the run', async () => {
  const { db, sessions, runs, events } = await open(newFolder());
  sessions.create({ id: 's', title: 't', kind: 'main', at: 1 });
  runs.create({ id: 'r', sessionId: 's', key: 'k', at: 1 });
  events.append({ runId: 'r', sessionId: 's' }, 5, [
    { type: 'message.received', text: '你好' },
    { type: 'run.cancelled', steps: 0 },
  ]);
  expect(events.after(0, 10)).toEqual([
    { cursor: 1, runId: 'r', sessionId: 's', seq: 1, at: 5, v: 1, type: 'message.received', text: '你好' },
    { cursor: 2, runId: 'r', sessionId: 's', seq: 2, at: 5, v: 1, type: 'run.cancelled', steps: 0 },
  ]);
  expect(events.ofSession('s', 99, 1)).toMatchObject({ more: true, events: [{ cursor: 2 }] });
  expect(runs.byKey('k')).toEqual({ id: 'r', sessionId: 's', status: 'running' });
  db.close();
});

test('an event can be neither changed nor removed while its conversation is there', async () => {
  const folder = newFolder();
  await fill(folder, 2);
  const { db, sessions, events } = await open(folder);
  expect(() => db.exec("UPDATE events SET type = 'x'")).toThrow(/append-only/);
  expect(() => db.exec('DELETE FROM events')).toThrow(/append-only/);
  sessions.markDeleted('s1', 10);
  expect(sessions.purge(11)).toBe(1);
  expect(events.after(0, 10).map((event) => event.sessionId)).toEqual(['s2']);
  db.close();
});

test('a conversation is found by its title and by what was said in it, in both languages, and % is only a sign', async () => {
  const folder = newFolder();
  await fill(folder, 3);
  const { db, sessions } = await open(folder);
  expect(sessions.list('对话 2').map(({ id }) => id)).toEqual(['s2']);
  expect(sessions.list('MESSAGE 3').map(({ id }) => id)).toEqual(['s3']);
  expect(sessions.list('%')).toEqual([]);
  sessions.markDeleted('s3', 9);
  expect(sessions.list('').map(({ id }) => id)).toEqual(['s2', 's1']);
  db.close();
});

test('short memory keeps the last twenty turns', async () => {
  const folder = newFolder();
  await fill(folder, 1);
  const { db, sessions } = await open(folder);
  for (let n = 0; n < SHORT_MEMORY_TURNS + 3; n += 1) sessions.remember('s1', { question: `问 ${n}`, answer: `答 ${n}` });
  expect(sessions.shortMemory('s1')).toHaveLength(SHORT_MEMORY_TURNS);
  expect(sessions.shortMemory('s1')[0]).toEqual({ question: '问 3', answer: '答 3' });
  db.close();
});

test('a file that is no database is set aside, kept, and told', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'state.db'), 'this is not a database, but somebody may want it back'.repeat(100));
  const { db, notices, sessions } = await open(folder);
  expect(notices).toMatchObject([{ code: 'database_damaged', params: { sessions: 0 } }]);
  expect(readFileSync(String(notices[0]?.params?.['path']), 'utf8')).toContain('somebody may want it back');
  expect(sessions.list('')).toEqual([]);
  db.close();
});

test('from a database with destroyed pages everything readable is carried over', async () => {
  const folder = newFolder();
  await fill(folder, 300);
  const file = join(folder, 'state.db');
  const middle = Math.floor(readFileSync(file).length / 2 / 4096) * 4096;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(3 * 4096, 0xa5), 0, 3 * 4096, middle);
  const { db, notices, sessions, events } = await open(folder);
  expect(notices.map(({ code }) => code)).toEqual(['database_damaged']);
  const left = events.after(0, 1000);
  expect(sessions.list('').length).toBeGreaterThan(250);
  expect(left.length).toBeGreaterThan(200);
  expect(new Set(left.map(({ runId }) => runId)).size).toBe(left.length);
  db.close();
});

test('a database of a later version is refused and left untouched', async () => {
  const folder = newFolder();
  await fill(folder, 1);
  const db = new Sqlite(join(folder, 'state.db'));
  db.pragma('user_version = 99');
  db.close();
  const before = readFileSync(join(folder, 'state.db'));
  expect(await openDatabase({ folder })).toMatchObject({
    error: { code: 'database_newer', params: { found: 99, known: migrations.length } },
  });
  expect(readFileSync(join(folder, 'state.db')).equals(before)).toBe(true);
});

test('a database that another program holds is waited for, then refused with the reason', async () => {
  const folder = newFolder();
  await fill(folder, 1);
  const other = new Sqlite(join(folder, 'state.db'));
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN EXCLUSIVE');
  expect(await openDatabase({ folder, patience: 200 })).toMatchObject({ error: { code: 'database_locked' } });
  const waiting = openDatabase({ folder, patience: 5_000 });
  other.close();
  const opened = await waiting;
  expect('db' in opened).toBe(true);
  if ('db' in opened) opened.db.close();
});

test('a migration is preceded by a backup, and one that fails leaves the old data', async () => {
  const folder = newFolder();
  await fill(folder, 2);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
  const good: Migration = { name: '003-notes', sql: 'CREATE TABLE notes (id TEXT) STRICT' };
  const { db } = await open(folder, [...migrations, good]);
  db.close();
  expect(readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('state-before-003'))).toHaveLength(1);
  const bad: Migration = { name: '004-broken', sql: 'CREATE TABLE more (id TEXT) STRICT; DROP TABLE nothing' };
  await expect(open(folder, [...migrations, good, bad])).rejects.toThrow(/nothing/);
  const again = await open(folder, [...migrations, good]);
  expect(again.sessions.list('')).toHaveLength(2);
  again.db.close();
});

test('an old event is lifted step by step, and a newer one is refused', () => {
  const steps = {
    1: (body: Readonly<Record<string, unknown>>) => ({ ...body, two: true }),
    2: (body: Readonly<Record<string, unknown>>) => ({ ...body, three: true }),
  };
  expect(upcast(1, { type: 'x' }, steps, 3)).toEqual({ type: 'x', two: true, three: true });
  expect(() => upcast(4, {}, steps, 3)).toThrow(RangeError);
  expect(() => upcast(0, {}, steps, 3)).toThrow(RangeError);
});

test('a database opens when its shared-memory file was left behind', async () => {
  const folder = newFolder();
  await fill(folder, 1);
  writeFileSync(join(folder, 'state.db-shm'), Buffer.alloc(32_768, 7));
  const { db, sessions } = await open(folder);
  expect(sessions.list('')).toHaveLength(1);
  db.close();
  expect(existsSync(join(folder, 'state.db'))).toBe(true);
});

test('changes of an earlier version keep their history when each path gets a row of its own', async () => {
  const folder = newFolder();
  const before = migrations.findIndex(({ name }) => name === '005-change-files');
  const old = await openDatabase({ folder, migrations: migrations.slice(0, before), patience: 300 });
  if ('error' in old) throw new Error(old.error.code);
  const file = { type: 'file', hash: 'ab'.repeat(32), size: 3, mode: 0o644, mtime: 1, ino: 2 };
  const paths = [
    { path: 'a.md', before: file, after: null },
    { path: '笔记.md', before: null, after: { ...file, hash: '' } },
  ];
  old.db
    .prepare(
      "INSERT INTO changes VALUES ('c1', '/ws', NULL, 's', 'call', 'exec', 5, 'applied', 0, 1, ?), ('c2', '/ws', NULL, 's', 'x', 'exec', 6, 'open', 0, 1, '{')",
    )
    .run(JSON.stringify({ paths, watched: ['a.md', ''] }));
  old.db.exec("INSERT INTO snapshots VALUES ('hash', 3); INSERT INTO change_snapshots VALUES ('c1', 'hash')");
  old.db.close();
  const { db } = await open(folder);
  const store = createChangeStore(db);
  const state = { type: 'file', size: 3, mode: 0o644, stamp: '', sure: false };
  expect([store.get('/ws', 'c1'), store.get('/ws', 'c2'), store.bytes(), store.list('/ws', { limit: 9 }).length]).toEqual([
    {
      ...{ id: 'c1', root: '/ws', runId: null, sessionId: 's', callId: 'call', tool: 'exec', at: 5, state: 'applied' },
      ...{ turning: false, available: true },
      watched: [
        { path: 'a.md', look: 'deep' },
        { path: '', look: 'deep' },
      ],
      files: [
        { path: 'a.md', before: { ...state, hash: 'ab'.repeat(32) }, after: null },
        { path: '笔记.md', before: null, after: { ...state, hash: '' } },
      ],
    },
    undefined,
    3,
    1,
  ]);
  db.close();
});
