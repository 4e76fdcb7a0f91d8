/** Conversations: listed, searched, renamed, deleted with a way back. */

import { type ShortTurn, shortTurnSchema } from '#shared/schema/chat-message';
import type { Session, SessionKind } from '#shared/schema/session';
import type { Database } from './database.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: SessionKind;
  readonly pinned: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
  readonly draft: string;
  readonly model: string;
  readonly run_id: string | null;
  readonly run_status: 'running' | 'waiting' | null;
}

/** Turns of short memory that recall, flush and the offline rules read. */
export const SHORT_MEMORY_TURNS = 20;

export interface SessionStore {
  create(session: { readonly id: string; readonly title: string; readonly kind: SessionKind; readonly at: number }): Session;
  get(id: string): Session | undefined;
  /** Newest first, without deleted ones; `query` looks in titles and in what was said. */
  list(query: string): Session[];
  rename(id: string, title: string): void;
  pin(id: string, pinned: boolean): void;
  /** `at` null takes the deletion back. */
  markDeleted(id: string, at: number | null): void;
  /** Removes for good, with runs and events, what was deleted before `before`; returns the number of sessions. */
  purge(before: number): number;
  setDraft(id: string, text: string): void;
  /** Empty: the app's first one. */
  setModel(id: string, model: string): void;
  touch(id: string, at: number): void;
  shortMemory(id: string): ShortTurn[];
  /** Appends a turn and keeps the last 20. */
  remember(id: string, turn: ShortTurn): void;
}

const SELECT = `SELECT s.*, r.id AS run_id, r.status AS run_status FROM sessions s
  LEFT JOIN runs r ON r.session_id = s.id AND r.status <> 'ended'`;

const readRow = (row: Row): Session => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  pinned: row.pinned === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  model: row.model,
  draft: row.draft,
  activeRun: row.run_id === null || row.run_status === null ? null : { id: row.run_id, state: row.run_status },
});

export function createSessionStore(db: Database): SessionStore {
  const insert = db.prepare('INSERT INTO sessions (id, title, kind, created_at, updated_at) VALUES (?, ?, ?, ?, ?)');
  const one = db.prepare<[string], Row>(`${SELECT} WHERE s.id = ?`);
  const all = db.prepare<[], Row>(`${SELECT} WHERE s.deleted_at IS NULL ORDER BY s.updated_at DESC, s.id DESC`);
  const found = db.prepare<{ like: string }, Row>(`${SELECT} WHERE s.deleted_at IS NULL AND (s.title LIKE $like ESCAPE '\\'
      OR s.id IN (SELECT session_id FROM said WHERE text LIKE $like ESCAPE '\\')) ORDER BY s.updated_at DESC, s.id DESC`);
  const memory = db.prepare<[string], { short_memory: string }>('SELECT short_memory FROM sessions WHERE id = ?');
  const setMemory = db.prepare('UPDATE sessions SET short_memory = ? WHERE id = ?');
  const update = {
    title: db.prepare('UPDATE sessions SET title = ? WHERE id = ?'),
    pinned: db.prepare('UPDATE sessions SET pinned = ? WHERE id = ?'),
    deleted: db.prepare('UPDATE sessions SET deleted_at = ? WHERE id = ?'),
    model: db.prepare('UPDATE sessions SET model = ? WHERE id = ?'),
    draft: db.prepare('UPDATE sessions SET draft = ? WHERE id = ?'),
    time: db.prepare('UPDATE sessions SET updated_at = ? WHERE id = ?'),
  };
  const removeEvents = db.prepare('DELETE FROM events WHERE session_id IN (SELECT id FROM sessions WHERE deleted_at < ?)');
  const remove = db.prepare('DELETE FROM sessions WHERE deleted_at < ?');
  const get = (id: string): Session | undefined => {
    const row = one.get(id);
    return row === undefined ? undefined : readRow(row);
  };
  const shortMemory = (id: string): ShortTurn[] => shortTurnSchema.array().parse(JSON.parse(memory.get(id)?.short_memory ?? '[]'));
  return {
    create({ id, title, kind, at }) {
      insert.run(id, title, kind, at, at);
      return { id, title, kind, pinned: false, createdAt: at, updatedAt: at, deletedAt: null, model: '', draft: '', activeRun: null };
    },
    get,
    list: (query) => (query === '' ? all.all() : found.all({ like: `%${query.replaceAll(/[\\%_]/g, '\\$&')}%` })).map(readRow),
    rename: (id, title) => void update.title.run(title, id),
    pin: (id, pinned) => void update.pinned.run(pinned ? 1 : 0, id),
    markDeleted: (id, at) => void update.deleted.run(at, id),
    purge: db.transaction((before: number): number => {
      removeEvents.run(before);
      return remove.run(before).changes;
    }),
    setModel: (id, model) => void update.model.run(model, id),
    setDraft: (id, text) => void update.draft.run(text, id),
    touch: (id, at) => void update.time.run(at, id),
    shortMemory,
    remember: (id, turn) => void setMemory.run(JSON.stringify([...shortMemory(id), turn].slice(-SHORT_MEMORY_TURNS)), id),
  };
}
