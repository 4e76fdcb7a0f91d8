import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#shared/schema/audit';
import { canonicalJson, type NewAuditEntry } from './audit-entry.ts';
import { createAuditLog } from './audit-log.ts';
import { type Database, openDatabase } from './database.ts';

const entry = (more: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  at: 1_700_000_000_000,
  type: 'ran',
  sessionId: 's',
  runId: 'r',
  callId: 'c',
  tool: 'exec',
  subject: 'ls -la',
  by: 'main',
  detail: {},
  ...more,
});

async function openAudit(count = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-audit-'));
  const opened = await openDatabase({ folder });
  if ('error' in opened) throw new Error(opened.error.code);
  const { db } = opened;
  const audit = createAuditLog(db);
  db.transaction(() => {
    for (let n = 1; n <= count; n += 1) audit.append(entry({ subject: `step ${n}`, at: n }));
  })();
  return { db, audit, folder };
}

/** As somebody with the file and without the triggers would. */
function tamper(db: Database, sql: string): void {
  const triggers = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('audit', 'audit_head')");
  for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
}

test('entries are numbered, chained, and come back newest first, page by page', async () => {
  const { db, audit } = await openAudit();
  const stored = [1, 2, 3].map((at) => audit.append(entry({ at, detail: { exit: at } })));
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(new Set(stored.map(({ hash }) => hash)).size).toBe(3);
  expect(audit.list({ limit: 2 })).toEqual({ entries: [stored[2], stored[1]], more: true });
  expect(audit.list({ limit: 2, before: 2 })).toEqual({ entries: [stored[0]], more: false });
  expect(await audit.verify()).toEqual({ entries: 3, intact: true, brokenAt: null });
  db.close();
});

test('an audit without entries is intact', async () => {
  const { db, audit } = await openAudit();
  expect([audit.list({}), await audit.verify()]).toEqual([
    { entries: [], more: false },
    { entries: 0, intact: true, brokenAt: null },
  ]);
  db.close();
});

test('the chain can be followed from an export alone', async () => {
  const { db, audit } = await openAudit(3);
  const { createHash } = await import('node:crypto');
  const exported = audit.list({}).entries.map((one) => JSON.parse(JSON.stringify(one)) as AuditEntry);
  let hash = '0'.repeat(64);
  for (const { hash: kept, ...facts } of exported.reverse()) {
    hash = createHash('sha256')
      .update(hash + canonicalJson(facts))
      .digest('hex');
    expect(kept).toBe(hash);
  }
  db.close();
});

test('the same facts give the same text in whatever order they come', () => {
  expect(canonicalJson({ b: [1, { z: null, a: '汉' }], 10: true, 9: false })).toBe('{"10":true,"9":false,"b":[1,{"a":"汉","z":null}]}');
});

test('what is there can be neither changed, removed nor replaced', async () => {
  const { db, audit } = await openAudit(2);
  for (const sql of [
    "UPDATE audit SET body = '{}'",
    'DELETE FROM audit',
    "INSERT OR REPLACE INTO audit SELECT seq, type, denied, words, '{}', hash FROM audit WHERE seq = 1",
    'DELETE FROM audit_head',
    "UPDATE audit_head SET entries = 1, hash = ''",
  ])
    expect(() => db.exec(sql), sql).toThrow(/append-only/);
  expect(await audit.verify()).toMatchObject({ intact: true });
  db.close();
});

test.each([
  ['a changed subject', "UPDATE audit SET body = replace(body, 'step 5', 'step 6') WHERE seq = 5", 5],
  ['a changed time', `UPDATE audit SET body = replace(body, '"at":5', '"at":6') WHERE seq = 5`, 5],
  ['a changed hash', "UPDATE audit SET hash = replace(hash, '0', '1') || 'x' WHERE seq = 5", 5],
  ['a changed kind in the list alone', "UPDATE audit SET type = 'asked' WHERE seq = 5", 5],
  ['a hidden refusal', 'UPDATE audit SET denied = 1 WHERE seq = 5', 5],
  ['words that a search would miss', "UPDATE audit SET words = '' WHERE seq = 5", 5],
  ['no JSON', "UPDATE audit SET body = '{' WHERE seq = 5", 5],
  ['an endless text', "UPDATE audit SET body = printf('%.*c', 2000000, 'x') WHERE seq = 5", 5],
  ['the first entry gone', 'DELETE FROM audit WHERE seq = 1', 1],
  ['one gone in the middle', 'DELETE FROM audit WHERE seq = 5', 5],
  ['one gone and the rest moved up', 'DELETE FROM audit WHERE seq = 5; UPDATE audit SET seq = seq - 1 WHERE seq > 5', 5],
  ['the end gone', 'DELETE FROM audit WHERE seq > 8', 9],
  ['all gone', 'DELETE FROM audit', 1],
  ['the head gone', 'DELETE FROM audit_head', 11],
  ['the head set back', 'UPDATE audit_head SET entries = 7', 8, 11],
  ['another head', "UPDATE audit_head SET hash = 'x'", 10, 11],
  ['two swapped', 'UPDATE audit SET seq = -seq WHERE seq IN (5, 6); UPDATE audit SET seq = 11 + seq WHERE seq < 0', 5],
  ['one put before all', 'INSERT INTO audit SELECT -3, type, denied, words, body, hash FROM audit WHERE seq = 5', -3],
  ['one put at the end', 'INSERT INTO audit SELECT 11, type, denied, words, body, hash FROM audit WHERE seq = 10', 11],
] as [string, string, number, number?][])(
  '%s is found at its place, and is still there after more was added',
  async (_what, sql, brokenAt, later = brokenAt) => {
    const { db, audit } = await openAudit(10);
    tamper(db, sql);
    expect(await audit.verify()).toMatchObject({ intact: false, brokenAt });
    for (let n = 0; n < 3; n += 1) audit.append(entry());
    expect(await audit.verify()).toMatchObject({ intact: false, brokenAt: later });
    expect(audit.list({}).entries.length).toBeGreaterThanOrEqual(3);
    db.close();
  },
);

test('twenty thousand entries are checked in small steps between which others work', async () => {
  const { db, audit } = await openAudit(20_000);
  let turns = 0;
  let done = false;
  const others = (): void => {
    turns += 1;
    if (!done) setImmediate(others);
  };
  setImmediate(others);
  expect(await audit.verify()).toEqual({ entries: 20_000, intact: true, brokenAt: null });
  done = true;
  expect(turns).toBeGreaterThanOrEqual(20_000 / 50);
  db.close();
});

test('what is added while it is checked breaks nothing, and a check can be stopped', async () => {
  const { db, audit } = await openAudit(300);
  const checking = audit.verify();
  audit.append(entry());
  expect(await checking).toEqual({ entries: 301, intact: true, brokenAt: null });
  await expect(audit.verify(AbortSignal.abort())).rejects.toThrow(/abort/i);
  db.close();
});

test('the list is filtered by kind and by words in both languages, and % is only a sign', async () => {
  const { db, audit } = await openAudit();
  audit.append(entry({ type: 'asked', subject: 'rm -rf 笔记', tool: 'exec' }));
  audit.append(entry({ type: 'answered', subject: 'rm -rf 笔记', detail: { answer: 'deny', reason: '不要删除' } }));
  audit.append(entry({ type: 'answered', subject: 'Notes/PLAN.md', tool: 'write', detail: { answer: 'once' } }));
  audit.append(entry({ type: 'ran', subject: 'Notes/PLAN.md', tool: 'write' }));
  audit.append(entry({ type: 'refused', subject: 'sudo ls', detail: { reason: { code: 'call_refused' } } }));
  audit.append(entry({ type: 'void', subject: '50%' }));
  const seqs = (filter: Parameters<typeof audit.list>[0]): number[] => audit.list(filter).entries.map(({ seq }) => seq);
  expect({
    denied: seqs({ only: 'denied' }),
    asked: seqs({ only: 'asked' }),
    ran: seqs({ only: 'ran' }),
    plan: seqs({ query: 'notes/plan' }),
    reason: seqs({ query: '删除' }),
    code: seqs({ query: 'CALL_REFUSED' }),
    percent: seqs({ query: '%' }),
    both: seqs({ query: '笔记', only: 'denied' }),
    nothing: seqs({ query: 'nothing' }),
    name: seqs({ query: 'detail' }),
  }).toEqual({
    denied: [6, 5, 2],
    asked: [3, 2, 1],
    ran: [4],
    plan: [4, 3],
    reason: [2],
    code: [5],
    percent: [6],
    both: [2],
    nothing: [],
    name: [],
  });
  db.close();
});

test('secrets are masked wherever they stand, and what is long is cut', async () => {
  const { db, audit } = await openAudit();
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const pem = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(500)}\n-----END PRIVATE KEY-----`;
  const stored = audit.append(
    entry({
      subject: `git clone https://x:${key}@example.com\nsecond`,
      detail: {
        password: 'Tr0ub4dor&3',
        [key]: 1,
        deep: { list: [{ text: `${'x'.repeat(1_990)}${key}` }, `${'y'.repeat(1_900)}${pem}`] },
        long: 'z'.repeat(5_000),
        many: Array.from({ length: 300 }, (_, at) => at),
        odd: [Number.NaN, undefined, 10n, () => 1, new Date(0)],
        half: '\ud800',
        zero: 'a\0b',
      },
    }),
  );
  const text = JSON.stringify(stored);
  expect(text).not.toMatch(/a1B2a1B2|Tr0ub4dor|QUJDQUJD/);
  expect(stored.subject).not.toContain('\n');
  expect(stored.detail).toMatchObject({ long: `${'z'.repeat(2_000)}… (+3000)`, odd: [null, null, null, null, {}] });
  expect((stored.detail['many'] as unknown[]).slice(-2)).toEqual([99, '… (+200)']);
  expect(audit.list({}).entries).toEqual([stored]);
  expect(await audit.verify()).toMatchObject({ intact: true });
  db.close();
});

test('an entry stays within bounds whatever it is given', async () => {
  const { db, audit } = await openAudit();
  const wide = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`name ${at}`, 'x'.repeat(3_000)]));
  let deep: Record<string, unknown> = {};
  for (let n = 0; n < 200; n += 1) deep = { deep };
  for (const detail of [wide, deep, { wide, deep }, JSON.parse('{"__proto__":{"a":"b"}}') as Record<string, unknown>]) {
    const stored = audit.append(entry({ detail, subject: '长'.repeat(50_000), at: Number.NaN }));
    expect(JSON.stringify(stored).length).toBeLessThan(40_000);
  }
  expect(await audit.verify()).toEqual({ entries: 4, intact: true, brokenAt: null });
  db.close();
});
