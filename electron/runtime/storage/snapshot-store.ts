/** Which contents are kept, who needs them, and what is known of a workspace's files without reading them again. */
import { type FileState, hashOf, readState, textOf } from './change-rows.ts';
import type { Database } from './database.ts';

export interface SnapshotRow {
  readonly hash: string;
  readonly bytes: number;
}

export interface SnapshotStore {
  hasSnapshot(hash: string): boolean;
  addSnapshots(rows: readonly SnapshotRow[]): void;
  /** Bytes of all contents. */
  bytes(): number;
  /** Forgets those of the hashes that nothing needs, and gives them back. */
  dropUnneeded(hashes: Iterable<string>): string[];
  /** Every hash that is kept, in pieces. */
  eachSnapshot(): Generator<readonly string[]>;
  /** A content that is gone from the disk. */
  forgetSnapshot(hash: string): void;
  /** What is known of a workspace, in pieces; a row that cannot be read is left out. */
  eachKnown(root: string): Generator<readonly (readonly [string, FileState])[]>;
  /** null for a path where nothing stands any more. Gives the hashes that are no longer known. */
  putKnown(root: string, states: Iterable<readonly [string, FileState | null]>): string[];
  /** Forgets a workspace, or all but that; the hashes, or undefined when there was nothing to forget. */
  forgetKnown(which: { readonly root: string } | { readonly but: string }): string[] | undefined;
}

/** Rows that one statement reads. */
const PIECE = 500;

export function createSnapshotStore(db: Database): SnapshotStore {
  return { ...contents(db), ...known(db) };
}

type Contents = Pick<SnapshotStore, 'hasSnapshot' | 'addSnapshots' | 'bytes' | 'dropUnneeded' | 'eachSnapshot' | 'forgetSnapshot'>;

function contents(db: Database): Contents {
  const has = db.prepare('SELECT 1 FROM snapshots WHERE hash = ?');
  const add = db.prepare('INSERT OR IGNORE INTO snapshots (hash, bytes) VALUES (?, ?)');
  const sum = db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM snapshots').pluck();
  const take = db.prepare(
    `DELETE FROM snapshots WHERE hash = $hash
       AND NOT EXISTS (SELECT 1 FROM change_files WHERE before_hash = $hash) AND NOT EXISTS (SELECT 1 FROM change_files WHERE after_hash = $hash)
       AND NOT EXISTS (SELECT 1 FROM known_files WHERE hash = $hash)`,
  );
  const page = db.prepare<[string], string>(`SELECT hash FROM snapshots WHERE hash > ? ORDER BY hash LIMIT ${PIECE}`).pluck();
  // Asked with every content that is kept: summed up once.
  let total: number | undefined;
  return {
    hasSnapshot: (hash) => has.get(hash) !== undefined,
    addSnapshots: db.transaction((rows: readonly SnapshotRow[]) => {
      for (const row of rows) add.run(row.hash, row.bytes);
      if (rows.length > 0) total = undefined;
    }),
    bytes() {
      total ??= sum.get() ?? 0;
      return total;
    },
    dropUnneeded: db.transaction((hashes: Iterable<string>) => {
      const dropped = [...new Set(hashes)].filter((hash) => take.run({ hash }).changes > 0);
      if (dropped.length > 0) total = undefined;
      return dropped;
    }),
    *eachSnapshot() {
      for (let last = ''; ; ) {
        const found = page.all(last);
        const end = found.at(-1);
        if (end === undefined) return;
        last = end;
        yield found;
      }
    },
    forgetSnapshot(hash) {
      db.prepare('DELETE FROM snapshots WHERE hash = ?').run(hash);
      db.prepare('DELETE FROM known_files WHERE hash = ?').run(hash);
      total = undefined;
    },
  };
}

type Known = Pick<SnapshotStore, 'eachKnown' | 'putKnown' | 'forgetKnown'>;

interface KnownRow {
  readonly path: string;
  readonly state: string;
}

function known(db: Database): Known {
  const page = db.prepare<[string, string], KnownRow>(
    `SELECT path, state FROM known_files WHERE root = ? AND path > ? ORDER BY path LIMIT ${PIECE}`,
  );
  const old = db.prepare<[string, string], string | null>('SELECT hash FROM known_files WHERE root = ? AND path = ?').pluck();
  const put = db.prepare(
    `INSERT INTO known_files (root, path, state, hash) VALUES (?, ?, ?, ?)
     ON CONFLICT (root, path) DO UPDATE SET state = excluded.state, hash = excluded.hash`,
  );
  const remove = db.prepare('DELETE FROM known_files WHERE root = ? AND path = ?');
  return {
    *eachKnown(root) {
      for (let last = ''; ; ) {
        const rows = page.all(root, last);
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end.path;
        yield rows.flatMap(readKnown);
      }
    },
    putKnown: db.transaction((root: string, states: Iterable<readonly [string, FileState | null]>) => {
      const gone: string[] = [];
      for (const [path, state] of states) {
        const was = old.get(root, path) ?? null;
        if (was !== null && was !== state?.hash) gone.push(was);
        if (state === null) remove.run(root, path);
        else put.run(root, path, textOf(state), hashOf(state));
      }
      return gone;
    }),
    forgetKnown: db.transaction((which: { readonly root: string } | { readonly but: string }) => {
      const [where, root] = 'root' in which ? ['root = ?', which.root] : ['root <> ?', which.but];
      const hashes = db.prepare<[string], string | null>(`SELECT hash FROM known_files WHERE ${where}`).pluck().all(root);
      db.prepare(`DELETE FROM known_files WHERE ${where}`).run(root);
      return hashes.length === 0 ? undefined : hashes.filter((hash) => hash !== null);
    }),
  };
}

function readKnown({ path, state }: KnownRow): (readonly [string, FileState])[] {
  try {
    const read = readState(state);
    return read === null ? [] : [[path, read]];
  } catch {
    return [];
  }
}
