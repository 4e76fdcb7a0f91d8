/** Requests for a person, kept across restarts: what was shown, what it is bound to, and how it ended. */
import { type Approval, approvalSchema } from '#shared/schema/approval';
import type { Database } from './database.ts';

export interface StoredApproval {
  readonly approval: Approval;
  /** Facts that must be the same when the call runs. */
  readonly binding: Readonly<Record<string, string>>;
  /** Real path of the workspace in which it was asked. */
  readonly workspace: string;
}

/** The parts of a request that an answer with edited arguments puts in the place of what was asked first. */
export type Revision = Pick<Approval, 'risk' | 'reasons' | 'effect' | 'rules'> & { readonly binding: StoredApproval['binding'] };

export interface Settlement {
  readonly id: string;
  /** Only from one of these it may leave. */
  readonly from: readonly Approval['state'][];
  readonly state: Approval['state'];
  readonly answer?: Approval['answer'];
  readonly revision?: Revision;
}

/** Told once of each request that cannot be read; it is missing from every list. */
export type OnUnreadableApproval = (id: string, error: unknown) => void;

export interface ApprovalStore {
  insert(stored: StoredApproval): void;
  get(id: string): StoredApproval | undefined;
  /** Oldest first; with a session those of one conversation. */
  waiting(sessionId?: string): Approval[];
  /** Runs `work` in one transaction (in the one around it where there is one): all of it is stored, or nothing. */
  together<T>(work: () => T): T;
  /** Moves a request on, exactly once: false when it was in none of the given states (or is unknown). */
  settle(settlement: Settlement): boolean;
  /** Ends what waits of a run; returns how many. */
  endForRun(runId: string): number;
  /** Ends what waits of a conversation; returns how many. Deleting the conversation does the same. */
  endForSession(sessionId: string): number;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly answer: string | null;
  readonly workspace: string;
  readonly binding: string;
  readonly body: string;
}

const SELECT = 'SELECT id, state, answer, workspace, binding, body FROM approvals';

/** Throws for a row that cannot be read. */
function parse(row: Row): StoredApproval {
  const { state, answer, workspace } = row;
  const body: unknown = JSON.parse(row.body);
  if (typeof body !== 'object' || body === null) throw new TypeError('a request is an object');
  const approval = approvalSchema.parse({ ...body, id: row.id, state, answer: answer === null ? null : JSON.parse(answer) });
  const binding = approvalBinding(JSON.parse(row.binding));
  return { approval, binding, workspace };
}

function approvalBinding(value: unknown): StoredApproval['binding'] {
  if (typeof value !== 'object' || value === null) throw new TypeError('a binding is an object');
  const entries = Object.entries(value);
  if (entries.some(([, fact]) => typeof fact !== 'string')) throw new TypeError('a binding holds words alone');
  return Object.fromEntries(entries);
}

/** State and answer have columns of their own. */
function bodyOf({ state: _state, answer: _answer, ...body }: Approval): string {
  return JSON.stringify(body);
}

export function createApprovalStore(db: Database, onUnreadable: OnUnreadableApproval = () => undefined): ApprovalStore {
  const told = new Set<string>();
  const read = (row: Row): StoredApproval[] => {
    try {
      return [parse(row)];
    } catch (error) {
      if (!told.has(row.id)) onUnreadable(row.id, error);
      told.add(row.id);
      return [];
    }
  };
  const insert = db.prepare(
    'INSERT INTO approvals (id, session_id, run_id, at, state, answer, workspace, binding, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const one = db.prepare<[string], Row>(`${SELECT} WHERE id = ?`);
  const all = db.prepare<[], Row>(`${SELECT} WHERE state = 'waiting' ORDER BY at, id`);
  const ofSession = db.prepare<[string], Row>(`${SELECT} WHERE state = 'waiting' AND session_id = ? ORDER BY at, id`);
  const move = db.prepare<[string, string | null, string, string], unknown>(
    'UPDATE approvals SET state = ?, answer = coalesce(?, answer) WHERE id = ? AND state = ?',
  );
  const revise = db.prepare('UPDATE approvals SET body = ?, binding = ? WHERE id = ?');
  const endRun = db.prepare("UPDATE approvals SET state = 'ended' WHERE run_id = ? AND state = 'waiting'");
  const endSession = db.prepare("UPDATE approvals SET state = 'ended' WHERE session_id = ? AND state = 'waiting'");
  const get = (id: string): StoredApproval | undefined => {
    const row = one.get(id);
    return row === undefined ? undefined : read(row)[0];
  };
  const settle = db.transaction(({ id, from, state, answer, revision }: Settlement): boolean => {
    const text = answer === undefined || answer === null ? null : JSON.stringify(answer);
    if (!from.some((before) => move.run(state, text, id, before).changes > 0)) return false;
    const stored = revision === undefined ? undefined : get(id);
    if (stored !== undefined && revision !== undefined) {
      const { binding, ...shown } = revision;
      revise.run(bodyOf({ ...stored.approval, ...shown }), JSON.stringify(binding), id);
    }
    return true;
  });
  return {
    together: (work) => db.transaction(work)(),
    insert({ approval, binding, workspace }) {
      const { id, sessionId, runId, at, state, answer } = approval;
      const answered = answer === null ? null : JSON.stringify(answer);
      insert.run(id, sessionId, runId, Math.trunc(at), state, answered, workspace, JSON.stringify(binding), bodyOf(approval));
    },
    get,
    waiting: (sessionId) => (sessionId === undefined ? all.all() : ofSession.all(sessionId)).flatMap(read).map(({ approval }) => approval),
    settle,
    endForRun: (runId) => endRun.run(runId).changes,
    endForSession: (sessionId) => endSession.run(sessionId).changes,
  };
}
