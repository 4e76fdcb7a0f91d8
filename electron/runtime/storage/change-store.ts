/** Changes to files and the contents that they need, as rows; the contents themselves lie beside the database. */
import { z } from 'zod';
import type { Database } from './database.ts';

/** What stands at a path. `hash` is of a file's content or a link's target; empty for a content that was not kept, and for a folder. */
const fileStateSchema = z.object({
  type: z.enum(['file', 'link', 'folder']),
  hash: z.string(),
  size: z.number(),
  mode: z.number(),
  mtime: z.number(),
  ino: z.number(),
});
export type FileState = z.infer<typeof fileStateSchema>;

/** A path before and after the change; null where nothing stood. */
const changedPathSchema = z.object({ path: z.string(), before: fileStateSchema.nullable(), after: fileStateSchema.nullable() });
export type ChangedPath = z.infer<typeof changedPathSchema>;

const bodySchema = z.object({
  paths: z.array(changedPathSchema),
  /** Folders (and single paths) that were looked at as a whole: what is new in them belongs to the change. */
  watched: z.array(z.string()),
});

export interface StoredChange {
  readonly id: string;
  readonly root: string;
  readonly runId: string | null;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly at: number;
  /** open: its call has not ended. */
  readonly state: 'open' | 'applied' | 'undone';
  /** true while an undo or redo is under way. */
  readonly turning: boolean;
  readonly available: boolean;
  readonly paths: readonly ChangedPath[];
  readonly watched: readonly string[];
}

interface Row {
  readonly id: string;
  readonly root: string;
  readonly run_id: string | null;
  readonly session_id: string;
  readonly call_id: string;
  readonly tool: string;
  readonly at: number;
  readonly state: StoredChange['state'];
  readonly turning: number;
  readonly available: number;
  readonly body: string;
}

export interface ChangeStore {
  /** Makes or replaces a change with what it needs; `kept` (hash -> bytes) are contents that are new on the disk. One durable step. */
  put(change: StoredChange, kept?: ReadonlyMap<string, number>): void;
  get(root: string, id: string): StoredChange | undefined;
  /** Newest first, without open ones. */
  list(root: string, filter: { readonly sessionId?: string; readonly limit: number }): StoredChange[];
  /** Open sets and half-done turns that a crash left. */
  unfinished(root: string): StoredChange[];
  remove(id: string): void;
  hasSnapshot(hash: string): boolean;
  usage(): { bytes: number; changes: number };
  /** Gives up the oldest finished change; the contents that nothing else needs, or undefined when there is none to give up. */
  giveUpOldest(): string[] | undefined;
  /** Snapshots that no change needs; they are forgotten. */
  takeOrphans(): string[];
}

export function createChangeStore(db: Database): ChangeStore {
  const upsert = db.prepare(
    `INSERT INTO changes (id, root, run_id, session_id, call_id, tool, at, state, turning, available, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, turning = excluded.turning, available = excluded.available, body = excluded.body`,
  );
  const forget = db.prepare('DELETE FROM change_snapshots WHERE change_id = ?');
  const needs = db.prepare('INSERT OR IGNORE INTO change_snapshots (change_id, hash) VALUES (?, ?)');
  const one = db.prepare<[string, string], Row>('SELECT * FROM changes WHERE root = ? AND id = ?');
  const listed = db.prepare<{ root: string; session: string | null; limit: number }, Row>(
    `SELECT * FROM changes WHERE root = $root AND state <> 'open' AND ($session IS NULL OR session_id = $session) ORDER BY at DESC, id DESC LIMIT $limit`,
  );
  const unfinished = db.prepare<[string], Row>("SELECT * FROM changes WHERE root = ? AND (state = 'open' OR turning = 1)");
  const oldest = db.prepare<[], { id: string }>(
    "SELECT id FROM changes WHERE available = 1 AND state <> 'open' AND turning = 0 ORDER BY at, id LIMIT 1",
  );
  const orphans = db.prepare<[], string>('SELECT hash FROM snapshots WHERE hash NOT IN (SELECT hash FROM change_snapshots)').pluck();
  const drop = db.prepare('DELETE FROM snapshots WHERE hash = ?');
  const takeOrphans = (): string[] => {
    const found = orphans.all();
    for (const hash of found) drop.run(hash);
    return found;
  };
  const has = db.prepare('SELECT 1 FROM snapshots WHERE hash = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO snapshots (hash, bytes) VALUES (?, ?)');
  const sum = db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM snapshots').pluck();
  const count = db.prepare<[], number>("SELECT count(*) FROM changes WHERE available = 1 AND state <> 'open'").pluck();
  return {
    put: db.transaction((change: StoredChange, kept: ReadonlyMap<string, number> = new Map()) => {
      for (const [hash, bytes] of kept) insert.run(hash, bytes);
      const { id, root, runId, sessionId, callId, tool, at, state, turning, available, paths, watched } = change;
      upsert.run(
        id,
        root,
        runId,
        sessionId,
        callId,
        tool,
        at,
        state,
        Number(turning),
        Number(available),
        JSON.stringify({ paths, watched }),
      );
      forget.run(id);
      if (available) for (const { before, after } of paths) for (const hash of [before?.hash, after?.hash]) if (hash) needs.run(id, hash);
    }),
    get(root, id) {
      const row = one.get(root, id);
      return row && read(row);
    },
    list: (root, { sessionId, limit }) => listed.all({ root, session: sessionId ?? null, limit }).flatMap((row) => read(row) ?? []),
    unfinished: (root) => unfinished.all(root).flatMap((row) => read(row) ?? []),
    remove: db.transaction((id: string) => {
      db.prepare('DELETE FROM changes WHERE id = ?').run(id);
    }),
    hasSnapshot: (hash) => has.get(hash) !== undefined,
    usage() {
      return { bytes: sum.get() ?? 0, changes: count.get() ?? 0 };
    },
    giveUpOldest: db.transaction((): string[] | undefined => {
      const found = oldest.get();
      if (found === undefined) return undefined;
      db.prepare('UPDATE changes SET available = 0 WHERE id = ?').run(found.id);
      forget.run(found.id);
      return takeOrphans();
    }),
    takeOrphans: db.transaction(takeOrphans),
  };
}

/** undefined for a row that damage made unreadable. */
function read(row: Row): StoredChange | undefined {
  try {
    const { paths, watched } = bodySchema.parse(JSON.parse(row.body));
    const { id, root, tool, at, state } = row;
    const { run_id: runId, session_id: sessionId, call_id: callId } = row;
    return {
      id,
      root,
      runId,
      sessionId,
      callId,
      tool,
      at,
      state,
      turning: row.turning === 1,
      available: row.available === 1,
      paths,
      watched,
    };
  } catch {
    return undefined;
  }
}
