import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { hasEventShape } from './event-shape.ts';
import { createEventStore } from './event-store.ts';
import { migrations } from './migrations/all.ts';
import { createSessionStore } from './session-store.ts';

async function openAll(more = migrations, folder = mkdtempSync(join(tmpdir(), 'reins-events-'))) {
  const opened = await openDatabase({ folder, migrations: more });
  if ('error' in opened) throw new Error(opened.error.code);
  return { db: opened.db, folder };
}

function begin(db: Database, id = 's'): void {
  db.prepare("INSERT INTO sessions (id, title, kind, created_at, updated_at) VALUES (?, '', 'main', 1, 1)").run(id);
  db.prepare("INSERT INTO runs (id, session_id, status, started_at) VALUES (?, ?, 'ended', 1)").run(`${id}-run`, id);
}

function putRaw(db: Database, seq: number, body: string, v = 1, type = 'message.received'): void {
  db.prepare("INSERT INTO events (run_id, session_id, seq, at, v, type, body) VALUES ('s-run', 's', ?, 1, ?, ?, ?)").run(
    seq,
    v,
    type,
    body,
  );
}

const DAMAGED = [
  '{"type":"message.rec',
  'null',
  '7',
  '{}',
  '{"type":"unheard.of"}',
  '{"type":"message.received"}',
  '{"type":"message.received","text":3}',
];

test('an event that cannot be read is missing from every list and told once, with its cursor', async () => {
  const { db } = await openAll();
  begin(db);
  putRaw(db, 1, '{"type":"message.received","text":"一"}');
  for (const [index, body] of DAMAGED.entries()) putRaw(db, index + 2, body);
  putRaw(db, 20, '{"type":"message.received","text":"later"}', 9);
  putRaw(db, 21, '{"type":"message.received","text":"二"}');
  const told: number[] = [];
  const events = createEventStore(db, (cursor, error) => {
    expect(error).toBeInstanceOf(Error);
    told.push(cursor);
  });
  const texts = (list: readonly { type: string }[]): unknown[] => list.map((event) => ('text' in event ? event.text : event));
  expect(texts(events.after(0, 100))).toEqual(['一', '二']);
  expect(texts(events.ofRun('s-run'))).toEqual(['一', '二']);
  expect(texts(events.ofSession('s', 99, 100).events)).toEqual(['一', '二']);
  expect(told).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(createEventStore(db).after(1, 1)).toHaveLength(1);
  db.close();
});

test('a page of nothing but unreadable events is not the end of a list', async () => {
  const { db } = await openAll();
  begin(db);
  putRaw(db, 1, '{"type":"message.received","text":"一"}');
  for (let seq = 2; seq < 10; seq += 1) putRaw(db, seq, '{');
  putRaw(db, 10, '{"type":"message.received","text":"二"}');
  const events = createEventStore(db);
  expect(events.after(1, 2)).toMatchObject([{ text: '二' }]);
  expect(events.after(10, 2)).toEqual([]);
  expect(events.ofSession('s', 10, 3)).toMatchObject({ events: [{ text: '一' }], more: false });
  db.close();
});

test('an event with more than this version knows is taken as it is', () => {
  expect(hasEventShape({ type: 'prompt.built', modules: 1, tokens: 2, ms: 3 })).toBe(true);
  expect(hasEventShape({ type: 'prompt.built', modules: 1, tokens: 2, ms: 3, prefix: 4 })).toBe(true);
  expect(hasEventShape({ type: 'prompt.built', modules: 1, tokens: '2', ms: 3 })).toBe(false);
  expect(hasEventShape({ type: 'tool.completed', callId: 'c', tool: 't', result: null, ms: 1 })).toBe(false);
  expect(hasEventShape([])).toBe(false);
});

test('what was said before the search had its table is found, and leaves with its conversation', async () => {
  const { db: old, folder } = await openAll(migrations.slice(0, 1));
  begin(old);
  putRaw(old, 1, '{"type":"message.received","text":"独角兽在哪里"}');
  putRaw(old, 2, '{"type":"message.rec');
  putRaw(old, 3, '{"type":"message.received","text":null}');
  putRaw(old, 4, '{"type":"tool.started","callId":"c","tool":"独角","arguments":{}}', 1, 'tool.started');
  old.close();
  const { db } = await openAll(migrations, folder);
  begin(db, 't');
  createEventStore(db).append({ runId: 't-run', sessionId: 't' }, 1, [
    { type: 'answer.given', text: 'The unicorn sleeps. 100%', citations: [] },
    { type: 'answer.replaced', text: 'not said' },
  ]);
  putRaw(db, 5, '{"type":"message.rec');
  const sessions = createSessionStore(db);
  const found = (query: string): string[] => sessions.list(query).map(({ id }) => id);
  expect([found('独角'), found('角'), found('UNICORN'), found('0%'), found('_'), found('not said'), found('message')]).toEqual([
    ['s'],
    ['s'],
    ['t'],
    ['t'],
    [],
    [],
    [],
  ]);
  sessions.markDeleted('s', 1);
  expect([found('独角'), sessions.purge(5)]).toEqual([[], 1]);
  expect(db.prepare('SELECT session_id FROM said').pluck().all()).toEqual(['t']);
  db.close();
});
