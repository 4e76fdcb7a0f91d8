/** Numbered migrations with a backup before each; PRAGMA user_version is the number of the last one applied. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';

export interface Migration {
  /** Number and speaking name, as its file. */
  readonly name: string;
  readonly sql: string;
}

export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Applies what is missing, each in its own transaction. A failed one leaves the database as it was and throws. */
export function migrate(db: Database, migrations: readonly Migration[], backups: string): void {
  const found = schemaVersion(db);
  for (let version = found; version < migrations.length; version += 1) {
    const migration = migrations[version];
    if (migration === undefined) return;
    // A new database has nothing to lose.
    if (found > 0) backupInto(db, backups, `before-${migration.name}`);
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${version + 1}`);
    })();
  }
}

/** A consistent copy beside the running database; returns its path. */
export function backupInto(db: Database, folder: string, label: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `state-${label}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  db.prepare('VACUUM INTO ?').run(file);
  return file;
}
