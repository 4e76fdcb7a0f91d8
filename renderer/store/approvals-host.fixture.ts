/** Gives a host in memory a queue of approvals, rules and an audit, answered by the contract: once, by nonce. */
import { type Approval, answerSchema, type Rule, ruleDraftSchema } from '#shared/schema/approval';
import type { AuditEntry } from '#shared/schema/audit';
import { type Effect, NO_EFFECT } from '#shared/schema/effect';
import { notice } from '#shared/schema/notice';
import { Refusal, type SmallHost } from './small-host.fixture.ts';

export interface ApprovalsHost {
  readonly approvals: Approval[];
  readonly rules: Rule[];
  readonly audit: AuditEntry[];
  /** What was decided, in order. */
  readonly decided: Readonly<Record<string, unknown>>[];
  /** Puts a request into the queue and says so. */
  ask(approval: Approval): void;
  /** Changes one as another window or the host would. */
  change(id: string, part: Partial<Approval>): void;
  /** What a preview says. */
  preview: (args: Readonly<Record<string, unknown>>) => unknown;
}

export function approval(id: string, part: Partial<Approval> = {}): Approval {
  return {
    id,
    nonce: `nonce-${id}`,
    runId: 'run-1',
    callId: `call-${id}`,
    sessionId: 'session-1',
    sessionTitle: 'Plan',
    sessionKind: 'main',
    step: 1,
    tool: 'write',
    arguments: { path: 'notes/plan.md', content: 'one\n' },
    at: 1000,
    risk: 'change',
    reasons: [notice('policy_files_ask')],
    plannerReason: '',
    effect: { ...NO_EFFECT, undo: 'snapshot' },
    rules: [{ tool: 'write', match: { kind: 'path', path: 'notes/plan.md' } }],
    parked: false,
    state: 'waiting',
    answer: null,
    ...part,
  };
}

export function effect(part: Partial<Effect>): Effect {
  return { ...NO_EFFECT, ...part };
}

export function withApprovals(host: SmallHost): ApprovalsHost {
  const made: ApprovalsHost = {
    approvals: [],
    rules: [],
    audit: [],
    decided: [],
    ask(one) {
      made.approvals.push(one);
      host.push({ kind: 'changed', what: 'approvals' });
    },
    change(id, part) {
      const index = made.approvals.findIndex((one) => one.id === id);
      made.approvals[index] = { ...(made.approvals[index] as Approval), ...part };
      host.push({ kind: 'changed', what: 'approvals' });
    },
    preview: (args) => ({ verdict: 'ask', reason: null, arguments: args, effect: NO_EFFECT, rules: [] }),
  };
  const find = (id: unknown): Approval => {
    const found = made.approvals.find((one) => one.id === id);
    if (found === undefined) throw new Refusal(notice('approval_unknown'));
    return found;
  };
  const rows: Readonly<Record<string, (input: Record<string, unknown>) => unknown>> = {
    'approval.list': () => ({ approvals: made.approvals.filter(({ state }) => state === 'waiting') }),
    'approval.get': ({ id }) => find(id),
    'approval.preview': ({ id, arguments: args }) => find(id) && made.preview(args as Record<string, unknown>),
    'approval.decide': (input) => {
      const one = find(input['id']);
      if (one.state !== 'waiting') throw new Refusal(notice('approval_answered'));
      if (one.nonce !== input['nonce']) throw new Refusal(notice('approval_stale'));
      made.decided.push(input);
      const answer = answerSchema.parse(input['answer']);
      const state = answer === 'deny' ? 'denied' : 'allowed';
      const rule = ruleDraftSchema.safeParse(input['rule']);
      if (rule.success)
        made.rules.push(ruleOf(`rule-${made.rules.length + 1}`, { ...rule.data, scope: answer === 'session' ? 'session' : 'always' }));
      made.change(one.id, { state, answer: { at: 2000, by: 'window', answer, reason: '' } });
      return { state };
    },
    'rule.list': () => ({ rules: made.rules }),
    'rule.rename': ({ id, name }) => {
      const index = made.rules.findIndex((rule) => rule.id === id);
      if (index === -1) throw new Refusal(notice('rule_unknown'));
      made.rules[index] = { ...(made.rules[index] as Rule), name: String(name) };
      return made.rules[index];
    },
    'rule.revoke': ({ id }) => {
      const index = made.rules.findIndex((rule) => rule.id === id);
      if (index === -1) throw new Refusal(notice('rule_unknown'));
      made.rules.splice(index, 1);
      return { done: true };
    },
    'audit.list': ({ query, only, before, limit }) => {
      const fits = [...made.audit]
        .reverse()
        .filter(({ seq }) => before === undefined || seq < Number(before))
        .filter(({ subject }) => query === undefined || subject.includes(String(query)))
        .filter(({ type, detail }) => only !== 'denied' || type === 'refused' || detail['answer'] === 'deny');
      const most = Number(limit ?? 100);
      return { entries: fits.slice(0, most), more: fits.length > most };
    },
    'audit.verify': () => ({ entries: made.audit.length, intact: true, brokenAt: null }),
  };
  for (const [method, answer] of Object.entries(rows)) host.answers.set(method, answer);
  return made;
}

export function ruleOf(id: string, part: Partial<Rule> & Pick<Rule, 'tool' | 'match'>): Rule {
  return { id, name: '', scope: 'always', sessionId: null, workspace: '/reins', madeAt: 1000, lastUsedAt: null, uses: 0, ...part };
}

export function auditEntry(seq: number, part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq,
    at: 1000 + seq,
    type: 'ran',
    sessionId: 'session-1',
    runId: 'run-1',
    callId: `call-${seq}`,
    tool: 'exec',
    subject: `ls ${seq}`,
    by: 'main',
    detail: {},
    hash: seq.toString(16).padStart(64, '0'),
    ...part,
  };
}
