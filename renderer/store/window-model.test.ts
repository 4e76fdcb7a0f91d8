/** Tests of the window without a window: two of them on one host, a line that breaks, and text that must not be lost. */
import { afterEach, expect, test, vi } from 'vitest';
import { MESSAGE_LIMIT } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import { completed, given } from './run-events.fixture.ts';
import { Refusal, type SmallHost, smallHost } from './small-host.fixture.ts';
import { createWindowModel, type WindowModel } from './window-model.ts';

interface Opened {
  readonly model: WindowModel;
  /** Runs what was put off, as if the time had passed. */
  readonly pass: () => Promise<void>;
  readonly close: () => void;
}
const open: Opened[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function openWindow(host: SmallHost, place: { id: string | null } = { id: null }): Promise<Opened> {
  const due = new Set<() => void>();
  const stop = new AbortController();
  let key = 0;
  const model = createWindowModel({
    transport: host.transport,
    isRefused: () => false,
    frame: (run) => void setImmediate(run),
    later(run) {
      due.add(run);
      return () => void due.delete(run);
    },
    now: () => 0,
    newKey: () => `key-${open.length}-${++key}`,
    place: { read: () => place.id, write: (id) => Object.assign(place, { id }) },
  });
  void model.start(stop.signal);
  await settle();
  const pass = async (): Promise<void> => {
    for (const run of [...due]) {
      due.delete(run);
      run();
    }
    await settle();
  };
  const opened = { model, pass, close: () => stop.abort() };
  open.push(opened);
  return opened;
}

const titles = ({ model }: Opened): string[] => model.sessions.store.getState().sessions.map(({ title }) => title);
const shown = ({ model }: Opened): (string | undefined)[] =>
  model.thread.store.getState().log.runs.flatMap((run) => [run.message, run.answer?.text]);
const text = ({ model }: Opened, key: string): string | undefined => model.composer.store.getState().texts[key];

async function say({ model }: Opened, words: string): Promise<void> {
  model.composer.setText(model.thread.store.getState().openId ?? '', words);
  await model.submit();
  await settle();
}

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

test('a message that nobody took is kept, and sending it again cannot double it', async () => {
  const host = smallHost();
  const window = await openWindow(host);
  const { composer } = window.model;
  // Taken by the host, but the answer is lost on the way.
  host.answers.set('run.start', () => undefined);
  await say(window, '别丢了');
  const lost = composer.store.getState().outgoing[0];
  expect(lost).toMatchObject({ text: '别丢了', runId: null, reason: { code: 'bad_output' } });
  host.answers.delete('run.start');
  await host.transport.call({ method: 'run.start', input: { text: '别丢了', key: lost?.key } });
  await composer.resend(lost?.key ?? '');
  await settle();
  expect(host.log.filter(({ type }) => type === 'message.received')).toHaveLength(1);
  expect(composer.store.getState().outgoing).toEqual([]);
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
  expect(window.model.composer.store.getState().refusal?.code).toBe('message_refused');
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
