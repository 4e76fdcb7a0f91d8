/** Each changed path in a row of its own, and what is known of the workspace's files; earlier changes keep their history. */
import type { Migration } from '../migration.ts';

/** A state as `change-rows.ts` reads it; nobody can tell any more whether such a file was written to since, so it is read again. */
const stateOf = (side: 'before' | 'after'): string =>
  `CASE WHEN p.value -> '$.${side}' = 'null' THEN NULL ELSE json_object(
     'type', p.value ->> '$.${side}.type', 'hash', p.value ->> '$.${side}.hash', 'size', p.value -> '$.${side}.size',
     'mode', p.value -> '$.${side}.mode', 'stamp', '', 'sure', json('false')) END`;

export const changeFiles: Migration = {
  name: '005-change-files',
  sql: `
    DROP TABLE change_snapshots;
    DROP INDEX changes_by_root;
    DROP INDEX changes_by_session;
    ALTER TABLE changes RENAME TO old_changes;

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
      watched TEXT NOT NULL,
      files INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX changes_by_root ON changes (root, at DESC, id DESC);
    CREATE INDEX changes_by_session ON changes (session_id, at DESC);

    CREATE TABLE change_files (
      change_id TEXT NOT NULL,
      path TEXT NOT NULL,
      changed INTEGER NOT NULL,
      before TEXT,
      before_hash TEXT,
      after TEXT,
      after_hash TEXT,
      PRIMARY KEY (change_id, path)
    ) STRICT;
    CREATE INDEX change_files_before ON change_files (before_hash) WHERE before_hash IS NOT NULL;
    CREATE INDEX change_files_after ON change_files (after_hash) WHERE after_hash IS NOT NULL;

    CREATE TABLE known_files (
      root TEXT NOT NULL,
      path TEXT NOT NULL,
      state TEXT NOT NULL,
      hash TEXT,
      PRIMARY KEY (root, path)
    ) STRICT;
    CREATE INDEX known_files_by_hash ON known_files (hash) WHERE hash IS NOT NULL;

    INSERT INTO changes
      SELECT id, root, run_id, session_id, call_id, tool, at, state, turning, available,
        (SELECT json_group_array(json_object('path', w.value, 'look', 'deep')) FROM json_each(o.body, '$.watched') AS w),
        json_array_length(o.body, '$.paths')
      FROM old_changes AS o WHERE json_valid(o.body);
    INSERT INTO change_files
      SELECT o.id, p.value ->> '$.path', o.state <> 'open',
        ${stateOf('before')}, nullif(p.value ->> '$.before.hash', ''), ${stateOf('after')}, nullif(p.value ->> '$.after.hash', '')
      FROM old_changes AS o, json_each(o.body, '$.paths') AS p WHERE json_valid(o.body);
    DROP TABLE old_changes;
  `,
};
