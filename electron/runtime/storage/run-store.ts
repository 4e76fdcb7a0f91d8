/** Runs: which are open, which key started which, and the words a finished run left in the conversation. */
import { type ChatMessage, chatMessageSchema } from '#shared/schema/chat-message';
import type { Database } from './database.ts';

export type RunStatus = 'running' | 'waiting' | 'ended';

export interface StoredRun {
  readonly id: string;
  readonly sessionId: string;
  readonly status: RunStatus;
}

export interface RunStore {
  create(run: { readonly id: string; readonly sessionId: string; readonly key: string | null; readonly at: number }): void;
  get(id: string): StoredRun | undefined;
  byKey(key: string): StoredRun | undefined;
  /** Every run that has not ended, oldest first. */
  open(): StoredRun[];
  setStatus(id: string, status: RunStatus): void;
  /** Messages that this run added to the conversation, as they were sent. */
  setMessages(id: string, messages: readonly ChatMessage[]): void;
  /** The conversation as it was sent: what was said before a run, and what the run itself has added so far. */
  conversation(sessionId: string, runId: string): { before: ChatMessage[]; own: ChatMessage[] };
}

const COLUMNS = 'id, session_id AS sessionId, status';

export function createRunStore(db: Database): RunStore {
  const insert = db.prepare("INSERT INTO runs (id, session_id, key, status, started_at) VALUES (?, ?, ?, 'running', ?)");
  const one = db.prepare<[string], StoredRun>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`);
  const keyed = db.prepare<[string], StoredRun>(`SELECT ${COLUMNS} FROM runs WHERE key = ?`);
  const open = db.prepare<[], StoredRun>(`SELECT ${COLUMNS} FROM runs WHERE status <> 'ended' ORDER BY started_at, id`);
  const status = db.prepare('UPDATE runs SET status = ? WHERE id = ?');
  const messages = db.prepare('UPDATE runs SET messages = ? WHERE id = ?');
  const said = db.prepare<[string, string], { id: string; messages: string }>(
    "SELECT id, messages FROM runs WHERE session_id = ? AND id <= ? AND messages <> '[]' ORDER BY id",
  );
  return {
    create: ({ id, sessionId, key, at }) => void insert.run(id, sessionId, key, at),
    get: (id) => one.get(id),
    byKey: (key) => keyed.get(key),
    open: () => open.all(),
    setStatus: (id, next) => void status.run(next, id),
    setMessages: (id, list) => void messages.run(JSON.stringify(list), id),
    conversation(sessionId, runId) {
      const rows = said
        .all(sessionId, runId)
        .map(({ id, messages: text }) => ({ id, list: chatMessageSchema.array().parse(JSON.parse(text)) }));
      const of = (own: boolean): ChatMessage[] => rows.filter(({ id }) => (id === runId) === own).flatMap(({ list }) => list);
      return { before: of(false), own: of(true) };
    },
  };
}
