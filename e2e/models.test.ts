import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ModelSettings } from '#shared/schema/model';
import type { RunEvent } from '#shared/schema/run-event';
import { type OllamaDouble, startOllamaDouble } from './doubles/ollama-double.ts';
import { startOpenAiDouble } from './doubles/openai-double.ts';
import { loadScenario, parseScenario, type ScenarioInput } from './doubles/scenario.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
let place = '';
let count = 0;
const open: { close(): Promise<unknown> }[] = [];
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'reins-models-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const MODEL = 'ollama/qwen3:4b';

async function double(scenario: string | ScenarioInput): Promise<OllamaDouble> {
  const server = await startOllamaDouble(typeof scenario === 'string' ? loadScenario(scenario) : parseScenario('test', scenario));
  open.push(server);
  return server;
}

async function start(name = `host-${++count}`): Promise<HostProcess> {
  const args = ['--data', join(place, name, 'data'), '--workspace', join(place, name, 'work'), '--tied'];
  const host = await startHostProcess(headless, args);
  open.push({ close: () => host.stop('SIGKILL') });
  return host;
}

/** A host whose models are on these servers. */
async function connected(url: string, order: readonly string[] = [MODEL], more: Partial<ModelSettings> = {}): Promise<HostProcess> {
  const host = await start();
  const { settings } = await host.client['app.state']({});
  const models = { ...settings.models, ollama: { ...settings.models.ollama, url }, order: [...order], ...more };
  await host.client['settings.set']({ models });
  await host.client['model.list']({});
  return host;
}

/** All events of the run once it has ended or waits. */
async function ended(host: HostProcess, sessionId: string): Promise<RunEvent[]> {
  await expect
    .poll(async () => (await host.client['session.list']({})).sessions.find(({ id }) => id === sessionId)?.activeRun?.state, {
      timeout: 30_000,
    })
    .not.toBe('running');
  return (await host.client['session.events']({ sessionId })).events;
}

async function say(host: HostProcess, text: string, sessionId?: string) {
  const run = await host.client['run.start']({ text, ...(sessionId === undefined ? {} : { sessionId }) });
  const events = (await ended(host, run.sessionId)).filter((event) => event.runId === run.runId);
  const of = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  return { ...run, events, of, answer: of('answer.given')[0]?.text, failed: of('run.failed')[0]?.reason };
}

const qwen = { name: 'qwen3:4b', trainedContext: 40_960 };
const respond = (answer: string) => ({ action: 'RESPOND', answer, reason: '', goal_satisfied: true });

test('a message goes to the model with schema and window, and its answer, figures and model are in the log', async () => {
  const server = await double('answer');
  const host = await connected(server.url);
  const { answer, of } = await say(host, 'Hello');
  expect(answer).toBeTypeOf('string');
  const [chat] = server.chats();
  expect(chat?.remarks).toEqual(['load: not in memory']);
  expect(of('run.started')[0]?.model).toBe(MODEL);
  expect(of('planner.decided')[0]?.use).toMatchObject({ model: MODEL, counted: expect.any(Number), reused: null });
  const { sources } = await host.client['model.list']({});
  expect(sources[0]).toMatchObject({
    id: 'ollama',
    state: 'ready',
    problem: null,
    models: expect.arrayContaining([expect.objectContaining({ id: MODEL, trained: 40_960 })]),
  });
});

test('thirty turns with calls keep the beginning of the prompt, within a run and between runs', async () => {
  const call = { action: 'CALL_TOOL', reason: '', tool_name: 'time', arguments: {} };
  const server = await double({
    shows: 'Thirty turns of one call and one answer.',
    models: [qwen],
    turns: Array.from({ length: 30 }, (_, turn) => [{ decision: call }, { decision: respond(`answer ${turn} 答复`) }]).flat(),
  });
  const host = await connected(server.url);
  let sessionId: string | undefined;
  for (let turn = 0; turn < 30; turn += 1) sessionId = (await say(host, `question ${turn} 第 ${turn} 个问题`, sessionId)).sessionId;
  const shares = server
    .chats()
    .slice(1)
    .map(({ prompt }) => (prompt === undefined ? 0 : prompt.shared / prompt.all));
  const within = shares.filter((_, at) => at % 2 === 0);
  const between = shares.filter((_, at) => at % 2 === 1);
  expect(Math.min(...within)).toBeGreaterThan(0.9);
  expect(Math.min(...between)).toBeGreaterThan(0.5);
  const { events } = await host.client['session.events']({ sessionId: sessionId ?? '' });
  const reused = events.flatMap((event) => (event.type === 'planner.decided' ? [event.use?.reused ?? 1] : []));
  expect(Math.min(...reused)).toBeGreaterThanOrEqual(0.95);
});

test.each([
  ['html', 'model_proxy'],
  ['out-of-memory', 'model_out_of_memory'],
  ['model-missing', 'model_missing'],
  ['cut', 'model_stopped_early'],
  ['refuses-window', 'model_window_refused'],
  ['wrong-twice', 'planner_unreadable'],
  ['partial-call', 'model_stopped_early'],
] as const)('%s ends the run with its cause, runs no tool and keeps the conversation', async (scenario, code) => {
  const server = await double(scenario);
  const name = loadScenario(scenario).models[0]?.name ?? 'qwen3:4b';
  const host = await connected(server.url, [`ollama/${name}`]);
  const { failed, of, sessionId } = await say(host, 'Write me something about the sea, please.');
  expect([failed?.code, of('tool.started').length]).toEqual([code, 0]);
  const { sessions } = await host.client['session.list']({});
  expect(sessions.find(({ id }) => id === sessionId)?.activeRun).toBe(null);
  expect((await host.client['session.events']({ sessionId })).events.some((event) => event.type === 'message.received')).toBe(true);
});

test('stop while a model loads ends at once and the server sees it', async () => {
  const server = await double('slow-load');
  const host = await connected(server.url, [`ollama/${loadScenario('slow-load').models[0]?.name}`]);
  const { runId, sessionId } = await host.client['run.start']({ text: 'Hello' });
  await expect.poll(() => server.chats().length).toBe(1);
  await host.client['run.cancel']({ runId });
  expect((await ended(host, sessionId)).at(-1)?.type).toBe('run.cancelled');
  await expect.poll(() => server.chats()[0]?.aborted).toBe(true);
});

test('a server that cuts the prompt raises the alarm with a window that would hold it, an honest one never does', async () => {
  const long = `Summarise this: ${'a line of a long report, 报告里的一行。\n'.repeat(900)}`;
  const cutting = await double({
    shows: 'Loads less than it was asked for.',
    models: [{ ...qwen, loadedContext: 2_048 }],
    turns: [{ decision: respond('Done.') }],
  });
  const host = await connected(cutting.url);
  const cut = await say(host, long);
  expect(cut.of('context.cut')).toMatchObject([{ missing: expect.any(Number), use: { loaded: 2_048 } }]);
  expect((await host.client['context.get']({ sessionId: cut.sessionId })).truth).toMatchObject({ state: 'cut', fix: expect.any(Number) });

  const honest = await double({
    shows: 'Does as it was asked.',
    models: [qwen],
    turns: [{ decision: respond('Done.'), repeat: 'forever' }],
  });
  const other = await connected(honest.url, [MODEL], { windows: { [MODEL]: 32_768 } });
  const whole = await say(other, long);
  expect(whole.of('context.cut')).toEqual([]);
  expect((await other.client['context.get']({ sessionId: whole.sessionId })).truth.state).toBe('fits');
});

test('another model stands in where the first cannot answer, and that is said', async () => {
  const ollama = await double('model-missing');
  const server = await startOpenAiDouble(
    parseScenario('test', {
      shows: 'Answers.',
      models: [{ name: 'small' }],
      turns: [{ decision: respond('From the other one.') }],
      key: 'sk-secret-1',
    }),
  );
  open.push(server);
  const host = await connected(ollama.url, ['ollama/gone:1b', 'desk/small']);
  const saved = await host.client['endpoint.save']({
    endpoint: { id: 'desk', name: 'Desk', url: `${server.url}/v1`, window: 16_384 },
    key: 'sk-secret-1',
  });
  expect(saved.kept).toBe('file');
  const { answer, of } = await say(host, 'Hello');
  expect([answer, of('model.replaced')]).toMatchObject([
    'From the other one.',
    [{ from: 'ollama/gone:1b', to: 'desk/small', reason: { code: 'model_missing' } }],
  ]);
  expect(JSON.stringify(await host.client['app.state']({}))).not.toContain('sk-secret-1');
  expect(JSON.stringify(await host.client['model.list']({}))).not.toContain('sk-secret-1');
});

test('a model is chosen for one conversation, an unknown one is refused', async () => {
  const server = await double('answer');
  const host = await connected(server.url, []);
  const { sessionId, of } = await say(host, 'what day is it?');
  expect(of('run.started')[0]?.model).toBe('offline-rules');
  await expect(host.client['model.choose']({ sessionId, model: 'nowhere/x' })).rejects.toMatchObject({ notice: { code: 'model_unknown' } });
  expect((await host.client['model.choose']({ sessionId, model: MODEL })).model).toBe(MODEL);
  expect((await say(host, 'Hello', sessionId)).of('run.started')[0]?.model).toBe(MODEL);
});

test('a model is fetched with progress, and goes on after a failure', async () => {
  const server = await double('pull-fails');
  const [name = ''] = Object.keys(loadScenario('pull-fails').pulls);
  const host = await connected(server.url, []);
  await host.client['model.pull']({ name });
  const state = async () => (await host.client['model.list']({})).pulls[0];
  await expect.poll(async () => (await state())?.state).toBe('failed');
  const failed = await state();
  expect([failed?.problem?.code, (failed?.completed ?? 0) > 0]).toEqual(['pull_failed', true]);
  // It fails at one place and breaks off at another; each time it goes on from there.
  for (let tries = 0; tries < 3 && (await state())?.state !== 'done'; tries += 1) {
    await host.client['model.pull']({ name });
    await expect.poll(async () => (await state())?.state).not.toBe('pulling');
  }
  expect(await state()).toMatchObject({ state: 'done', problem: null });
});

test('one answer of the server gone wrong is asked for again, a server that stays wrong is named', async () => {
  const once = await connected((await double('error-500')).url, [`ollama/${loadScenario('error-500').models[0]?.name}`]);
  expect((await say(once, 'Hello')).answer).toBeTypeOf('string');
  const server = await double({
    shows: 'Always wrong.',
    models: [qwen],
    turns: [{ status: 500, body: 'internal error', repeat: 'forever' }],
  });
  expect((await say(await connected(server.url), 'Hello')).failed?.code).toBe('model_server_error');
  expect(server.chats().length).toBe(3);
});

test('the command line lists, uses, fetches and checks models, and refuses one that is not there', async () => {
  const server = await double('exam');
  const name = loadScenario('exam').models[0]?.name ?? '';
  const host = await connected(server.url, []);
  const cli = fileURLToPath(new URL('../out/host/cli.js', import.meta.url));
  const run = async (...args: string[]): Promise<[number | null, string]> => {
    const child = spawn(process.execPath, [cli, ...args, '--data', join(place, `host-${count}`, 'data'), '--language', 'en']);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    return [await new Promise((resolve) => child.once('exit', resolve)), said];
  };
  expect(await run('models', 'list')).toEqual([0, expect.stringContaining(`ollama/${name}`)]);
  expect(await run('models', 'use', 'nobody:7b')).toEqual([1, expect.stringContaining('There is no model')]);
  expect(await run('models', 'use', name)).toEqual([0, expect.stringContaining(name)]);
  expect((await host.client['app.state']({})).settings.models.order).toEqual([`ollama/${name}`]);
  expect(await run('models', 'check', name)).toEqual([0, expect.stringContaining('It passed every part')]);
  expect((await host.client['model.list']({})).sources[0]?.models[0]?.exam).toMatchObject({
    mode: 'full',
    tools: 12,
    reasons: [{ code: 'exam_passed' }],
  });
  expect((await run('models', 'check'))[0]).toBe(2);
});
