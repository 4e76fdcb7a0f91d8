import { expect, test } from 'vitest';
import type { Approval } from '#shared/schema/approval';
import { notice } from '#shared/schema/notice';
import type { Answer } from './approval-queue.ts';
import { asking, command, openQueue, path, request, WORKSPACE } from './queue-bed.fixture.ts';

const to = ({ id, nonce }: Approval, more: Partial<Answer> = {}): Answer => ({
  id,
  nonce,
  answer: 'once',
  by: 'window',
  reason: '',
  ...more,
});
const refusal = (code: Parameters<typeof notice>[0]) => ({ ok: false, error: { code } });

test('a request comes back whole, with what it is bound to', async () => {
  const { db, queue } = await openQueue();
  const asked = queue.request(request());
  expect(asked).toMatchObject({ state: 'waiting', answer: null, nonce: expect.stringMatching(/^nonce-/), step: 2, risk: 'change' });
  expect(queue.get(asked.id)).toEqual(asked);
  expect(queue.waiting()).toEqual([asked]);
  expect(queue.bindingOf(asked.id)).toEqual({ file: 'abc', workspace: WORKSPACE });
  expect([queue.get('none'), queue.bindingOf('none')]).toEqual([undefined, undefined]);
  db.close();
});

test('what waits is told oldest first, across conversations and of one', async () => {
  const { db, queue } = await openQueue();
  const [first, second, third] = ['s', 't', 's'].map((sessionId) => queue.request(request({ sessionId })).id);
  expect(queue.waiting().map(({ id }) => id)).toEqual([first, second, third]);
  expect(queue.waiting('t').map(({ id }) => id)).toEqual([second]);
  expect(queue.count()).toBe(3);
  db.close();
});

test('an answer counts once, and the second is told what was answered', async () => {
  const { db, queue } = await openQueue();
  const allowed = queue.request(request());
  expect(queue.answer(to(allowed, { reason: 'fine' }))).toMatchObject({
    ok: true,
    approval: { state: 'allowed', answer: { by: 'window', answer: 'once', reason: 'fine' } },
  });
  expect(queue.answer(to(allowed, { answer: 'deny', by: 'command-line' }))).toMatchObject({
    ok: false,
    error: { code: 'approval_answered', params: { answer: 'once', by: 'window' } },
  });
  const denied = queue.request(request());
  expect(queue.answer(to(denied, { answer: 'deny', reason: 'not now' }))).toMatchObject({ ok: true, approval: { state: 'denied' } });
  expect(queue.answer(to(denied))).toMatchObject(refusal('approval_already_denied'));
  expect([queue.get(allowed.id)?.state, queue.get(denied.id)?.state, queue.count()]).toEqual(['allowed', 'denied', 0]);
  db.close();
});

test('an answer to another request, or to what was not shown, changes nothing', async () => {
  const { db, queue, audit } = await openQueue();
  const one = queue.request(request());
  const other = queue.request(request());
  const before = audit.list({}).entries.length;
  expect(queue.answer({ ...to(one), nonce: other.nonce })).toMatchObject(refusal('approval_stale'));
  expect(queue.answer({ ...to(one), nonce: '' })).toMatchObject(refusal('approval_stale'));
  expect(queue.answer({ ...to(one), id: 'nobody' })).toMatchObject(refusal('approval_unknown'));
  expect(queue.waiting().map(({ id }) => id)).toEqual([one.id, other.id]);
  expect(audit.list({}).entries).toHaveLength(before);
  db.close();
});

test('an answer after a restart counts for the same request, once', async () => {
  const { db, queue, folder } = await openQueue();
  const asked = queue.request(request());
  db.close();
  const again = await openQueue(folder);
  expect(again.queue.waiting()).toEqual([asked]);
  expect(again.queue.answer(to(asked))).toMatchObject({ ok: true });
  expect(again.queue.answer(to(asked))).toMatchObject(refusal('approval_answered'));
  again.db.close();
});

test('a transaction that fails around an answer takes all of it back', async () => {
  const { db, queue, rules, audit } = await openQueue();
  const asked = queue.request(request());
  const before = audit.list({}).entries.length;
  expect(() =>
    db.transaction(() => {
      expect(queue.answer(to(asked, { answer: 'always' }))).toMatchObject({ ok: true });
      throw new Error('disk full');
    })(),
  ).toThrow('disk full');
  expect([queue.get(asked.id)?.state, rules.list(), audit.list({}).entries.length]).toEqual(['waiting', [], before]);
  expect(await audit.verify()).toEqual({ entries: before, intact: true, brokenAt: null });
  db.close();
});

test('what it was about has changed: the request is void, and only a new one can be answered', async () => {
  const { db, queue, audit } = await openQueue();
  const asked = queue.request(request());
  queue.voidFor(asked.id, notice('approval_drifted'));
  expect(queue.answer(to(asked))).toMatchObject(refusal('approval_stale'));
  const allowed = queue.request(request());
  queue.answer(to(allowed));
  queue.voidFor(allowed.id, notice('approval_crashed'));
  expect(queue.get(allowed.id)?.state).toBe('void');
  const denied = queue.request(request());
  queue.answer(to(denied, { answer: 'deny' }));
  queue.voidFor(denied.id, notice('approval_drifted'));
  queue.voidFor('none', notice('approval_drifted'));
  expect(queue.get(denied.id)?.state).toBe('denied');
  expect(audit.list({ only: 'denied' }).entries.map(({ type }) => type)).toEqual(['answered', 'void', 'void']);
  db.close();
});

test('what waits ends with its run, and with its conversation, for good', async () => {
  const { db, queue, sessions } = await openQueue();
  const ended = queue.request(request({ runId: 'over' }));
  const gone = queue.request(request({ sessionId: 't' }));
  const stays = queue.request(request());
  queue.endFor('over');
  sessions.markDeleted('t', 5);
  sessions.markDeleted('t', null);
  expect([ended, gone, stays].map(({ id }) => queue.get(id)?.state)).toEqual(['ended', 'ended', 'waiting']);
  expect(queue.answer(to(gone))).toMatchObject(refusal('approval_ended'));
  queue.endForSession('s');
  expect(queue.count()).toBe(0);
  sessions.markDeleted('t', 5);
  sessions.purge(6);
  expect(queue.get(gone.id)).toBeUndefined();
  db.close();
});

test('requireWaiting gives the request, or says why not', async () => {
  const { db, queue } = await openQueue();
  const asked = queue.request(request());
  expect(queue.requireWaiting(asked.id)).toEqual(asked);
  expect(queue.requireWaiting(asked.id, asked.nonce)).toEqual(asked);
  expect(() => queue.requireWaiting(asked.id, 'other')).toThrow('approval_stale');
  expect(() => queue.requireWaiting('none')).toThrow('approval_unknown');
  queue.answer(to(asked, { answer: 'deny' }));
  expect(() => queue.requireWaiting(asked.id, asked.nonce)).toThrow('approval_already_denied');
  db.close();
});

test('an answer for the session or for always makes the rule, and a no makes none', async () => {
  const { db, queue, rules } = await openQueue();
  const session = queue.answer(to(queue.request(request()), { answer: 'session' }));
  const always = queue.answer(to(queue.request(request()), { answer: 'always', rule: { ...path('notes/'), name: ' Notes ' } }));
  queue.answer(to(queue.request(request()), { answer: 'deny', rule: path('notes/') }));
  queue.answer(to(queue.request(request()), { answer: 'once', rule: path('notes/') }));
  const [second, first] = rules.list();
  expect([first, second]).toMatchObject([
    { ...path('notes/plan.md'), scope: 'session', sessionId: 's', name: '', workspace: WORKSPACE, uses: 0, lastUsedAt: null },
    { ...path('notes/'), scope: 'always', sessionId: null, name: 'Notes', workspace: WORKSPACE },
  ]);
  expect([session, always]).toMatchObject([
    { approval: { answer: { ruleId: first?.id } } },
    { approval: { answer: { ruleId: second?.id } } },
  ]);
  expect(rules.list()).toHaveLength(2);
  db.close();
});

test('a rule that was not offered is refused, and nothing is answered then', async () => {
  const { db, queue, rules } = await openQueue();
  const write = queue.request(request());
  const run = queue.request(request({ tool: 'exec', asking: asking({ rules: [command('npm test', false, { 'a.sh': '1' })] }) }));
  const never = queue.request(request({ asking: asking({ rules: [] }) }));
  for (const rule of [path(''), path('notes/../'), path('other/'), path('notes/plan.md', 'delete'), path('/etc/'), command('rm')])
    expect([rule, queue.answer(to(write, { answer: 'always', rule }))]).toMatchObject([rule, refusal('rule_unsuitable')]);
  for (const rule of [command('npm'), command('npm test', true), command('npm test ; rm -rf .'), path('')])
    expect([rule, queue.answer(to(run, { answer: 'session', rule }))]).toMatchObject([rule, refusal('rule_unsuitable')]);
  expect(queue.answer(to(never, { answer: 'always' }))).toMatchObject(refusal('rule_unsuitable'));
  expect([rules.list(), queue.count()]).toEqual([[], 3]);
  // The scripts are pinned as they were shown, whatever comes back.
  queue.answer(to(run, { answer: 'always', rule: command('npm test', false, {}) }));
  expect(rules.list()).toMatchObject([command('npm test', false, { 'a.sh': '1' })]);
  db.close();
});

test('edited arguments are kept with the answer, and hold to what was shown for them', async () => {
  const { db, queue, rules, audit } = await openQueue();
  const asked = queue.request(request());
  const revised = asking({ risk: 'persona', rules: [path('notes/b.md')], binding: { file: 'def' } });
  const edited = { path: 'notes/b.md', content: 'x' };
  expect(queue.answer(to(asked, { answer: 'session', arguments: edited, revised, rule: path('notes/plan.md') }))).toMatchObject(
    refusal('rule_unsuitable'),
  );
  expect(queue.answer(to(asked, { answer: 'session', arguments: edited, revised }))).toMatchObject({
    approval: { arguments: asked.arguments, risk: 'persona', rules: [path('notes/b.md')], answer: { arguments: edited } },
  });
  expect(queue.bindingOf(asked.id)).toEqual({ file: 'def' });
  expect(rules.list()).toMatchObject([path('notes/b.md')]);
  expect(audit.list({ only: 'asked' }).entries).toMatchObject([
    { type: 'answered', subject: 'notes/b.md', detail: { answer: 'session', arguments: edited, risk: 'persona' } },
    { type: 'asked', subject: 'notes/plan.md', detail: { risk: 'change' } },
  ]);
  db.close();
});

test('the audit has what was asked and answered, with neither secrets nor whole texts', async () => {
  const { db, queue, audit } = await openQueue();
  const key = `sk-${'a1'.repeat(20)}`;
  const diff = { path: 'a', before: null, after: 'text', added: 1, removed: 0, cut: false };
  const asked = queue.request(
    request({
      tool: 'exec',
      arguments: { command: `curl -H "token: ${key}"\nx` },
      asking: asking({ effect: { ...asking().effect, diff } }),
    }),
  );
  queue.answer(to(asked, { answer: 'deny', reason: `no, that is ${key}` }));
  const { entries } = audit.list({});
  expect(entries).toMatchObject([
    { seq: 2, type: 'answered', by: 'window', detail: { answer: 'deny', reason: expect.stringContaining('[redacted') } },
    {
      seq: 1,
      type: 'asked',
      by: 'main',
      sessionId: 's',
      runId: 'r',
      callId: 'c',
      tool: 'exec',
      subject: expect.stringMatching(/^curl -H "token: \[redacted [\w-]+\]"\\u\{a\}x$/),
      detail: { approvalId: asked.id, sessionTitle: '对话 s', effect: { diff: { path: 'a', added: 1, characters: 4 } } },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
  db.close();
});

test('a request that cannot be read is missing, and the others are there', async () => {
  const { db, queue } = await openQueue();
  const [bad, good] = [queue.request(request()), queue.request(request())];
  db.prepare("UPDATE approvals SET body = '{' WHERE id = ?").run(bad.id);
  expect([queue.get(bad.id), queue.waiting(), queue.count()]).toEqual([undefined, [good], 1]);
  expect(queue.answer(to(bad))).toMatchObject(refusal('approval_unknown'));
  db.close();
});
