/** Rules that a person's answers made: what runs unasked from then on, in one conversation or always in one workspace. */
import { type Rule, type RuleMatch, ruleMatchSchema, ruleSchema } from '#shared/schema/approval';
import type { Database } from './database.ts';

export type NewRule = Pick<Rule, 'id' | 'tool' | 'match' | 'name' | 'scope' | 'sessionId' | 'workspace' | 'madeAt'>;

/** Told once of each rule that cannot be read: it covers nothing. */
export type OnUnreadableRule = (id: string, error: unknown) => void;

export interface RuleStore {
  /** Newest first. */
  list(): Rule[];
  get(id: string): Rule | undefined;
  /** Those of the conversation, then those that always hold in the workspace; the oldest first. */
  forCall(call: { readonly tool: string; readonly workspace: string; readonly sessionId: string }): Rule[];
  /** Stores it, or gives the one that covers the same already; a script that it pins is pinned anew then. */
  put(rule: NewRule): { readonly rule: Rule; readonly made: boolean };
  used(id: string, at: number): void;
  /** false for one that is not there. */
  rename(id: string, name: string): boolean;
  remove(id: string): boolean;
}

interface Row {
  readonly id: string;
  readonly tool: string;
  readonly match: string;
  readonly name: string;
  readonly scope: string;
  readonly session_id: string | null;
  readonly workspace: string;
  readonly made_at: number;
  readonly last_used_at: number | null;
  readonly uses: number;
}

const SELECT = 'SELECT id, tool, match, name, scope, session_id, workspace, made_at, last_used_at, uses FROM rules';

/** Throws for a row that cannot be read. */
function parse(row: Row): Rule {
  const { id, tool, name, scope, session_id: sessionId, workspace, made_at: madeAt, last_used_at: lastUsedAt, uses } = row;
  return ruleSchema.parse({ id, tool, name, scope, sessionId, workspace, madeAt, lastUsedAt, uses, match: JSON.parse(row.match) });
}

/** What makes two rules the same; the content of a pinned script does not, for a rule is renewed when the script has changed. */
function covered(match: RuleMatch): string {
  switch (match.kind) {
    case 'command':
      return JSON.stringify(['command', match.prefix, match.text]);
    case 'path':
      return JSON.stringify(['path', match.path]);
    default:
      return match satisfies never;
  }
}

export function createRuleStore(db: Database, onUnreadable: OnUnreadableRule = () => undefined): RuleStore {
  const told = new Set<string>();
  const read = (row: Row): Rule[] => {
    try {
      return [parse(row)];
    } catch (error) {
      if (!told.has(row.id)) onUnreadable(row.id, error);
      told.add(row.id);
      return [];
    }
  };
  const all = db.prepare<[], Row>(`${SELECT} ORDER BY made_at DESC, id DESC`);
  const one = db.prepare<[string], Row>(`${SELECT} WHERE id = ?`);
  const same = db.prepare<[string, string, string, string | null], Row>(
    `${SELECT} WHERE tool = ? AND covers = ? AND workspace = ? AND session_id IS ?`,
  );
  const fitting = db.prepare<[string, string, string], Row>(
    `${SELECT} WHERE tool = ? AND workspace = ? AND (session_id IS NULL OR session_id = ?) ORDER BY session_id IS NULL, made_at, id`,
  );
  const insert = db.prepare(
    'INSERT INTO rules (id, tool, covers, match, name, scope, session_id, workspace, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const renew = db.prepare('UPDATE rules SET match = ?, name = ? WHERE id = ?');
  const use = db.prepare('UPDATE rules SET last_used_at = ?, uses = uses + 1 WHERE id = ?');
  const rename = db.prepare('UPDATE rules SET name = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  const put = db.transaction((given: NewRule): { rule: Rule; made: boolean } => {
    const { id, tool, name, scope, sessionId, workspace, madeAt } = given;
    const match = ruleMatchSchema.parse(given.match);
    const covers = covered(match);
    const row = same.get(tool, covers, workspace, sessionId);
    const [known] = row === undefined ? [] : read(row);
    if (known !== undefined) {
      const rule: Rule = { ...known, match, name: name === '' ? known.name : name };
      renew.run(JSON.stringify(rule.match), rule.name, rule.id);
      return { rule, made: false };
    }
    if (row !== undefined) remove.run(row.id); // unreadable, and in the way
    insert.run(id, tool, covers, JSON.stringify(match), name, scope, sessionId, workspace, Math.trunc(madeAt));
    return { rule: { id, tool, match, name, scope, sessionId, workspace, madeAt, lastUsedAt: null, uses: 0 }, made: true };
  });
  return {
    list: () => all.all().flatMap(read),
    get(id) {
      const row = one.get(id);
      return row === undefined ? undefined : read(row)[0];
    },
    forCall: ({ tool, workspace, sessionId }) => fitting.all(tool, workspace, sessionId).flatMap(read),
    put,
    used: (id, at) => void use.run(Math.trunc(at), id),
    rename: (id, name) => rename.run(name, id).changes > 0,
    remove: (id) => remove.run(id).changes > 0,
  };
}
