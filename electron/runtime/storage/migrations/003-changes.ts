/** What the agent changed on the disk, and which kept contents each change needs. */
import type { Migration } from '../migration.ts';

export const changes: Migration = {
  name: '003-changes',
  sql: `
    CREATE TABLE changes (
      id TEXT PRIMARY KEY,
      root TEXT NOT NULL,
      run_id TEXT,
      session_id TEXT NOT NULL,
      call_id TEXT NOT NULL,
      tool TEXT NOT NULL,
      at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'applied', 'undone')),
      turning INTEGER NOT NULL DEFAULT 0,
      available INTEGER NOT NULL DEFAULT 1,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX changes_by_root ON changes (root, at DESC, id DESC);
    CREATE INDEX changes_by_session ON changes (session_id, at DESC);

    CREATE TABLE snapshots (
      hash TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change_snapshots (
      change_id TEXT NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      PRIMARY KEY (change_id, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX change_snapshots_by_hash ON change_snapshots (hash);
  `,
};
