import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createEventStore } from './event-store.ts';
import { migrations } from './migrations/all.ts';
import { readableRows } from './readable-rows.ts';
import { setAside } from './rescue.ts';
import { createRunStore } from './run-store.ts';
import { createSessionStore } from './session-store.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reins-rescue-'));

/** Overwrites the table's leaf pages at these places, counted from the first; negative from the last. */
function destroy(file: string, table: string, places: readonly number[]): void {
  const db = new Sqlite(file);
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table);
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const handle = openSync(file, 'r+');
  for (const place of places) writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, ((pages.at(place) ?? 0) - 1) * size);
  closeSync(handle);
}

/** A table whose numbers are spread: 1 to 600, then a few far off. */
function spread(folder: string): { file: string; ids: number[] } {
  const file = join(folder, 'spread.db');
  const db = new Sqlite(file);
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  const ids = [
    ...Array.from({ length: 600 }, (_, index) => index + 1),
    ...Array.from({ length: 60 }, (_, index) => 50_000_000 + index * 1_000),
  ];
  const put = db.prepare('INSERT INTO t VALUES (?, ?)');
  db.transaction(() => {
    for (const id of ids) put.run(id, `row ${id} `.repeat(40));
  })();
  db.close();
  return { file, ids };
}

test.each([[[]], [[0]], [[-1]], [[5]], [[5, 7]], [[5, 8, 9, 14]], [[0, 1, 2, -2]], [[-1, -2, -3]]])(
  'every row that can be read is found once, wherever pages are lost: %j',
  (places) => {
    const { file, ids } = spread(newFolder());
    destroy(file, 't', places);
    const db = new Sqlite(file);
    const one = db.prepare<[number], number>('SELECT length(text) FROM t WHERE id = ?').pluck();
    const readable = ids.filter((id) => {
      try {
        return one.get(id) !== undefined;
      } catch {
        return false;
      }
    });
    const found = [...readableRows(db, 't')].map((row) => Number(row['id']));
    expect(found.toSorted((a, b) => a - b)).toEqual(readable);
    expect(readable.length).toBeGreaterThan(400);
    db.close();
  },
);

test('a table that is not there has no rows', () => {
  const db = new Sqlite(':memory:');
  expect([...readableRows(db, 'none')]).toEqual([]);
});

async function open(folder: string) {
  const opened = await openDatabase({ folder });
  if ('error' in opened) throw new Error(opened.error.code);
  const { db, notices } = opened;
  return { db, notices, sessions: createSessionStore(db), runs: createRunStore(db), events: createEventStore(db) };
}

test('a lost conversation comes back closed to private notes unless a run in it says that it was the person’s own', async () => {
  const folder = newFolder();
  const { db, sessions, runs, events } = await open(folder);
  for (const kind of ['main', 'shared', 'unknown'] as const) {
    sessions.create({ id: kind, title: '会议', kind: kind === 'unknown' ? 'main' : kind, at: 1 });
    runs.create({ id: `${kind}-run`, sessionId: kind, key: null, at: 1 });
    if (kind !== 'unknown')
      events.append({ runId: `${kind}-run`, sessionId: kind }, 1, [{ type: 'run.started', model: 'm', kind, mode: 'full' }]);
    events.append({ runId: `${kind}-run`, sessionId: kind }, 1, [{ type: 'message.received', text: '你好' }]);
  }
  db.close();
  const file = join(folder, 'state.db');
  destroy(file, 'sessions', [0]);
  const again = await open(folder);
  expect(again.notices).toMatchObject([{ code: 'database_damaged', params: { sessions: 0, events: 5 } }]);
  expect(Object.fromEntries(again.sessions.list('').map(({ id, kind }) => [id, kind]))).toEqual({
    main: 'main',
    shared: 'shared',
    unknown: 'shared',
  });
  expect(again.sessions.list('你好')).toHaveLength(3);
  again.db.close();
});

test('a conversation whose row only the backup still has takes its title and kind from there', async () => {
  const folder = newFolder();
  const { db, sessions, runs, events } = await open(folder);
  sessions.create({ id: 's', title: '会议', kind: 'main', at: 5 });
  runs.create({ id: 'r', sessionId: 's', key: null, at: 5 });
  events.append({ runId: 'r', sessionId: 's' }, 5, [{ type: 'message.received', text: '你好' }]);
  db.prepare('VACUUM INTO ?').run(join(folder, 'backup.db'));
  db.close();
  const file = join(folder, 'state.db');
  destroy(file, 'sessions', [0]);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  renameSync(join(folder, 'backup.db'), join(backups, 'state-before-x.db'));
  const again = await open(folder);
  expect(again.sessions.get('s')).toMatchObject({ title: '会议', kind: 'main', createdAt: 5 });
  expect(again.events.after(0, 9)).toHaveLength(1);
  again.db.close();
});

test('a rescue that cannot be finished puts the file back', async () => {
  const folder = newFolder();
  (await open(folder)).db.close();
  const file = join(folder, 'state.db');
  const before = readFileSync(file);
  const full = (): never => {
    throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
  };
  expect(() => setAside(file, join(folder, 'backups'), migrations, full)).toThrow('disk full');
  expect(readFileSync(file).equals(before)).toBe(true);
});
