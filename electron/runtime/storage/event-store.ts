/** The append-only log of events: written before anyone hears of it, read by cursor, run or session. */
import { EVENT_VERSION, type EventBody, type RunEvent, runEventSchema } from '#shared/schema/run-event';
import type { Database } from './database.ts';
import { upcast } from './upcast.ts';

interface Row {
  readonly cursor: number;
  readonly run_id: string;
  readonly session_id: string;
  readonly seq: number;
  readonly at: number;
  readonly v: number;
  readonly body: string;
}

export interface EventStore {
  /** Appends in order and returns the events as stored. Durable when it returns, or with the transaction around it. */
  append(run: { readonly runId: string; readonly sessionId: string }, at: number, bodies: readonly EventBody[]): RunEvent[];
  /** Up to `limit` events above a cursor, oldest first. */
  after(cursor: number, limit: number): RunEvent[];
  ofRun(runId: string): RunEvent[];
  /** The newest `limit` events of a session before a cursor, oldest first. */
  ofSession(sessionId: string, before: number, limit: number): { events: RunEvent[]; more: boolean };
  lastCursor(): number;
}

function readRow(row: Row): RunEvent {
  const body = upcast(row.v, JSON.parse(row.body));
  return runEventSchema.parse({
    ...body,
    cursor: row.cursor,
    runId: row.run_id,
    sessionId: row.session_id,
    seq: row.seq,
    at: row.at,
    v: EVENT_VERSION,
  }) as RunEvent;
}

export function createEventStore(db: Database): EventStore {
  const insert = db.prepare('INSERT INTO events (run_id, session_id, seq, at, v, type, body) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const lastSeq = db.prepare<[string], { seq: number | null }>('SELECT max(seq) AS seq FROM events WHERE run_id = ?');
  const last = db.prepare<[], { cursor: number | null }>('SELECT max(cursor) AS cursor FROM events');
  const above = db.prepare<[number, number], Row>('SELECT * FROM events WHERE cursor > ? ORDER BY cursor LIMIT ?');
  const run = db.prepare<[string], Row>('SELECT * FROM events WHERE run_id = ? ORDER BY seq');
  const session = db.prepare<[string, number, number], Row>(
    'SELECT * FROM events WHERE session_id = ? AND cursor < ? ORDER BY cursor DESC LIMIT ?',
  );
  const append = db.transaction((runId: string, sessionId: string, at: number, bodies: readonly EventBody[]): RunEvent[] => {
    let seq = lastSeq.get(runId)?.seq ?? 0;
    return bodies.map((body) => {
      seq += 1;
      const { lastInsertRowid } = insert.run(runId, sessionId, seq, at, EVENT_VERSION, body.type, JSON.stringify(body));
      return { ...body, cursor: Number(lastInsertRowid), runId, sessionId, seq, at, v: EVENT_VERSION };
    });
  });
  return {
    append: ({ runId, sessionId }, at, bodies) => append(runId, sessionId, at, bodies),
    after: (cursor, limit) => above.all(cursor, limit).map(readRow),
    ofRun: (runId) => run.all(runId).map(readRow),
    ofSession(sessionId, before, limit) {
      const rows = session.all(sessionId, before, limit + 1);
      return { events: rows.slice(0, limit).reverse().map(readRow), more: rows.length > limit };
    },
    lastCursor: () => last.get()?.cursor ?? 0,
  };
}
