/** Tests of the queue: the host's state in every window, one answer for what was shown, and what happens when it was not taken. */
import { expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { approval, withApprovals } from './approvals-host.fixture.ts';
import { type Opened, openWindow, settle } from './open-window.fixture.ts';
import { Refusal, smallHost } from './small-host.fixture.ts';

const waiting = ({ model }: Opened): string[] => model.approvals.store.getState().waiting.map(({ id }) => id);
const shown = ({ model }: Opened): string | undefined => {
  const { shown: one } = model.approvals.store.getState().review;
  return one === null ? undefined : `${one.id} ${one.state}`;
};
const look = ({ model }: Opened): void => model.approvals.look({ sessionId: 'session-1', free: true });

test('a request is there in every window, and answered anywhere it is answered everywhere', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  const one = await openWindow(host);
  const two = await openWindow(host);
  queue.ask(approval('a'));
  await settle();
  await one.pass();
  await two.pass();
  look(one);
  look(two);
  expect([waiting(one), waiting(two), shown(two)]).toEqual([['a'], ['a'], 'a waiting']);
  expect(await one.model.approvals.decide(approval('a'), { answer: 'once' })).toEqual({ ok: true, value: { state: 'allowed' } });
  await settle();
  await one.pass();
  await two.pass();
  expect([waiting(one), shown(one), waiting(two), shown(two)]).toEqual([[], undefined, [], 'a allowed']);
});

test('what waits is there after a reload', async () => {
  const host = smallHost();
  withApprovals(host).approvals.push(approval('a'), approval('b'));
  expect(waiting(await openWindow(host))).toEqual(['a', 'b']);
});

test('two presses are one answer, with the nonce of what was shown', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const { model } = await openWindow(host);
  const given = { answer: 'deny', reason: 'not now' } as const;
  const both = await Promise.all([model.approvals.decide(approval('a'), given), model.approvals.decide(approval('a'), given)]);
  expect([both, queue.decided]).toEqual([
    [{ ok: true, value: { state: 'denied' } }, null],
    [{ id: 'a', nonce: 'nonce-a', answer: 'deny', reason: 'not now' }],
  ]);
});

test('an answer to an older state of a request is refused, and the new state takes its place', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const opened = await openWindow(host);
  look(opened);
  queue.approvals.splice(0, 1, approval('a', { nonce: 'other' }));
  expect(await opened.model.approvals.decide(approval('a'), { answer: 'once' })).toEqual({ ok: false, reason: notice('approval_stale') });
  await opened.pass();
  expect(opened.model.approvals.store.getState().review.shown?.nonce).toBe('other');
});

test('void stays in sight until it is left, then the new request follows', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const opened = await openWindow(host);
  look(opened);
  host.answers.set('approval.decide', () => {
    queue.approvals.splice(0, 1, approval('b'));
    return { state: 'void' };
  });
  await opened.model.approvals.decide(approval('a'), { answer: 'once' });
  expect(shown(opened)).toBe('a void');
  await opened.pass();
  expect(shown(opened)).toBe('a void');
  opened.model.approvals.goOn();
  expect(shown(opened)).toBe('b waiting');
});

test('a run that ends takes its request with it, and says so', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const opened = await openWindow(host);
  look(opened);
  queue.approvals.splice(0, 1, approval('a', { state: 'ended' }));
  host.sessions.push({
    id: 'session-1',
    title: 'Plan',
    kind: 'main',
    pinned: false,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    model: '',
    draft: '',
    activeRun: null,
  });
  host.emit('run-1', 'session-1', { type: 'run.cancelled', steps: 1 });
  await settle();
  await opened.pass();
  expect(shown(opened)).toBe('a ended');
});

test('a host that cannot be reached loses nothing: the request stays, and the answer can be given again', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const opened = await openWindow(host);
  look(opened);
  host.setDown(true);
  expect(await opened.model.approvals.decide(approval('a'), { answer: 'once' })).toMatchObject({
    ok: false,
    reason: { code: 'not_connected' },
  });
  await opened.model.approvals.refresh();
  expect([waiting(opened), shown(opened), opened.model.approvals.store.getState().state]).toEqual([['a'], 'a waiting', 'failed']);
  host.setDown(false);
  expect(await opened.model.approvals.decide(approval('a'), { answer: 'once' })).toEqual({ ok: true, value: { state: 'allowed' } });
});

test('a list that was read before the answer does not bring the answered request back', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const { model } = await openWindow(host);
  const stale = host.transport.call;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  Object.assign(host.transport, {
    async call(request: Parameters<typeof stale>[0]) {
      const answer = await stale(request);
      if (request.method === 'approval.list') await held;
      return answer;
    },
  });
  const reading = model.approvals.refresh();
  await settle();
  await model.approvals.decide(approval('a'), { answer: 'once' });
  release();
  await reading;
  expect(model.approvals.store.getState().waiting).toEqual([]);
});

test('rules are renamed and revoked at once; one that is gone already counts as revoked', async () => {
  const host = smallHost();
  const queue = withApprovals(host);
  queue.approvals.push(approval('a'));
  const { model } = await openWindow(host);
  const [rule] = approval('a').rules;
  if (rule === undefined) throw new Error('no rule');
  await model.approvals.decide(approval('a'), { answer: 'always', rule });
  await model.rules.refresh();
  expect(await model.rules.rename('rule-1', 'Notes')).toBeNull();
  expect(model.rules.store.getState().rules.map(({ id, name, scope }) => [id, name, scope])).toEqual([['rule-1', 'Notes', 'always']]);
  expect([await model.rules.revoke('rule-1'), await model.rules.revoke('rule-1'), model.rules.store.getState().rules]).toEqual([
    null,
    null,
    [],
  ]);
});

test('a rule that could not be revoked stays', async () => {
  const host = smallHost();
  withApprovals(host).rules.push({ ...approval('a').rules[0], id: 'r' } as never);
  host.answers.set('rule.revoke', () => {
    throw new Refusal(notice('disk_full'));
  });
  const { model } = await openWindow(host);
  expect(await model.rules.revoke('r')).toEqual(notice('disk_full'));
});
