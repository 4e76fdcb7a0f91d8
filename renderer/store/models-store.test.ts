/** Tests of models in the window: what is asked of the host, what pushes do, and changes that follow one another. */
import { expect, test } from 'vitest';
import {
  type Endpoint,
  type ModelInfo,
  type ModelSettings,
  type ModelSource,
  modelSettingsSchema,
  OFFLINE_MODEL,
  type Pull,
} from '#shared/schema/model';
import { notice } from '#shared/schema/notice';
import { alsoUsed, modelName, movedBy, usedFirst, windowsFor, withoutModel, withWindow } from './models-store.ts';
import { openWindow, settle } from './open-window.fixture.ts';
import { Refusal, smallHost } from './small-host.fixture.ts';

const plain = modelSettingsSchema.parse({});
const qwen: ModelInfo = {
  id: 'ollama/qwen3:8b',
  name: 'qwen3:8b',
  kind: 'ollama',
  size: 5_225_388_164,
  parameters: '8.2B',
  quantization: 'Q4_K_M',
  trained: 40_960,
  window: 32_768,
  loaded: null,
  capabilities: ['completion', 'tools', 'thinking'],
  digest: 'abc',
  exam: null,
};
const source: ModelSource = {
  id: 'ollama',
  kind: 'ollama',
  name: 'Ollama',
  url: 'http://127.0.0.1:11434',
  state: 'ready',
  problem: null,
  version: '0.32.9',
  hasKey: false,
  models: [qwen],
};
const pull = (part: Partial<Pull> = {}): Pull => ({
  name: 'qwen3:14b',
  state: 'pulling',
  completed: 10,
  total: 100,
  status: 'pulling',
  problem: null,
  ...part,
});

/** A host that keeps what it is told of models. */
async function open() {
  const host = smallHost();
  let kept: ModelSettings = plain;
  const known = { sources: [source], pulls: [] as Pull[], exams: [] as string[] };
  const state = await host.transport.call({ method: 'app.state', input: {} });
  const app = state.ok ? (state.output as { settings: object }) : { settings: {} };
  host.answers.set('app.state', () => ({ ...app, settings: { ...app.settings, models: kept } }));
  host.answers.set('settings.set', (input) => {
    kept = (input as unknown as { models: ModelSettings }).models;
    return { ...app.settings, models: kept };
  });
  host.answers.set('model.list', () => structuredClone(known));
  for (const method of ['model.pull', 'model.pause', 'model.stop-exam', 'endpoint.remove'])
    host.answers.set(method, () => ({ done: true }));
  const opened = await openWindow(host);
  await opened.model.models.refresh();
  const asked = (method: string): unknown[] => host.calls.filter((call) => call.method === method).map(({ input }) => input);
  return { ...opened, host, known, asked, kept: () => kept, data: () => opened.model.models.store.getState() };
}

test('the list is read, and a host that does not answer leaves what was known in sight', async () => {
  const { data, model, host } = await open();
  expect([data().state, data().sources]).toEqual(['ready', [source]]);
  host.answers.set('model.list', () => {
    throw new Refusal(notice('failed'));
  });
  await model.models.refresh();
  expect([data().state, data().reason, data().sources]).toEqual(['failed', notice('failed'), [source]]);
});

test('two changes at once both hold, and one that is refused gives its reason and stops no other', async () => {
  const { model, kept, host } = await open();
  const { models } = model;
  await Promise.all([
    models.change(usedFirst('ollama/a')),
    models.change(alsoUsed('ollama/b')),
    models.change(withWindow('ollama/a', 8_192)),
  ]);
  expect(kept()).toMatchObject({ order: ['ollama/a', 'ollama/b'], windows: { 'ollama/a': 8_192 } });
  const save = host.answers.get('settings.set');
  host.answers.set('settings.set', () => {
    throw new Refusal(notice('disk_full'));
  });
  expect(await models.change(withoutModel('ollama/a'))).toEqual(notice('disk_full'));
  host.answers.set('settings.set', save ?? (() => undefined));
  expect(await models.change(movedBy('ollama/b', -1))).toBe(null);
  expect(kept().order).toEqual(['ollama/b', 'ollama/a']);
});

test('progress of a pull replaces itself, and one taken off the list stays off until it is begun anew', async () => {
  const { model, host, data, asked } = await open();
  host.push({ kind: 'pull', pull: pull() });
  host.push({ kind: 'pull', pull: pull({ completed: 40 }) });
  await settle();
  expect(data().pulls).toEqual([pull({ completed: 40 })]);
  expect(await model.models.pause('qwen3:14b', true)).toBe(null);
  host.push({ kind: 'pull', pull: pull({ completed: 40, state: 'paused' }) });
  await settle();
  expect([data().pulls, asked('model.pause')]).toEqual([[], [{ name: 'qwen3:14b', forget: true }]]);
  await model.models.pull('qwen3:14b');
  host.push({ kind: 'pull', pull: pull({ state: 'failed', problem: notice('pull_failed', { model: 'qwen3:14b' }) }) });
  await settle();
  expect(data().pulls.map(({ state }) => state)).toEqual(['failed']);
});

test('an exam is under way from its first moment, counts on, and is gone when it ends, whatever came of it', async () => {
  const { model, host, data, known } = await open();
  let stop = (): void => {};
  host.answers.set(
    'model.exam',
    () =>
      new Promise((_, reject) => {
        stop = () => reject(new Refusal(notice('cancelled')));
      }),
  );
  const done = model.models.exam(qwen.id);
  expect(data().exams).toEqual({ [qwen.id]: null });
  known.exams.push(qwen.id);
  host.push({ kind: 'exam', progress: { modelId: qwen.id, done: 3, total: 20 } });
  await settle();
  await model.models.refresh();
  expect(data().exams).toEqual({ [qwen.id]: { modelId: qwen.id, done: 3, total: 20 } });
  known.exams.length = 0;
  stop();
  expect([await done, data().exams]).toEqual([notice('cancelled'), {}]);
});

test('a phase is kept for its run until the model has decided', async () => {
  const { host, data } = await open();
  await host.transport.call({ method: 'run.start', input: { text: 'hello' } });
  const [first] = host.log;
  const run = { runId: first?.runId ?? '', sessionId: first?.sessionId ?? '' };
  const push = { kind: 'phase', ...run, step: 1, model: qwen.id } as const;
  host.push({ ...push, phase: 'connecting', at: 5 });
  host.push({ ...push, phase: 'loading', at: 7 });
  await settle();
  expect(data().phases).toEqual({ [run.runId]: { model: qwen.id, phase: 'loading', since: 7 } });
  host.emit(run.runId, run.sessionId, { type: 'run.cancelled', steps: 0 });
  await settle();
  expect(data().phases).toEqual({});
});

test('a key goes in with its server, where it lies is kept, and the key is not', async () => {
  const { model, host, data, asked } = await open();
  host.answers.set('endpoint.save', () => ({ kept: 'file' }));
  const endpoint: Endpoint = { id: 'desk', name: 'Desk', url: 'http://127.0.0.1:1234/v1', window: null };
  expect(await model.models.saveEndpoint(endpoint, 'sk-secret-1')).toEqual({ ok: true, value: 'file' });
  expect(await model.models.saveEndpoint(endpoint, undefined)).toEqual({ ok: true, value: 'file' });
  expect(asked('endpoint.save')).toEqual([{ endpoint, key: 'sk-secret-1' }, { endpoint }]);
  expect([data().keysIn, JSON.stringify(data()).includes('sk-secret-1')]).toEqual(['file', false]);
});

test('what the host says has changed is read again, once for many words, and after a break', async () => {
  const { host, pass, asked } = await open();
  const before = asked('model.list').length;
  for (let word = 0; word < 3; word += 1) host.push({ kind: 'changed', what: 'models' });
  await settle();
  await pass();
  expect(asked('model.list').length).toBe(before + 1);
  host.setDown(true);
  await settle();
  host.setDown(false);
  await pass();
  await pass();
  expect(asked('model.list').length).toBe(before + 2);
});

test('a model is put first, behind, up, down, away, each only once, and the rules stand for none at all', () => {
  const two = alsoUsed('ollama/b')(usedFirst('ollama/a')(plain));
  expect(two.order).toEqual(['ollama/a', 'ollama/b']);
  expect(usedFirst('ollama/b')(two).order).toEqual(['ollama/b', 'ollama/a']);
  expect(withoutModel('ollama/a')(two).order).toEqual(['ollama/b']);
  expect(movedBy('ollama/a', 1)(two).order).toEqual(['ollama/b', 'ollama/a']);
  for (const by of [-1, 1] as const) expect(movedBy(by < 0 ? 'ollama/a' : 'ollama/b', by)(two)).toBe(two);
  expect(movedBy('ollama/gone', 1)(two)).toBe(two);
  expect(usedFirst(OFFLINE_MODEL)(two).order).toEqual([]);
  expect(withWindow('ollama/a', 8_192)(two).windows).toEqual({ 'ollama/a': 8_192 });
  expect(withWindow('ollama/a', null)(withWindow('ollama/a', 8_192)(two)).windows).toEqual({});
});

test('windows go up to what a model was trained for, the present one among them', () => {
  expect(windowsFor(40_960, 32_768)).toEqual([4_096, 8_192, 16_384, 32_768, 40_960]);
  expect(windowsFor(2_048, 2_048)).toEqual([2_048]);
  expect(windowsFor(null, 10_000)).toContain(10_000);
});

test('a name is what the server calls it, slashes and all', () => {
  expect([modelName('ollama/hf.co/x/y:Q4'), modelName(OFFLINE_MODEL)]).toEqual(['hf.co/x/y:Q4', 'offline-rules']);
});
