/** The append-only log of events: written before anyone hears of it, read by cursor, run or session. */
import { EVENT_VERSION, type EventBody, eventBodySchema, type RunEvent } from '#shared/schema/run-event';
import type { Database } from './database.ts';
import { hasEventShape } from './event-shape.ts';
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

/** Told once of each event that cannot be read: its JSON is damaged, or its shape unknown. It is missing from every list. */
export type OnUnreadable = (cursor: number, error: unknown) => void;

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

/** A row of the present version was checked when it was written; only what is lifted or looks wrong is checked whole. Throws for what cannot be read. */
function readBody(row: Row): EventBody {
  const body: unknown = JSON.parse(row.body);
  if (row.v === EVENT_VERSION && hasEventShape(body)) return body;
  if (typeof body !== 'object' || body === null) throw new TypeError('an event body is an object');
  return eventBodySchema.parse(upcast(row.v, body as Readonly<Record<string, unknown>>));
}

export function createEventStore(db: Database, onUnreadable: OnUnreadable = () => undefined): EventStore {
  const told = new Set<number>();
  const readRow = (row: Row): RunEvent[] => {
    const { cursor, run_id: runId, session_id: sessionId, seq, at } = row;
    try {
      return [{ ...readBody(row), cursor, runId, sessionId, seq, at, v: EVENT_VERSION }];
    } catch (error) {
      if (!told.has(cursor)) onUnreadable(cursor, error);
      told.add(cursor);
      return [];
    }
  };
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
    after(cursor, limit) {
      // A page of nothing but unreadable rows is not the end.
      for (let from = cursor; ; ) {
        const rows = above.all(from, limit);
        const events = rows.flatMap(readRow);
        const last = rows.at(-1);
        if (events.length > 0 || last === undefined) return events;
        from = last.cursor;
      }
    },
    ofRun: (runId) => run.all(runId).flatMap(readRow),
    ofSession(sessionId, before, limit) {
      for (let to = before; ; ) {
        const rows = session.all(sessionId, to, limit + 1);
        const page = rows.slice(0, limit);
        const events = page.toReversed().flatMap(readRow);
        const more = rows.length > limit;
        const oldest = page.at(-1);
        if (events.length > 0 || !more || oldest === undefined) return { events, more };
        to = oldest.cursor;
      }
    },
    lastCursor: () => last.get()?.cursor ?? 0,
  };
}
