import { expect, test } from 'vitest';
import type { Rule } from '#shared/schema/approval';
import type { AuditEntry } from '#shared/schema/audit';
import type { Change, Turn } from '#shared/schema/change';
import { audit, command as auditCommand } from './audit.ts';
import { changes, command as changesCommand } from './changes.ts';
import { type Answers, bed, fakeClient, type Given } from './cli-bed.fixture.ts';
import { rules, command as rulesCommand } from './rules.ts';

/** A chain of that many entries, as the host pages it. */
function auditOf(count: number): Answers {
  const all = Array.from(
    { length: count },
    (_, at): AuditEntry => ({
      seq: at + 1,
      at: 0,
      type: at % 2 === 0 ? 'answered' : 'ran',
      sessionId: 's',
      runId: 'r',
      callId: 'c',
      tool: 'exec',
      subject: `ls ${at + 1}\n\u202e`,
      by: 'main',
      detail: at % 2 === 0 ? { answer: 'deny' } : { ok: true },
      hash: `h${at + 1}`,
    }),
  );
  return {
    'audit.list': ({ before = Number.POSITIVE_INFINITY, limit = 200 }) => {
      const older = all.filter(({ seq }) => seq < before).reverse();
      return { entries: older.slice(0, limit), more: older.length > limit };
    },
    'audit.verify': () => ({ entries: count, intact: count < 9_000, brokenAt: count < 9_000 ? null : 4 }),
  };
}

async function runAudit(what: 'list' | 'verify' | 'export', count: number, limit = 50, given: Given = {}) {
  const { client, calls } = fakeClient(auditOf(count));
  const { input, out, err } = bed(given);
  const code = await audit(input, client, what, { limit, query: 'ls', only: 'denied' });
  return { code, out, err, calls };
}

test('the audit is listed newest first up to the limit, with filter and words', async () => {
  const { code, out, calls } = await runAudit('list', 3, 2);
  expect([code, out]).toEqual([
    0,
    ['3  1970-01-01T00:00:00  denied  main  exec  ls 3\\u{a}\\u{202e}', '2  1970-01-01T00:00:00  ran  main  exec  ls 2\\u{a}\\u{202e}'],
  ]);
  expect(calls).toEqual([['audit.list', { only: 'denied', query: 'ls', limit: 2 }]]);
  expect((await runAudit('list', 12_000, 11_000)).out).toHaveLength(11_000);
  expect(await runAudit('list', 0)).toMatchObject({ code: 0, out: [], err: ['There are no entries.'] });
});

test('the check says where the chain is broken, and with its exit code', async () => {
  expect(await runAudit('verify', 3)).toMatchObject({ code: 0, out: ['The chain is intact: 3 entries.'] });
  expect(await runAudit('verify', 9_000)).toMatchObject({ code: 1, out: [expect.stringContaining('broken at entry 4')] });
  expect(await runAudit('verify', 9_000, 1, { json: true })).toMatchObject({
    code: 1,
    out: ['{"entries":9000,"intact":false,"brokenAt":4}'],
  });
});

test.each([0, 1, 999, 1000, 1001, 2500])('an export of %i entries has each once, oldest first, as lines of JSON', async (count) => {
  const { code, out } = await runAudit('export', count);
  const entries = out.map((line) => JSON.parse(line) as AuditEntry);
  expect([code, entries.map(({ seq }) => seq)]).toEqual([0, Array.from({ length: count }, (_, at) => at + 1)]);
  expect(out.join('')).not.toContain('\u202e');
  if (count > 0) expect(entries[0]?.subject).toBe('ls 1\n\u202e');
});

const rule: Rule = {
  id: 'r1',
  tool: 'write',
  match: { kind: 'path', path: 'notes/' },
  name: '笔记',
  scope: 'session',
  sessionId: 's',
  workspace: '/w',
  madeAt: 0,
  lastUsedAt: null,
  uses: 2,
};

test('rules are listed and revoked', async () => {
  const prefix: Rule = {
    ...rule,
    id: 'r2',
    name: '',
    tool: 'exec',
    scope: 'always',
    match: { kind: 'command', text: 'npm test', prefix: true, pinned: {} },
  };
  const { client, calls } = fakeClient({ 'rule.list': () => ({ rules: [rule, prefix] }), 'rule.revoke': () => ({ done: true }) });
  const one = bed();
  expect(await rules(one.input, client, 'list')).toBe(0);
  expect(one.out).toEqual([
    'r1  “笔记”  write: notes/  in its conversation  /w  used 2 times',
    'r2  every command that begins with: npm test  always  /w  used 2 times',
  ]);
  expect(await rules(one.input, client, 'revoke', 'r1')).toBe(0);
  expect(calls.at(-1)).toEqual(['rule.revoke', { id: 'r1' }]);
});

const change = (id: string, more: Partial<Change> = {}): Change => ({
  id,
  runId: 'r',
  sessionId: 's',
  callId: 'c',
  tool: 'write',
  at: 0,
  files: [{ path: 'a.md', change: 'modify', before: 1, after: 2, kept: true }],
  state: 'applied',
  available: true,
  ...more,
});
const turn = (id: string, more: Partial<Turn> = {}): Turn => ({ change: change(id), done: ['a.md'], conflicts: [], ...more });
const conflict = { path: 'a.md', before: '', agent: 'x', now: 'y', binary: false };

async function runChanges(
  what: 'list' | 'undo' | 'redo',
  id: string | undefined,
  all: readonly Change[],
  given: Given = {},
  result = turn('x'),
) {
  const { client, calls } = fakeClient({
    'change.list': () => ({ changes: [...all], usage: { bytes: 5, limit: 10, changes: 1 } }),
    'change.undo': () => result,
    'change.redo': () => result,
  });
  const { input, out, err } = bed(given);
  return { code: await changes(input, client, what, id), out, err, last: calls.at(-1) };
}

test('changes are listed with what they touched', async () => {
  const two = [...change('b').files, { path: 'b.md', change: 'create', before: null, after: 1, kept: true } as const];
  const { out, err } = await runChanges('list', undefined, [
    change('c2', { files: two }),
    change('c1', { state: 'undone', available: false }),
  ]);
  expect(out).toEqual([
    'c2  1970-01-01T00:00  write  change a.md and 1 more',
    'c1  1970-01-01T00:00  write  change a.md  undone  cannot be undone any more',
  ]);
  expect(err).toEqual(['Kept for undo: 5 of 10 bytes']);
});

test('undo takes the newest change that stands, or the one that is named', async () => {
  const all = [change('c3', { state: 'undone' }), change('c2'), change('c1')];
  expect(await runChanges('undo', undefined, all)).toMatchObject({
    code: 0,
    out: ['Undone: a.md'],
    last: ['change.undo', { id: 'c2', force: false }],
  });
  expect(await runChanges('undo', 'c1', all, { flags: { force: true } })).toMatchObject({
    last: ['change.undo', { id: 'c1', force: true }],
  });
  expect(await runChanges('redo', 'c3', all)).toMatchObject({
    out: ['Done again: a.md'],
    last: ['change.redo', { id: 'c3', force: false }],
  });
  expect(await runChanges('undo', undefined, [])).toMatchObject({ code: 1, err: [expect.stringContaining('nothing was undone')] });
});

test('a later change by somebody else is named, and is no success', async () => {
  const result = turn('c1', { done: [], conflicts: [conflict] });
  expect(await runChanges('undo', 'c1', [], {}, result)).toMatchObject({
    code: 1,
    out: [],
    err: ['Changed since by somebody else: a.md', expect.stringContaining('--force')],
  });
  const json = await runChanges('undo', 'c1', [], { json: true }, result);
  expect([json.code, JSON.parse(json.out[0] ?? '')]).toEqual([1, result]);
});

test('wrong usage is told before anything is opened', async () => {
  for (const [command, positionals, flags] of [
    [auditCommand, ['nonsense'], {}],
    [auditCommand, ['list'], { only: 'everything' }],
    [auditCommand, ['list'], { limit: '0' }],
    [auditCommand, ['verify', 'more'], {}],
    [rulesCommand, ['revoke'], {}],
    [rulesCommand, ['nonsense'], {}],
    [changesCommand, ['redo'], {}],
    [changesCommand, ['nonsense'], {}],
  ] as const) {
    const { input, err } = bed({ positionals, flags });
    expect([positionals, await command.run(input), err.length]).toEqual([positionals, 2, 1]);
  }
});
