/** Sets a damaged database aside and saves what can still be read from it, or the newest backup. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { type Notice, notice } from '#shared/schema/notice';
import type { Migration } from './migration.ts';

/** Rows that are looked for where the table no longer says how many it had. */
const ROWS_TRIED = 200_000;

/**
 * Moves the file with its companions into `backups/damaged-*`, opens a fresh one and copies row by row what the old file, else the newest backup, still gives.
 * The damaged file is kept.
 */
export function setAside(
  file: string,
  backups: string,
  migrations: readonly Migration[],
  open: (file: string) => Database,
): { readonly db: Database; readonly notices: readonly Notice[] } {
  const grave = join(backups, `damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(grave, { recursive: true, mode: 0o700 });
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, join(grave, basename(file) + suffix));
  const damaged = join(grave, basename(file));
  const db = open(file);
  const saved = copyRows(damaged, db, migrations.length);
  const fallback = saved.sessions === 0 ? newestBackup(backups) : undefined;
  if (fallback !== undefined) {
    const old = copyRows(fallback, db, migrations.length);
    saved.sessions += old.sessions;
    saved.events += old.events;
  }
  return { db, notices: [notice('database_damaged', { path: damaged, sessions: saved.sessions, events: saved.events })] };
}

function newestBackup(backups: string): string | undefined {
  if (!existsSync(backups)) return undefined;
  return readdirSync(backups)
    .filter((name) => name.startsWith('state-') && name.endsWith('.db'))
    .map((name) => join(backups, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** Reads row by row, so that a page that cannot be read costs only the rows in it. */
function copyRows(from: string, to: Database, known: number): { sessions: number; events: number } {
  const saved = { sessions: 0, events: 0 };
  let source: Database;
  try {
    source = new Sqlite(from, { timeout: 50 });
    if (Number(source.pragma('user_version', { simple: true })) > known) return saved;
  } catch {
    return saved;
  }
  const put = { sessions: inserter(to, 'sessions'), runs: inserter(to, 'runs'), events: inserter(to, 'events') };
  to.transaction(() => {
    for (const row of readableRows(source, 'sessions')) saved.sessions += put.sessions(row);
    for (const row of readableRows(source, 'runs')) {
      adoptSession(to, String(row['session_id']));
      put.runs(row);
    }
    for (const row of readableRows(source, 'events')) {
      adoptRun(to, String(row['session_id']), String(row['run_id']));
      saved.events += put.events(row);
    }
  })();
  source.close();
  return saved;
}

type Row = Record<string, string | number | null>;

function* readableRows(source: Database, table: string): Generator<Row> {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch {
      return undefined; // a page that cannot be read
    }
  };
  const last =
    attempt(() => source.prepare<[], { last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`).get()?.last ?? 0) ?? ROWS_TRIED;
  const read = attempt(() => source.prepare<[number], Row>(`SELECT * FROM ${table} WHERE rowid = ?`));
  for (let rowid = 1; read !== undefined && rowid <= last; rowid += 1) {
    const row = attempt(() => read.get(rowid));
    if (row !== undefined) yield row;
  }
}

/** Returns the number of rows that were new. */
function inserter(db: Database, table: string): (row: Row) => number {
  return (row) => {
    const names = Object.keys(row);
    try {
      const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return db.prepare(sql).run(...Object.values(row)).changes;
    } catch {
      return 0; // its parent was lost
    }
  };
}

/** What was said outlives the row that led to it: a lost conversation comes back under an empty title, a lost run as ended. */
function adoptSession(db: Database, sessionId: string): void {
  const sql = "INSERT OR IGNORE INTO sessions (id, title, kind, created_at, updated_at) VALUES (?, '', 'main', 0, 0)";
  db.prepare(sql).run(sessionId);
}

function adoptRun(db: Database, sessionId: string, runId: string): void {
  if (db.prepare('SELECT 1 FROM runs WHERE id = ?').get(runId) !== undefined) return;
  adoptSession(db, sessionId);
  db.prepare("INSERT INTO runs (id, session_id, status, started_at) VALUES (?, ?, 'ended', 0)").run(runId, sessionId);
}
