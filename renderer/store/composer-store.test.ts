/** Tests of text that must not be lost: drafts, the queue, and messages on their way. */
import { expect, test } from 'vitest';
import { MESSAGE_LIMIT } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import { openWindow, say, settle, shown, text } from './open-window.fixture.ts';
import { completed, given } from './run-events.fixture.ts';
import { Refusal, smallHost } from './small-host.fixture.ts';

test('a message that nobody took is kept, and sending it again cannot double it', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  const { composer } = window.model;
  // Taken by the host, but the answer is lost on the way.
  host.answers.set('run.start', () => undefined);
  await say(window, '别丢了');
  const lost = composer.store.getState().outgoing[0];
  expect(lost).toMatchObject({ text: '别丢了', runId: null, reason: { code: 'bad_output', params: { method: 'run.start' } } });
  host.answers.delete('run.start');
  await host.transport.call({ method: 'run.start', input: { text: '别丢了', key: lost?.key } });
  await composer.resend(lost?.key ?? '');
  await settle();
  expect(host.log.filter(({ type }) => type === 'message.received')).toHaveLength(1);
  expect(composer.store.getState().outgoing).toEqual([]);
});

test('a message that nobody took is sent again by itself when the connection is back', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  host.setDown(true);
  await say(window, '别丢了');
  expect(window.model.composer.store.getState().outgoing[0]?.reason?.code).toBe('not_connected');
  host.setDown(false);
  await window.pass();
  await window.pass();
  expect(host.log.filter(({ type }) => type === 'message.received')).toHaveLength(1);
  expect(window.model.composer.store.getState().outgoing).toEqual([]);
  expect(shown(window)).toEqual(['别丢了', undefined]);
});

test('a draft that is being saved never comes after the message that it became', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'one');
  host.emit('run-1', 'session-1', completed);
  await settle();
  window.model.composer.setText('session-1', 'two');
  const passing = window.pass();
  await window.model.submit();
  await passing;
  await window.pass();
  expect(host.sessions[0]?.draft).toBe('');
  expect(host.log.filter(({ type }) => type === 'message.received')).toHaveLength(2);
});

test('what is typed while the first message is on its way moves into the session that it makes', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  window.model.composer.setText('', 'one');
  const sending = window.model.submit();
  window.model.composer.setText('', 'and two');
  await sending;
  await settle();
  expect(text(window, 'session-1')).toBe('and two');
  expect(text(window, '')).toBe('');
});

test('a long paste stays beside the field, is sent after it, and survives a crash', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  const long = '长'.repeat(30_000);
  window.model.composer.setText('', 'look at this');
  window.model.composer.paste('', long);
  await window.pass();
  expect(host.sessions[0]?.draft).toBe(`look at this\n\n${long}`);
  window.close();
  const after = await openWindow(host);
  expect(after.model.composer.store.getState().pasted['session-1']).toHaveLength(30_014);
  await after.model.submit();
  await settle();
  expect(shown(after)[0]).toBe(`look at this\n\n${long}`);
  expect(after.model.composer.written('session-1')).toBe('');
});

test('a message that nobody took goes back to the composer before what was typed since', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  host.setDown(true);
  await say(window, 'one');
  window.model.composer.setText('', 'two');
  window.model.composer.putBack(window.model.composer.store.getState().outgoing[0]?.key ?? '');
  expect(text(window, '')).toBe('one\n\ntwo');
});

test('a refused or too long message stays in the composer with the reason', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  host.answers.set('run.start', () => {
    throw new Refusal(notice('message_refused', { hook: 'x' }));
  });
  await say(window, 'no');
  expect(text(window, '')).toBe('no');
  expect(window.model.composer.store.getState().refusal).toMatchObject({ code: 'message_refused' });
  const long = '长'.repeat(MESSAGE_LIMIT + 1);
  await say(window, long);
  expect(text(window, '')).toBe(long);
  expect(window.model.composer.store.getState().refusal).toEqual(
    notice('message_too_long', { limit: MESSAGE_LIMIT, length: MESSAGE_LIMIT + 1 }),
  );
  expect(host.calls.filter(({ method }) => method === 'run.start')).toHaveLength(1);
});

test('an empty message is not sent', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, ' \n ');
  expect(host.calls.some(({ method }) => method === 'run.start')).toBe(false);
});

test('what is written during a run waits in order and goes one by one when runs end, also after Stop', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'one');
  await say(window, 'two');
  await say(window, 'three');
  expect(window.model.composer.store.getState().queues['session-1']?.map((queued) => queued.text)).toEqual(['two', 'three']);
  host.emit('run-1', 'session-1', given('1'), completed);
  await settle();
  expect(shown(window)).toEqual(['one', '1', 'two', undefined]);
  await window.model.cancelRun('run-5');
  await settle();
  expect(shown(window)).toEqual(['one', '1', 'two', undefined, 'three', undefined]);
});

test('after a failed run the queue stands still until it is told to go on', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'one');
  await say(window, 'two');
  host.emit('run-1', 'session-1', { type: 'run.failed', steps: 1, reason: notice('model_failed') });
  await settle();
  expect(window.model.composer.store.getState().queues['session-1']).toHaveLength(1);
  await window.model.composer.sendNext('session-1');
  await settle();
  expect(shown(window)).toEqual(['one', undefined, 'two', undefined]);
});

test('when another window was faster the message waits behind its run', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'one');
  host.emit('run-1', 'session-1', completed);
  await settle();
  await host.transport.call({ method: 'run.start', input: { sessionId: 'session-1', text: 'from elsewhere', key: 'k' } });
  await window.model.composer.deliver('session-1', 'mine');
  expect(window.model.composer.store.getState().queues['session-1']?.map((queued) => queued.text)).toEqual(['mine']);
});

test('a draft is kept by the host, also of a conversation that has no session yet, and comes back', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  window.model.composer.setText('', '写到一半');
  await window.pass();
  expect(host.sessions.map(({ draft }) => draft)).toEqual(['写到一半']);
  expect(text(window, 'session-1')).toBe('写到一半');
  window.close();
  const after = await openWindow(host);
  expect(text(after, 'session-1')).toBe('写到一半');
  await after.model.submit();
  await settle();
  await after.pass();
  expect(host.sessions.map(({ draft, title }) => [draft, title])).toEqual([['', '']]);
});

test('what waits in the queue survives a crash as a draft', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'one');
  await say(window, 'two');
  window.model.composer.setText('session-1', 'three');
  await window.pass();
  expect(host.sessions[0]?.draft).toBe('two\n\nthree');
});

test('a session that only kept a draft goes when the draft was emptied and left', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  window.model.composer.setText('', 'x');
  await window.pass();
  window.model.composer.setText('session-1', '');
  await window.model.openSession(null);
  await settle();
  expect(host.sessions[0]?.deletedAt).not.toBeNull();
});
