/** Which model a conversation has, and what is known of each model. */
import type { Migration } from '../migration.ts';

export const models: Migration = {
  name: '006-models',
  sql: `
    ALTER TABLE sessions ADD COLUMN model TEXT NOT NULL DEFAULT '';

    CREATE TABLE models (
      id TEXT PRIMARY KEY,
      facts TEXT,
      exam TEXT,
      ratio REAL NOT NULL DEFAULT 1,
      counted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `,
};
