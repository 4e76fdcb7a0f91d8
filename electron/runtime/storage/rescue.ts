/** Sets a damaged database aside and saves what can still be read from it, or the newest backup. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { type Notice, notice } from '#shared/schema/notice';
import { sessionKindSchema } from '#shared/schema/session';
import type { Migration } from './migration.ts';
import { type Row, readableRows } from './readable-rows.ts';

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
  const damaged = join(grave, basename(file));
  moveAll(file, damaged);
  let db: Database | undefined;
  try {
    db = open(file);
    return { db, notices: [notice('database_damaged', { path: damaged, ...rescueInto(db, damaged, backups, migrations.length) })] };
  } catch (error) {
    // Nothing could be saved now (a full disk): the file comes back, so that the next start tries again.
    db?.close();
    for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true });
    moveAll(damaged, file);
    throw error;
  }
}

const SUFFIXES = ['', '-wal', '-shm'];

function moveAll(from: string, to: string): void {
  for (const suffix of SUFFIXES) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

interface Saved {
  sessions: number;
  events: number;
}

function rescueInto(db: Database, damaged: string, backups: string, known: number): Saved {
  const saved = copyRows(damaged, db, known);
  const fallback = saved.sessions === 0 ? newestBackup(backups) : undefined;
  if (fallback === undefined) return saved;
  const old = copyRows(fallback, db, known);
  return { sessions: saved.sessions + old.sessions, events: saved.events + old.events };
}

function newestBackup(backups: string): string | undefined {
  if (!existsSync(backups)) return undefined;
  return readdirSync(backups)
    .filter((name) => name.startsWith('state-') && name.endsWith('.db'))
    .map((name) => join(backups, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** Reads row by row, so that a page that cannot be read costs only the rows in it. */
function copyRows(from: string, to: Database, known: number): Saved {
  const saved = { sessions: 0, events: 0 };
  let source: Database;
  try {
    source = new Sqlite(from, { timeout: 50 });
  } catch {
    return saved;
  }
  if (versionOf(source) <= known) to.transaction(() => copyTables(source, to, saved))();
  source.close();
  return saved;
}

/** Above every known one where not even the head of the file can be read. */
function versionOf(db: Database): number {
  try {
    return Number(db.pragma('user_version', { simple: true }));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function copyTables(source: Database, to: Database, saved: Saved): void {
  const put = { sessions: inserter(to, 'sessions'), runs: inserter(to, 'runs'), events: inserter(to, 'events') };
  const adopt = adopter(to);
  for (const row of readableRows(source, 'sessions')) saved.sessions += put.sessions(row);
  for (const row of readableRows(source, 'runs')) {
    adopt.session(String(row['session_id']));
    put.runs(row);
  }
  for (const row of readableRows(source, 'events')) {
    adopt.run(String(row['session_id']), String(row['run_id']));
    if (row['type'] === 'run.started') adopt.kind(String(row['session_id']), String(row['body']));
    saved.events += put.events(row);
  }
  const others = otherTables(to);
  for (const table of others) {
    const insert = inserter(to, table);
    for (const row of readableRows(source, table)) insert(row);
  }
  // A request whose run was lost, or does not wait any more, has nobody to go on with an answer.
  if (others.includes('approvals'))
    to.exec(
      "UPDATE approvals SET state = 'ended' WHERE state = 'waiting' AND run_id NOT IN (SELECT id FROM runs WHERE status = 'waiting')",
    );
}

/** What is copied as it is; `said` follows from the events. */
const COPIED_APART: ReadonlySet<string> = new Set(['sessions', 'runs', 'events', 'said']);

/** Every further table in the order in which they were made, so that parents come first. */
function otherTables(db: Database): string[] {
  const names = db.prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
  );
  return names
    .pluck()
    .all()
    .filter((name) => !COPIED_APART.has(name));
}

/** Returns the number of rows that were new. */
function inserter(db: Database, table: string): (row: Row) => number {
  const statements = new Map<string, Statement<Row[string][]>>();
  const prepare = (names: readonly string[]): Statement<Row[string][]> => {
    // A conversation that was only adopted so far takes its own title and kind where they are found after all.
    const taken = names.map((name) => `${name} = excluded.${name}`).join(', ');
    const conflict =
      table === 'sessions' ? `ON CONFLICT (id) DO UPDATE SET ${taken} WHERE sessions.created_at = ${ADOPTED}` : 'ON CONFLICT DO NOTHING';
    return db.prepare<Row[string][]>(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${conflict}`);
  };
  return (row) => {
    try {
      const names = Object.keys(row);
      const statement = statements.get(names.join()) ?? prepare(names);
      statements.set(names.join(), statement);
      return statement.run(...Object.values(row)).changes;
    } catch (error) {
      // Its parent was lost, or a value in it makes no sense; a full disk is another matter.
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return 0;
      throw error;
    }
  };
}

/** When an adopted conversation was made: no other was made then. */
const ADOPTED = 0;

interface Adopter {
  session(id: string): void;
  run(sessionId: string, runId: string): void;
  /** `body` is what a start of a run in the conversation says. */
  kind(sessionId: string, body: string): void;
}

/**
 * What was said outlives the row that led to it: a lost conversation comes back under an empty title, a lost run as ended. Its kind is read from the start of
 * its runs; until one says that it was the person's own, others may have read along, and private notes stay closed in it.
 */
function adopter(db: Database): Adopter {
  const addSession = db.prepare(
    `INSERT OR IGNORE INTO sessions (id, title, kind, created_at, updated_at) VALUES (?, '', 'shared', ${ADOPTED}, ${ADOPTED})`,
  );
  const addRun = db.prepare("INSERT OR IGNORE INTO runs (id, session_id, status, started_at) VALUES (?, ?, 'ended', 0)");
  const setKind = db.prepare(`UPDATE sessions SET kind = ? WHERE id = ? AND created_at = ${ADOPTED}`);
  return {
    session: (id) => void addSession.run(id),
    run(sessionId, runId) {
      addSession.run(sessionId);
      addRun.run(runId, sessionId);
    },
    kind(sessionId, body) {
      const kind = sessionKindSchema.safeParse(readKind(body));
      if (kind.success) setKind.run(kind.data, sessionId);
    },
  };
}

function readKind(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  } catch {
    return undefined;
  }
}
