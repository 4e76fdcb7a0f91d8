import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Approval } from '#shared/schema/approval';
import { NO_EFFECT } from '#shared/schema/effect';
import { createApprovalStore } from './approval-store.ts';
import { createAuditLog } from './audit-log.ts';
import { openDatabase } from './database.ts';
import { createRuleStore } from './rule-store.ts';
import { createRunStore } from './run-store.ts';
import { createSessionStore } from './session-store.ts';

async function open(folder: string) {
  const opened = await openDatabase({ folder });
  if ('error' in opened) throw new Error(opened.error.code);
  const { db, notices } = opened;
  return {
    db,
    notices,
    audit: createAuditLog(db),
    approvals: createApprovalStore(db),
    rules: createRuleStore(db),
    sessions: createSessionStore(db),
    runs: createRunStore(db),
  };
}

const waiting = (id: string, runId: string): Approval => ({
  id,
  nonce: 'n',
  runId,
  callId: 'c',
  sessionId: 's',
  sessionTitle: '',
  sessionKind: 'main',
  step: 1,
  tool: 'write',
  arguments: {},
  at: 1,
  risk: 'change',
  reasons: [],
  plannerReason: '',
  effect: NO_EFFECT,
  rules: [],
  parked: false,
  state: 'waiting',
  answer: null,
});

/** A folder with an audit of that many entries, two requests and two rules. */
async function fill(entries: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-rescue-audit-'));
  const { db, audit, approvals, rules, sessions, runs } = await open(folder);
  sessions.create({ id: 's', title: '', kind: 'main', at: 1 });
  for (const id of ['waits', 'over']) runs.create({ id, sessionId: 's', key: null, at: 1 });
  runs.setStatus('waits', 'waiting');
  runs.setStatus('over', 'ended');
  for (const runId of ['waits', 'over']) approvals.insert({ approval: waiting(`a-${runId}`, runId), binding: { x: '1' }, workspace: '/w' });
  for (const scope of ['session', 'always'] as const)
    rules.put({
      id: scope,
      tool: 'write',
      match: { kind: 'path', path: '' },
      name: '',
      scope,
      sessionId: scope === 'session' ? 's' : null,
      workspace: '/w',
      madeAt: 1,
    });
  db.transaction(() => {
    for (let n = 0; n < entries; n += 1)
      audit.append({
        at: n,
        type: 'ran',
        sessionId: 's',
        runId: 'r',
        callId: 'c',
        tool: 'exec',
        subject: `step ${n}`,
        by: 'main',
        detail: {},
      });
  })();
  db.close();
  return folder;
}

/** Overwrites one leaf page of a table and returns the number of its first row; a negative place counts from the end. */
function destroy(folder: string, table: string, place: number): void {
  const file = join(folder, 'state.db');
  const db = new Sqlite(file);
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table);
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, ((pages.at(place) ?? 0) - 1) * size);
  closeSync(handle);
}

test.each([0, 5, -1])('after a rescue the audit is broken where entries were lost (page %i), and goes on', async (place) => {
  const folder = await fill(300);
  destroy(folder, 'audit', place);
  const { db, notices, audit } = await open(folder);
  expect(notices).toMatchObject([{ code: 'database_damaged' }]);
  const kept = db.prepare<[], number>('SELECT seq FROM audit ORDER BY seq').pluck().all();
  const lost = Array.from({ length: 300 }, (_, at) => at + 1).find((seq) => !kept.includes(seq));
  expect(kept.length).toBeGreaterThan(200);
  expect(await audit.verify()).toEqual({ entries: kept.length, intact: false, brokenAt: lost });
  const next = audit.append({ at: 1, type: 'ran', sessionId: 's', runId: '', callId: '', tool: 'x', subject: '', by: 'main', detail: {} });
  expect(next.seq).toBe(301);
  expect(await audit.verify()).toEqual({ entries: kept.length + 1, intact: false, brokenAt: lost });
  db.close();
});

test('after a rescue requests, rules and a whole audit are there; a request whose run does not wait has ended', async () => {
  const folder = await fill(20);
  destroy(folder, 'sessions_by_time', 0);
  const { db, notices, audit, approvals, rules } = await open(folder);
  expect(notices).toMatchObject([{ code: 'database_damaged' }]);
  expect(await audit.verify()).toEqual({ entries: 20, intact: true, brokenAt: null });
  expect(approvals.waiting().map(({ id }) => id)).toEqual(['a-waits']);
  expect([approvals.get('a-waits')?.binding, approvals.get('a-over')?.approval.state]).toEqual([{ x: '1' }, 'ended']);
  expect(
    rules
      .list()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['always', 'session']);
  db.close();
});

test('a page that is lost while the app runs makes the check say so instead of failing', async () => {
  const folder = await fill(300);
  const db = new Sqlite(join(folder, 'state.db'));
  const audit = createAuditLog(db);
  destroy(folder, 'audit', 5);
  expect(await audit.verify()).toMatchObject({ intact: false, brokenAt: expect.any(Number) });
  db.close();
});
