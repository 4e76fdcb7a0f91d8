/** The index on disk: notes, chunks, and their words in a contentless full-text table. Disposable. */
import { rmSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { isDamage, sqliteCode } from '#runtime/storage/database';

/** Raised whenever chunks or words come out differently; an index of another version is deleted and rebuilt. */
const VERSION = 2;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, changed REAL NOT NULL, hash TEXT NOT NULL, day TEXT);
CREATE TABLE IF NOT EXISTS chunks (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, place INTEGER NOT NULL, hash TEXT NOT NULL, first INTEGER NOT NULL,
  units TEXT NOT NULL, head TEXT NOT NULL, text TEXT NOT NULL, length INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS chunks_file ON chunks (file, place);
CREATE INDEX IF NOT EXISTS chunks_length ON chunks (length);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
  terms, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');`;

export interface StoredFile {
  readonly size: number;
  /** Milliseconds since 1970; 0 when the file may have changed within the same tick as it was read. */
  readonly changed: number;
  readonly hash: string;
}

export interface NewChunk {
  /** Of what is searched and shown; the same hash is the same chunk. */
  readonly hash: string;
  /** First line, counted from 1. */
  readonly first: number;
  /** JSON: [first line, last line, characters] of each unit, lines relative to the chunk's first. */
  readonly units: string;
  readonly head: string;
  readonly text: string;
  readonly column: string;
  readonly length: number;
}

export interface Candidate {
  readonly id: number;
  readonly path: string;
  readonly day: string | null;
  readonly first: number;
  readonly units: string;
  readonly head: string;
  readonly text: string;
  readonly length: number;
}

export interface IndexStore {
  files(): Map<string, StoredFile>;
  /** Keeps the chunks whose hash is still there. Returns how many were added and removed. */
  putFile(path: string, stat: StoredFile, day: string | null, chunks: readonly NewChunk[]): { added: number; removed: number };
  touchFile(path: string, size: number, changed: number): void;
  /** Returns the number of chunks removed. */
  removeFile(path: string): number;
  transaction<T>(work: () => T): T;
  candidates(match: string, limit: number): Candidate[];
  /** In how many chunks a term stands. */
  frequency(term: string): number;
  totals(): { readonly files: number; readonly chunks: number; readonly length: number };
  close(): void;
}

export function deleteIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}

/** Opens the index of a workspace; one that is damaged, of another version or of another workspace is begun anew. Throws when the disk refuses. */
export function openIndexStore(file: string, root: string): IndexStore {
  const identity = `${VERSION} ${root}`;
  try {
    const db = connect(file);
    if (identify(db, identity)) return storeOn(db);
    db.close();
  } catch (error) {
    if (!isDamage(error) && sqliteCode(error) !== 'SQLITE_ERROR') throw error;
  }
  deleteIndex(file);
  const db = connect(file);
  identify(db, identity);
  return storeOn(db);
}

function connect(file: string): Database {
  const db = new Sqlite(file, { timeout: 2_000 });
  try {
    db.pragma('journal_mode = WAL');
    // A lost commit is indexed again; NORMAL never damages the file.
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -16000');
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Writes the identity into a new index; false when it is another's. */
function identify(db: Database, identity: string): boolean {
  db.prepare("INSERT INTO meta VALUES ('identity', ?) ON CONFLICT DO NOTHING").run(identity);
  return db.prepare("SELECT value FROM meta WHERE key = 'identity'").pluck().get() === identity;
}

interface StoredChunk {
  id: number;
  place: number;
  first: number;
  hash: string;
}

function storeOn(db: Database): IndexStore {
  const allFiles = db.prepare<[], StoredFile & { path: string }>('SELECT path, size, changed, hash FROM files');
  const saveFile = db.prepare(
    `INSERT INTO files (path, size, changed, hash, day) VALUES (@path, @size, @changed, @hash, @day)
     ON CONFLICT (path) DO UPDATE SET size = excluded.size, changed = excluded.changed, hash = excluded.hash RETURNING id`,
  );
  const touch = db.prepare('UPDATE files SET size = ?, changed = ? WHERE path = ?');
  const fileId = db.prepare<[string], number>('SELECT id FROM files WHERE path = ?').pluck();
  const chunksOf = db.prepare<[number], StoredChunk>('SELECT id, place, first, hash FROM chunks WHERE file = ?');
  const move = db.prepare('UPDATE chunks SET place = ?, first = ? WHERE id = ?');
  const addChunk = db.prepare(
    `INSERT INTO chunks (file, place, hash, first, units, head, text, length)
     VALUES (@file, @place, @hash, @first, @units, @head, @text, @length)`,
  );
  const addWords = db.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)');
  const dropChunk = db.prepare('DELETE FROM chunks WHERE id = ?');
  const dropWords = db.prepare('DELETE FROM words WHERE rowid = ?');
  const dropFile = db.prepare('DELETE FROM files WHERE id = ?');
  const find = db.prepare<[string, number], Candidate>(
    `SELECT c.id, f.path, f.day, c.first, c.units, c.head, c.text, c.length
     FROM words JOIN chunks c ON c.id = words.rowid JOIN files f ON f.id = c.file
     WHERE words MATCH ? ORDER BY words.rank LIMIT ?`,
  );
  const frequency = db.prepare<[string], number>('SELECT count(*) FROM words WHERE words MATCH ?').pluck();
  const totals = db.prepare<[], { files: number; chunks: number; length: number }>(
    'SELECT (SELECT count(*) FROM files) AS files, count(*) AS chunks, coalesce(sum(length), 0) AS length FROM chunks',
  );
  const remove = (id: number): void => {
    dropWords.run(id);
    dropChunk.run(id);
  };
  return {
    files: () => new Map(allFiles.all().map(({ path, ...file }) => [path, file])),
    putFile(path, stat, day, chunks) {
      const file = (saveFile.get({ path, ...stat, day }) as { id: number }).id;
      const spare = Map.groupBy(chunksOf.all(file), ({ hash }) => hash);
      let added = 0;
      for (const [place, { column, ...chunk }] of chunks.entries()) {
        const kept = spare.get(chunk.hash)?.shift();
        if (kept === undefined) {
          const { lastInsertRowid } = addChunk.run({ file, place, ...chunk });
          addWords.run(lastInsertRowid, column);
          added += 1;
        } else if (kept.place !== place || kept.first !== chunk.first) move.run(place, chunk.first, kept.id);
      }
      const gone = [...spare.values()].flat();
      for (const { id } of gone) remove(id);
      return { added, removed: gone.length };
    },
    touchFile: (path, size, changed) => void touch.run(size, changed, path),
    removeFile(path) {
      const file = fileId.get(path);
      if (file === undefined) return 0;
      const chunks = chunksOf.all(file);
      for (const { id } of chunks) remove(id);
      dropFile.run(file);
      return chunks.length;
    },
    transaction: (work) => db.transaction(work).immediate(),
    candidates: (match, limit) => find.all(match, limit),
    frequency: (term) => frequency.get(`"${term}"`) ?? 0,
    totals: () => totals.get() ?? { files: 0, chunks: 0, length: 0 },
    close: () => void db.close(),
  };
}
