/** A queue on a real database, for tests. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApprovalStore } from '#runtime/storage/approval-store';
import { createAuditLog } from '#runtime/storage/audit-log';
import { type Database, openDatabase } from '#runtime/storage/database';
import { createRuleStore } from '#runtime/storage/rule-store';
import { createSessionStore } from '#runtime/storage/session-store';
import type { RuleDraft } from '#shared/schema/approval';
import { NO_EFFECT } from '#shared/schema/effect';
import { notice } from '#shared/schema/notice';
import { type Asked, createApprovalQueue, type NewRequest } from './approval-queue.ts';
import { createRules } from './rules.ts';

export const WORKSPACE = '/work/space';
export const command = (text: string, prefix = false, pinned: Record<string, string> = {}): RuleDraft => ({
  tool: 'exec',
  match: { kind: 'command', text, prefix, pinned },
});
export const path = (at: string, tool = 'write'): RuleDraft => ({ tool, match: { kind: 'path', path: at } });

export async function openDb(folder = mkdtempSync(join(tmpdir(), 'reins-approval-'))): Promise<{ db: Database; folder: string }> {
  const opened = await openDatabase({ folder });
  if ('error' in opened) throw new Error(opened.error.code);
  return { db: opened.db, folder };
}

/** With one more use of the same folder: what is there after a restart. */
export async function openQueue(folder?: string) {
  const opened = await openDb(folder);
  const { db } = opened;
  const sessions = createSessionStore(db);
  for (const id of ['s', 't']) if (sessions.get(id) === undefined) sessions.create({ id, title: `对话 ${id}`, kind: 'main', at: 1 });
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  const clock = { now: () => 1_000 + next(), zone: 'UTC' };
  const newId = (): string => `${folder === undefined ? 'a' : 'b'}${next()}`;
  const audit = createAuditLog(db);
  const rules = createRules({ store: createRuleStore(db), newId: () => `rule-${newId()}` });
  const queue = createApprovalQueue({ store: createApprovalStore(db), rules, audit, clock, newId, newNonce: () => `nonce-${newId()}` });
  return { ...opened, sessions, audit, rules, queue };
}

export function asking(more: Partial<Asked> = {}): Asked {
  return {
    risk: 'change',
    reasons: [notice('policy_files_ask', { path: 'notes/plan.md' })],
    effect: NO_EFFECT,
    binding: { file: 'abc', workspace: WORKSPACE },
    rules: [path('notes/plan.md'), path('notes/')],
    ...more,
  };
}

export function request(more: Partial<NewRequest> = {}): NewRequest {
  return {
    runId: 'r',
    callId: 'c',
    sessionId: 's',
    sessionTitle: '对话 s',
    sessionKind: 'main',
    step: 2,
    tool: 'write',
    arguments: { path: 'notes/plan.md', content: '买牛奶' },
    asking: asking(),
    plannerReason: 'you asked for it',
    workspace: WORKSPACE,
    parked: false,
    ...more,
  };
}
