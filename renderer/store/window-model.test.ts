/** Tests of the window without a window: two of them on one host, a line that breaks, a reload. */
import { expect, test, vi } from 'vitest';
import { openWindow, say, settle, shown, text, titles } from './open-window.fixture.ts';
import { completed, given } from './run-events.fixture.ts';
import { smallHost } from './small-host.fixture.ts';

test('a message of a new conversation makes the session, opens it, and shows the answer that comes', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, '记住我喜欢用 Django');
  expect(window.model.thread.store.getState().openId).toBe('session-1');
  host.emit('run-1', 'session-1', given('记住了。'), completed);
  await window.pass();
  expect(shown(window)).toEqual(['记住我喜欢用 Django', '记住了。']);
  expect(window.model.composer.store.getState().outgoing).toEqual([]);
  expect(text(window, '')).toBe('');
});

test('two windows agree: a run started and a title changed in one appear in the other', async () => {
  const host = smallHost();
  const one = await openWindow(host);
  await say(one, 'hello');
  const two = await openWindow(host);
  expect(shown(two)).toEqual(['hello', undefined]);
  host.emit('run-1', 'session-1', given('Good day.'), completed);
  await one.model.sessions.rename('session-1', '你好');
  await settle();
  await two.pass();
  await one.pass();
  expect([titles(one), titles(two)]).toEqual([['你好'], ['你好']]);
  expect(shown(two)).toEqual(shown(one));
});

test('a reload opens the same conversation and shows the same', async () => {
  const host = smallHost();
  const place = { id: null };
  const before = await openWindow(host, place);
  await say(before, 'first');
  host.emit('run-1', 'session-1', given('1'), completed);
  await settle();
  await before.model.openSession(null);
  await say(before, 'second');
  await before.model.openSession('session-1');
  before.close();
  const after = await openWindow(host, place);
  expect(after.model.thread.store.getState().openId).toBe('session-1');
  expect(shown(after)).toEqual(['first', '1']);
});

test('after a break the window reads on from the last cursor, and nothing comes twice', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'hello');
  host.setDown(true);
  await settle();
  expect(window.model.app.store.getState().link).toBe('offline');
  host.setDown(false);
  host.emit('run-1', 'session-1', given('Here again.'), completed);
  await window.pass();
  expect(window.model.app.store.getState().link).toBe('online');
  expect(shown(window)).toEqual(['hello', 'Here again.']);
  expect(host.streams()).toBe(1);
});

test('a client that fell behind subscribes again', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'hello');
  host.push({ kind: 'behind', cursor: 2 });
  await settle();
  expect(host.streams()).toBe(1);
  expect(window.model.app.store.getState().link).toBe('online');
  host.emit('run-1', 'session-1', given('ok'), completed);
  await settle();
  expect(shown(window)).toEqual(['hello', 'ok']);
});

test('a deleted conversation can be taken back, and is open again where it was open', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'hello');
  host.emit('run-1', 'session-1', completed);
  await window.model.deleteSession('session-1');
  expect(titles(window)).toEqual([]);
  expect(window.model.thread.store.getState().openId).toBeNull();
  window.model.toasts.store.getState().items[0]?.undo?.();
  await settle();
  await window.pass();
  expect(titles(window)).toEqual(['hello']);
  expect(shown(window)).toEqual(['hello', undefined]);
});

test('many small pieces of a stream are one change of the thread', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  await say(window, 'hello');
  const changes = vi.fn();
  window.model.thread.store.subscribe(changes);
  for (let offset = 0; offset < 500; offset += 1)
    host.push({ kind: 'delta', runId: 'run-1', sessionId: 'session-1', step: 1, offset, text: '字' });
  await settle();
  expect(window.model.thread.store.getState().log.runs[0]?.live?.text).toHaveLength(500);
  expect(changes.mock.calls.length).toBeLessThan(50);
});
