/** Opens the one state database: durable, migrated, and set aside with a rescue when it is damaged. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { type Notice, notice } from '#shared/schema/notice';
import { type Migration, migrate, schemaVersion } from './migration.ts';
import { migrations as shipped } from './migrations/all.ts';
import { setAside } from './rescue.ts';

export type { Database } from 'better-sqlite3';

export interface OpenedDatabase {
  readonly db: Database;
  /** What the person has to know: a damaged file was set aside, and what could be saved. */
  readonly notices: readonly Notice[];
}

/** How long an open waits for another program to let go, in milliseconds. */
const PATIENCE = 5_000;
/** A file up to this many bytes is checked at every start; a larger one only after an unclean end. */
const ALWAYS_CHECKED = 16 * 1024 * 1024;

export interface DatabaseOptions {
  readonly folder: string;
  readonly migrations?: readonly Migration[];
  readonly patience?: number;
}

/** A database written by a later version; it is left untouched. */
class NewerDatabase extends Error {
  readonly found: number;
  constructor(found: number) {
    super(`database version ${found}`);
    this.found = found;
  }
}

/** Never rejects for a locked, newer or damaged file: those are notices; anything else is thrown. */
export async function openDatabase({
  folder,
  migrations = shipped,
  patience = PATIENCE,
}: DatabaseOptions): Promise<OpenedDatabase | { readonly error: Notice }> {
  const file = join(folder, 'state.db');
  const backups = join(folder, 'backups');
  const end = Date.now() + patience;
  for (;;) {
    try {
      return { db: connect(file, backups, migrations), notices: [] };
    } catch (error) {
      if (error instanceof NewerDatabase)
        return { error: notice('database_newer', { path: file, found: error.found, known: migrations.length }) };
      if (isDamage(error)) return setAside(file, backups, migrations, (fresh) => connect(fresh, backups, migrations));
      if (!/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))) throw error;
      if (Date.now() >= end) return { error: notice('database_locked', { path: file }) };
      await sleep(100);
    }
  }
}

function connect(file: string, backups: string, migrations: readonly Migration[]): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = existsSync(file) ? statSync(file).size : 0;
  const unclean = existsSync(`${file}-wal`);
  const db = new Sqlite(file, { timeout: 50 });
  try {
    const found = schemaVersion(db);
    if (found > migrations.length) throw new NewerDatabase(found);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    if (size > 0 && (size <= ALWAYS_CHECKED || unclean)) checkPages(db);
    migrate(db, migrations, backups);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function checkPages(db: Database): void {
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw Object.assign(new Error(String(verdict)), { code: 'SQLITE_CORRUPT' });
}

export function sqliteCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}
