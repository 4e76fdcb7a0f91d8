/** What was said, for the search in conversations: kept by triggers, so that it is written and leaves with its event. */
import type { Migration } from '../migration.ts';

/** An event without readable words, which only damage makes, is left out instead of refused. */
const WORDS = "type IN ('message.received', 'answer.given') AND json_valid(body) AND json_type(body, '$.text') = 'text'";

export const said: Migration = {
  name: '002-said',
  sql: `
    CREATE TABLE said (
      cursor INTEGER PRIMARY KEY REFERENCES events (cursor) ON DELETE CASCADE,
      session_id TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    INSERT INTO said SELECT cursor, session_id, json_extract(body, '$.text') FROM events WHERE ${WORDS};
    CREATE TRIGGER events_are_said AFTER INSERT ON events WHEN NEW.type IN ('message.received', 'answer.given') BEGIN
      INSERT INTO said SELECT cursor, session_id, json_extract(body, '$.text') FROM events WHERE cursor = NEW.cursor AND ${WORDS};
    END;
  `,
};
