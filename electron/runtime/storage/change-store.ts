/** Changes to files and the contents that they need, as rows; the contents themselves lie beside the database. */
import { type ChangeRow, type FileRow, type FileState, hashOf, readChange, type StoredChange, textOf } from './change-rows.ts';
import type { Database } from './database.ts';
import { createSnapshotStore, type SnapshotRow, type SnapshotStore } from './snapshot-store.ts';

export type { ChangedPath, FileState, StoredChange, Watched } from './change-rows.ts';
export type { SnapshotRow } from './snapshot-store.ts';

/** Changes that stay listed after their contents were given up. */
const LISTED = 5_000;
/** Rows that one statement touches, so that nothing waits long for it. */
const PIECE = 500;

export interface ChangeStore extends SnapshotStore {
  /** false once the database was closed. */
  isOpen(): boolean;
  /**
   * Makes an open change, or adds to it, one piece a step: states of paths, or all that is known of the workspace. What it keeps of a path
   * already stays. An end before the last step leaves a change that is not known.
   */
  keep(change: StoredChange, more: readonly (readonly [string, FileState])[] | 'known'): Generator<void>;
  /** The open change becomes one that stands; `files` are what it changed. */
  apply(change: StoredChange, fresh: readonly SnapshotRow[]): void;
  /** Stores where a change stands and what its sides are now. */
  turn(change: StoredChange, fresh: readonly SnapshotRow[]): void;
  get(root: string, id: string): StoredChange | undefined;
  /** Newest first, without open ones. */
  list(root: string, filter: { readonly sessionId?: string; readonly limit: number }): StoredChange[];
  /** Open changes and half-done turns. Forgets an open one that damage made unreadable. */
  unfinished(root: string): StoredChange[];
  remove(id: string): void;
  /** How many can be taken back. */
  available(): number;
  /** Gives up the oldest one that can be taken back; its hashes, or undefined when there is none but `except`. */
  giveUpOldest(except: string): string[] | undefined;
  /** Gives up what needs a content that is gone. */
  giveUpLost(hash: string): void;
  /** Deletes rows that no change has any more, one piece a step. */
  sweep(): Generator<void>;
}

export function createChangeStore(db: Database): ChangeStore {
  const snapshots = createSnapshotStore(db);
  return { ...snapshots, ...writing(db, snapshots), ...reading(db), ...givingUp(db), isOpen: () => db.open };
}

type Writing = Pick<ChangeStore, 'keep' | 'apply' | 'turn' | 'remove'>;

function writing(db: Database, { addSnapshots }: SnapshotStore): Writing {
  const upsert = db.prepare(
    `INSERT INTO changes (id, root, run_id, session_id, call_id, tool, at, state, turning, available, watched, files)
     VALUES ($id, $root, $runId, $sessionId, $callId, $tool, $at, $state, $turning, $available, $watched, 0)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, turning = excluded.turning, available = excluded.available, watched = excluded.watched`,
  );
  const count = db.prepare(
    `UPDATE changes SET files = (SELECT count(*) FROM change_files WHERE change_id = $id AND changed = (state <> 'open')) WHERE id = $id`,
  );
  const keepFile = db.prepare('INSERT OR IGNORE INTO change_files (change_id, path, changed, before, before_hash) VALUES (?, ?, 0, ?, ?)');
  const putFile = db.prepare(
    `INSERT INTO change_files (change_id, path, changed, before, before_hash, after, after_hash) VALUES (?, ?, 1, ?, ?, ?, ?)
     ON CONFLICT (change_id, path) DO UPDATE SET changed = 1, before = excluded.before, before_hash = excluded.before_hash,
       after = excluded.after, after_hash = excluded.after_hash`,
  );
  const copy = db.prepare(
    `INSERT OR IGNORE INTO change_files (change_id, path, changed, before, before_hash)
     SELECT $id, path, 0, state, hash FROM known_files WHERE root = $root AND path > $after ORDER BY path LIMIT ${PIECE}`,
  );
  const pieceEnd = db
    .prepare<[string, string], string>(`SELECT path FROM known_files WHERE root = ? AND path > ? ORDER BY path LIMIT 1 OFFSET ${PIECE - 1}`)
    .pluck();
  const putRow = (change: StoredChange): void => {
    const { watched, turning, available, files: _files, ...row } = change;
    upsert.run({ ...row, turning: Number(turning), available: Number(available), watched: JSON.stringify(watched) });
  };
  const put = (change: StoredChange, fresh: readonly SnapshotRow[]): void => {
    addSnapshots(fresh);
    putRow(change);
    for (const { path, before, after } of change.files)
      putFile.run(change.id, path, textOf(before), hashOf(before), textOf(after), hashOf(after));
    count.run({ id: change.id });
  };
  const keepFiles = db.transaction((id: string, states: readonly (readonly [string, FileState])[]) => {
    for (const [path, state] of states) keepFile.run(id, path, textOf(state), hashOf(state));
  });
  const close = db.transaction((change: StoredChange) => {
    putRow(change);
    count.run({ id: change.id });
  });
  return {
    *keep(change, more) {
      if (more === 'known')
        for (let after: string | undefined = ''; after !== undefined; ) {
          copy.run({ id: change.id, root: change.root, after });
          after = pieceEnd.get(change.root, after);
          yield;
        }
      else
        for (let at = 0; at < more.length; at += PIECE) {
          keepFiles(change.id, more.slice(at, at + PIECE));
          yield;
        }
      close(change);
    },
    apply: db.transaction(put),
    turn: db.transaction(put),
    remove(id) {
      db.prepare('DELETE FROM changes WHERE id = ?').run(id);
    },
  };
}

type Reading = Pick<ChangeStore, 'get' | 'list' | 'unfinished' | 'available'>;

function reading(db: Database): Reading {
  const one = db.prepare<[string, string], ChangeRow>('SELECT * FROM changes WHERE root = ? AND id = ?');
  const listed = db.prepare<{ root: string; session: string | null; limit: number }, ChangeRow>(
    `SELECT * FROM changes WHERE root = $root AND state <> 'open' AND ($session IS NULL OR session_id = $session) ORDER BY at DESC, id DESC LIMIT $limit`,
  );
  const open = db.prepare<[string], ChangeRow>("SELECT * FROM changes WHERE root = ? AND (state = 'open' OR turning = 1) ORDER BY at, id");
  const files = db.prepare<[string, number], FileRow>(
    'SELECT path, before, after FROM change_files WHERE change_id = ? AND changed = ? ORDER BY path',
  );
  const available = db.prepare<[], number>("SELECT count(*) FROM changes WHERE available = 1 AND state <> 'open'").pluck();
  const read = (row: ChangeRow): StoredChange | undefined => readChange(row, files.all(row.id, Number(row.state !== 'open')));
  return {
    get(root, id) {
      const row = one.get(root, id);
      return row && read(row);
    },
    list: (root, { sessionId, limit }) => listed.all({ root, session: sessionId ?? null, limit }).flatMap((row) => read(row) ?? []),
    unfinished(root) {
      return open.all(root).flatMap((row) => {
        const change = read(row);
        if (change === undefined && row.state === 'open') db.prepare('DELETE FROM changes WHERE id = ?').run(row.id);
        return change ?? [];
      });
    },
    available: () => available.get() ?? 0,
  };
}

type GivingUp = Pick<ChangeStore, 'giveUpOldest' | 'giveUpLost' | 'sweep'>;

function givingUp(db: Database): GivingUp {
  const oldest = db.prepare<[string], { id: string }>(
    "SELECT id FROM changes WHERE available = 1 AND state <> 'open' AND turning = 0 AND id <> ? ORDER BY at, id LIMIT 1",
  );
  const hashes = db.prepare<{ id: string }, { hash: string }>(
    `SELECT before_hash AS hash FROM change_files WHERE change_id = $id AND before_hash IS NOT NULL
     UNION SELECT after_hash FROM change_files WHERE change_id = $id AND after_hash IS NOT NULL`,
  );
  const lost = db.prepare(
    `UPDATE changes SET available = 0 WHERE available = 1 AND (
       (state = 'applied' AND id IN (SELECT change_id FROM change_files WHERE before_hash = $hash AND changed = 1))
       OR (state = 'undone' AND id IN (SELECT change_id FROM change_files WHERE after_hash = $hash AND changed = 1)))`,
  );
  const orphans = db.prepare(
    `DELETE FROM change_files WHERE rowid IN (
       SELECT f.rowid FROM change_files f LEFT JOIN changes c ON c.id = f.change_id
       WHERE c.id IS NULL OR (f.changed = 0 AND c.state <> 'open') LIMIT ${PIECE})`,
  );
  return {
    giveUpOldest: db.transaction((except: string): string[] | undefined => {
      const found = oldest.get(except);
      if (found === undefined) return undefined;
      const needed = hashes.all(found).map(({ hash }) => hash);
      db.prepare('UPDATE changes SET available = 0 WHERE id = ?').run(found.id);
      db.prepare('UPDATE change_files SET before_hash = NULL, after_hash = NULL WHERE change_id = ?').run(found.id);
      db.prepare(
        `DELETE FROM changes WHERE available = 0 AND state <> 'open'
           AND (at, id) <= (SELECT at, id FROM changes ORDER BY at DESC, id DESC LIMIT 1 OFFSET ${LISTED})`,
      ).run();
      return needed;
    }),
    giveUpLost(hash) {
      lost.run({ hash });
    },
    *sweep() {
      while (orphans.run().changes > 0) yield;
    },
  };
}
