/** Sessions, runs and the append-only log of events. */
import type { Migration } from '../migration.ts';

export const sessionsRunsEvents: Migration = {
  name: '001-sessions-runs-events',
  sql: `
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      kind TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      draft TEXT NOT NULL DEFAULT '',
      short_memory TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE INDEX sessions_by_time ON sessions (updated_at DESC);

    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      key TEXT UNIQUE,
      status TEXT NOT NULL CHECK (status IN ('running', 'waiting', 'ended')),
      started_at INTEGER NOT NULL,
      messages TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE INDEX runs_by_session ON runs (session_id, started_at);
    CREATE INDEX runs_open ON runs (status) WHERE status <> 'ended';

    CREATE TABLE events (
      cursor INTEGER PRIMARY KEY AUTOINCREMENT,
      run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      session_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      v INTEGER NOT NULL,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (run_id, seq)
    ) STRICT;
    CREATE INDEX events_by_session ON events (session_id, cursor);
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    CREATE TRIGGER events_leave_with_their_session BEFORE DELETE ON events
      WHEN EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session_id AND deleted_at IS NULL)
      BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
  `,
};
