/** What waits for a person, the rules their answers made, and the audit: a chain that grows and never changes. */
import type { Migration } from '../migration.ts';

export const approvals: Migration = {
  name: '004-approvals',
  sql: `
    CREATE TABLE approvals (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      run_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'allowed', 'denied', 'void', 'ended')),
      answer TEXT,
      workspace TEXT NOT NULL,
      binding TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX approvals_waiting ON approvals (at, id) WHERE state = 'waiting';
    CREATE INDEX approvals_by_run ON approvals (run_id);
    CREATE INDEX approvals_by_session ON approvals (session_id);
    CREATE TRIGGER approvals_end_with_their_session AFTER UPDATE OF deleted_at ON sessions WHEN NEW.deleted_at IS NOT NULL BEGIN
      UPDATE approvals SET state = 'ended' WHERE session_id = NEW.id AND state = 'waiting';
    END;

    CREATE TABLE rules (
      id TEXT PRIMARY KEY,
      tool TEXT NOT NULL,
      covers TEXT NOT NULL,
      match TEXT NOT NULL,
      name TEXT NOT NULL DEFAULT '',
      scope TEXT NOT NULL CHECK (scope IN ('session', 'always')),
      session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
      workspace TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      last_used_at INTEGER,
      uses INTEGER NOT NULL DEFAULT 0,
      CHECK ((scope = 'session') = (session_id IS NOT NULL))
    ) STRICT;
    CREATE UNIQUE INDEX rules_once ON rules (tool, covers, workspace, ifnull(session_id, ''));
    CREATE TRIGGER rules_end_with_their_session AFTER UPDATE OF deleted_at ON sessions WHEN NEW.deleted_at IS NOT NULL BEGIN
      DELETE FROM rules WHERE session_id = NEW.id;
    END;

    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      denied INTEGER NOT NULL,
      words TEXT NOT NULL,
      body TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    CREATE TRIGGER audit_is_never_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;

    CREATE TABLE audit_head (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      entries INTEGER NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_head_only_grows BEFORE UPDATE ON audit_head WHEN NEW.entries <= OLD.entries
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
};
