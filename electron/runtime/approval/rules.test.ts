import { expect, test } from 'vitest';
import type { Rule } from '#shared/schema/approval';
import { command, openQueue, path, WORKSPACE } from './queue-bed.fixture.ts';
import { fittingDraft, type RuleMaking, type Rules } from './rules.ts';

const making = (more: Partial<RuleMaking> = {}): RuleMaking => ({
  draft: path('notes/'),
  name: '',
  scope: 'always',
  sessionId: 's',
  workspace: WORKSPACE,
  at: 5,
  ...more,
});
const forS = (rules: Rules, more: object = {}): Rule['scope'][] =>
  rules.forCall({ tool: 'write', workspace: WORKSPACE, sessionId: 's', at: 9, ...more }).map(({ scope }) => scope);

test('a call is held to the rules of its conversation and of its workspace, and to no other', async () => {
  const { db, rules } = await openQueue();
  rules.make(making());
  rules.make(making({ scope: 'session' }));
  rules.make(making({ scope: 'session', sessionId: 't' }));
  expect(forS(rules)).toEqual(['session', 'always']);
  expect(forS(rules, { sessionId: 'new' })).toEqual(['always']);
  expect(forS(rules, { workspace: '/elsewhere' })).toEqual([]);
  expect(forS(rules, { tool: 'delete' })).toEqual([]);
  db.close();
});

test('rules of a conversation end with it and do not come back; those for always stay', async () => {
  const { db, rules, sessions } = await openQueue();
  rules.make(making());
  rules.make(making({ scope: 'session' }));
  sessions.markDeleted('s', 7);
  expect(rules.list().map(({ scope }) => scope)).toEqual(['always']);
  sessions.markDeleted('s', null);
  expect(forS(rules)).toEqual(['always']);
  db.close();
});

test('rules and their last use are there after a restart', async () => {
  const { db, rules, folder } = await openQueue();
  const { rule } = rules.make(making({ draft: command('npm test', true) }));
  rules.used(rule.id, 40);
  rules.used(rule.id, 50);
  db.close();
  const again = await openQueue(folder);
  expect(again.rules.list()).toEqual([{ ...rule, lastUsedAt: 50, uses: 2 }]);
  expect(again.rules.byId(rule.id)).toEqual({ ...rule, lastUsedAt: 50, uses: 2 });
  again.db.close();
});

test('the same rule is made once; a changed script is pinned anew and the name stays', async () => {
  const { db, rules } = await openQueue();
  const first = rules.make(making({ draft: command('bash a.sh', false, { 'a.sh': '1' }), name: 'Build' }));
  const second = rules.make(making({ draft: command('bash a.sh', false, { 'a.sh': '2' }) }));
  expect([first.made, second.made, second.rule.id, second.rule.name]).toEqual([true, false, first.rule.id, 'Build']);
  expect(rules.list()).toEqual([{ ...first.rule, ...command('bash a.sh', false, { 'a.sh': '2' }) }]);
  expect(rules.make(making({ draft: command('bash a.sh', true) })).made).toBe(true);
  expect(rules.make(making({ draft: command('bash a.sh'), workspace: '/b' })).made).toBe(true);
  expect(rules.make(making({ draft: command('bash a.sh'), scope: 'session' })).made).toBe(true);
  db.close();
});

test('a rule is renamed and revoked once', async () => {
  const { db, rules } = await openQueue();
  const { rule } = rules.make(making());
  expect(rules.rename(rule.id, '  笔记 ')).toEqual({ ...rule, name: '笔记' });
  expect(rules.revoke(rule.id)).toEqual({ ...rule, name: '笔记' });
  expect([rules.revoke(rule.id), rules.rename(rule.id, 'x'), rules.byId(rule.id), forS(rules)]).toEqual([
    undefined,
    undefined,
    undefined,
    [],
  ]);
  db.close();
});

test('a rule that cannot be read covers nothing, and can be made anew', async () => {
  const { db, rules } = await openQueue();
  const { rule } = rules.make(making());
  for (const match of ['{', '{"kind":"path"}', '{"kind":"all"}']) {
    db.prepare('UPDATE rules SET match = ? WHERE id = ?').run(match, rule.id);
    expect([forS(rules), rules.list()]).toEqual([[], []]);
  }
  expect(rules.make(making()).made).toBe(true);
  expect(forS(rules)).toEqual(['always']);
  db.close();
});

test.each([
  ['notes/', true],
  ['notes/plan.md', true],
  ['notes/a/', true],
  ['notes/a/b.md', true],
  ['notes', false],
  ['', false],
  ['notesx/', false],
  ['notes/../x', false],
  ['notes/./x', false],
  ['notes//x', false],
  ['notes/a\\..\\b', false],
  ['notes/a\0b', false],
  ['/notes/a', false],
])('of an offered folder notes/ the path %j may be made a rule: %j', (wanted, fits) => {
  expect(fittingDraft([path('notes/')], path(wanted))).toEqual(fits ? path(wanted) : undefined);
});

test.each([
  ['a.md', true],
  ['a/', true],
  ['/etc/passwd', false],
  ['C:/x', false],
  ['../x', false],
  ['..', false],
])('of the whole workspace the path %j may be made a rule: %j', (wanted, fits) => {
  expect(fittingDraft([path('')], path(wanted))).toEqual(fits ? path(wanted) : undefined);
});

test('a file offers only itself, and the first that fits is taken', () => {
  expect(fittingDraft([path('a.md')], path('a.md/b'))).toBeUndefined();
  expect(fittingDraft([path('a.md'), path('')], path('a.md'))).toEqual(path('a.md'));
});
