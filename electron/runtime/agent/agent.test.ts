import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createApprovalQueue } from '#runtime/approval/approval-queue';
import { createRules } from '#runtime/approval/rules';
import { fixedClock } from '#runtime/clock';
import { createRunLog } from '#runtime/events/run-log';
import { createGuardrails } from '#runtime/guardrails/pipeline';
import type { Hook } from '#runtime/hooks/hook-points';
import { createHookRunner } from '#runtime/hooks/runner';
import { createIds } from '#runtime/ids';
import { createPromptSessions } from '#runtime/prompt/prompt-sessions';
import { createSentPrompts } from '#runtime/prompt/sent-prompts';
import { createApprovalStore } from '#runtime/storage/approval-store';
import { createAuditLog } from '#runtime/storage/audit-log';
import { openDatabase } from '#runtime/storage/database';
import { createEventStore } from '#runtime/storage/event-store';
import { createModelStore } from '#runtime/storage/model-store';
import { createRuleStore } from '#runtime/storage/rule-store';
import { createRunStore } from '#runtime/storage/run-store';
import { createSessionStore } from '#runtime/storage/session-store';
import type { AnyTool, Tool } from '#runtime/tools/tool';
import { CallError } from '#shared/contract/call-error';
import type { Push } from '#shared/contract/wire';
import { policySchema } from '#shared/schema/policy';
import type { EventBody, EventType } from '#shared/schema/run-event';
import { createRunManager } from './run-manager.ts';
import { reply, type Script, scriptedModel, slowAnswer } from './scripted-model.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface World {
  readonly script: Script;
  readonly hooks?: readonly Hook[];
  readonly folder?: string;
  readonly tool?: Tool<{ text: string }>['run'];
}

async function world({ script, hooks = [], folder = mkdtempSync(join(tmpdir(), 'reins-agent-')), tool }: World) {
  const opened = await openDatabase({ folder });
  if ('error' in opened) throw new Error(opened.error.code);
  const { db } = opened;
  closing.push(() => db.close());
  const clock = fixedClock(Date.UTC(2026, 3, 14, 2), 'Asia/Shanghai');
  const events = createEventStore(db);
  const log = createRunLog({ events, clock, transaction: (work) => db.transaction(work)() });
  const pushes: Push[] = [];
  log.listen((push) => pushes.push(push));
  const sessions = createSessionStore(db);
  const model = scriptedModel(script);
  const echo: Tool<{ text: string }> = {
    name: 'echo',
    summary: 'Says it back.',
    input: z.strictObject({ text: z.string() }),
    sessions: ['main'],
    untrusted: false,
    run: tool ?? (async ({ text }) => ({ ok: true, output: text })),
  };
  const bugs: unknown[] = [];
  const audit = createAuditLog(db);
  const rules = createRules({ store: createRuleStore(db) });
  const approvals = createApprovalQueue({ store: createApprovalStore(db), rules, audit, clock });
  const manager = createRunManager({
    clock,
    newId: createIds(clock.now),
    log,
    events,
    runs: createRunStore(db),
    sessions,
    hooks: createHookRunner(hooks, 200),
    prompts: createPromptSessions(),
    model: () => model,
    models: createModelStore(db),
    sent: createSentPrompts(),
    approvals,
    rules,
    audit,
    policy: () => policySchema.parse({}),
    scope: () => ({
      root: '/w',
      tools: [echo as unknown as AnyTool],
      guardrails: createGuardrails(),
      middlewares: () => [],
      facts: async ({ model: { name, window }, ...request }) => ({
        ...request,
        language: 'en',
        workspace: { root: '/w', files: [], trusted: true },
        identity: { name: '', emoji: '' },
        bootstrapDue: false,
        citations: 'auto',
        zone: clock.zone,
        runtime: { os: 'linux', host: 'test', model: name, window },
        recalled: [],
      }),
    }),
    atPoint: () => undefined,
    onBug: (where, error) => bugs.push([where, error]),
  });
  const run = async (text: string, sessionId?: string) => {
    const started = await manager.start({ text, ...(sessionId === undefined ? {} : { sessionId }) });
    await manager.settled(started.runId);
    return { ...started, events: events.ofRun(started.runId) };
  };
  const types = (runId: string): EventType[] => events.ofRun(runId).map(({ type }) => type);
  return { folder, manager, events, sessions, model, pushes, bugs, run, types, close: () => db.close() };
}

const last = (events: readonly EventBody[]): EventBody | undefined => events.at(-1);
const callEcho = (text: string) => reply('CALL_TOOL', { tool_name: 'echo', arguments: { text } });

test('one message travels to an answer: started, received, prompt, decision, tool, answer, completed', async () => {
  const { run, types, sessions } = await world({ script: [callEcho('你好'), reply('RESPOND', { answer: '说完了' })] });
  const { runId, sessionId } = await run('跟我说你好');
  expect(types(runId)).toEqual([
    'run.started',
    'message.received',
    'prompt.built',
    'planner.decided',
    'guardrail.judged',
    'tool.started',
    'tool.completed',
    'prompt.built',
    'planner.decided',
    'answer.given',
    'run.completed',
  ]);
  expect(sessions.get(sessionId)).toMatchObject({ title: '跟我说你好', activeRun: null });
  expect(sessions.shortMemory(sessionId)).toEqual([{ question: '跟我说你好', answer: '说完了' }]);
});

test('each step begins with the words of the one before', async () => {
  const { run, model } = await world({ script: [callEcho('a'), callEcho('b'), reply('RESPOND', { answer: 'done' })] });
  await run('go');
  const sent = model.requests.map((request) => JSON.stringify(request.messages).slice(0, -1));
  expect(sent[1]?.startsWith(sent[0] ?? '-')).toBe(true);
  expect(sent[2]?.startsWith(sent[1] ?? '-')).toBe(true);
});

test('the next message of a conversation carries the words of the last one, and its short memory', async () => {
  const { run, model } = await world({ script: [reply('RESPOND', { answer: 'one' }), reply('RESPOND', { answer: 'two' })] });
  const { sessionId } = await run('first');
  await run('second', sessionId);
  const [first, second] = model.requests;
  expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
  expect(second?.payload.shortMemory).toEqual([{ question: 'first', answer: 'one' }]);
});

test('an unreadable reply gets one corrective retry that names the violation', async () => {
  const { run, model } = await world({ script: [{ pieces: ['I think so!'] }, reply('RESPOND', { answer: 'ok' })] });
  const { events } = await run('x');
  expect(last(events)).toMatchObject({ type: 'run.completed' });
  expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/could not be used/);
  expect(events.find(({ type }) => type === 'planner.decided')).toMatchObject({ notes: expect.arrayContaining(['retried']) });
});

test('a second unreadable reply ends the run honestly', async () => {
  const { run, model } = await world({ script: [{ pieces: ['no'] }] });
  const { events } = await run('x');
  expect(last(events)).toMatchObject({ type: 'run.failed', reason: { code: 'planner_unreadable' } });
  expect(model.requests).toHaveLength(2);
});

test('endless output is cut off and the run fails with the reason', async () => {
  const endless = { pieces: Array.from({ length: 1_200 }, () => 'x'.repeat(1_000)) };
  const { run } = await world({ script: [endless] });
  const { events } = await run('x');
  expect(last(events)).toMatchObject({ type: 'run.failed', reason: { code: 'planner_endless' } });
});

test('a stream that breaks off runs no tool', async () => {
  const failed = { pieces: ['{"action":"CALL_TOOL","tool_name":"echo","arguments":{"text":"x"'], end: { type: 'done' as const } };
  const { run, types } = await world({ script: [failed] });
  const { runId } = await run('x');
  expect(types(runId)).not.toContain('tool.started');
  expect(types(runId).at(-1)).toBe('run.failed');
});

test('wrong arguments do not end the run: they become an event and an observation', async () => {
  const wrong = reply('CALL_TOOL', { tool_name: 'echo', arguments: { words: 1 } });
  const { run, model, types } = await world({ script: [wrong, callEcho('mended'), reply('RESPOND', { answer: 'ok' })] });
  const { runId } = await run('x');
  expect(types(runId)).toContain('tool_schema_validation_failed');
  expect(types(runId).at(-1)).toBe('run.completed');
  expect(model.requests[1]?.payload.observations).toMatchObject([{ kind: 'refused', tool: 'echo', reason: { code: 'tool_arguments' } }]);
});

test('the same call with the same result is warned, refused, and ends the run', async () => {
  const { run } = await world({ script: [callEcho('again')] });
  const { events } = await run('x');
  expect(events.filter(({ type }) => type === 'tool.started')).toHaveLength(4);
  expect(events.some((event) => event.type === 'guardrail.judged' && event.warning !== undefined)).toBe(true);
  expect(last(events)).toMatchObject({ type: 'run.failed', reason: { code: 'loop_blocked' } });
});

test('a run of ever new calls ends at the step limit', async () => {
  const { run } = await world({ script: [({ payload }) => callEcho(`n${payload.observations.length}`)] });
  const { events } = await run('x');
  expect(last(events)).toMatchObject({ type: 'run.failed', steps: 24, reason: { code: 'step_limit', params: { limit: 24 } } });
});

test('a RESPOND without a satisfied goal shows nothing and becomes an observation', async () => {
  const unsatisfied = reply('RESPOND', { answer: 'half', goal_satisfied: false });
  const { run, model } = await world({ script: [unsatisfied, reply('RESPOND', { answer: 'whole' })] });
  const { events } = await run('x');
  expect(events.filter(({ type }) => type === 'answer.given')).toMatchObject([{ text: 'whole' }]);
  expect(model.requests[1]?.payload.observations).toEqual([{ kind: 'unsatisfied', answer: 'half' }]);
});

test('a tool that throws is a failed result, not the end of the run', async () => {
  const { run } = await world({
    script: [callEcho('x'), reply('RESPOND', { answer: 'it failed' })],
    tool: () => Promise.reject(new Error('boom')),
  });
  const { events } = await run('x');
  expect(events.find(({ type }) => type === 'tool.completed')).toMatchObject({
    result: { ok: false, error: { code: 'tool_failed', detail: 'boom' } },
  });
  expect(last(events)).toMatchObject({ type: 'run.completed' });
});

test('a long answer streams, is checkpointed, and a secret in it is never shown', async () => {
  const secret = `sk-proj-${'a1B2'.repeat(8)}`;
  const answer = `${'中文 words '.repeat(600)} key ${secret} ${'end '.repeat(200)}`;
  const { run, pushes } = await world({ script: [slowAnswer(answer, 0, 50)] });
  const { events } = await run('x');
  const deltas = pushes.flatMap((push) => (push.kind === 'delta' ? [push.text] : []));
  expect(deltas.length).toBeGreaterThan(20);
  expect(events.some(({ type }) => type === 'answer.checkpoint')).toBe(true);
  expect(JSON.stringify([deltas.join(''), events.filter(({ type }) => type.startsWith('answer.'))])).not.toContain(secret);
  expect(answer.startsWith(deltas.join('').slice(0, 3_000))).toBe(true);
});

test('only places that the answer names and that were really read are cited', async () => {
  const tool: World['tool'] = async () => ({ ok: true, output: 'x', citations: [{ path: 'MEMORY.md', from: 2, to: 4 }] });
  const answer = 'It says so (MEMORY.md:3), not MEMORY.md:33 or USER.md:3.';
  const { run } = await world({ script: [callEcho('x'), reply('RESPOND', { answer })], tool });
  const { events } = await run('x');
  expect(events.find(({ type }) => type === 'answer.given')).toMatchObject({
    text: answer,
    citations: [{ path: 'MEMORY.md', from: 3, to: 3 }],
  });
});

test('an answer stands in the log once, as it was given: a secret or a withheld text nowhere', async () => {
  const secret = `sk-proj-${'a1B2'.repeat(8)}`;
  const first = await world({ script: [reply('RESPOND', { answer: `key ${secret}`, reason: `because ${secret}` })] });
  expect(JSON.stringify((await first.run('x')).events)).not.toContain(secret);
  const withhold: Hook = { name: 'no', point: 'message_sending', run: async () => ({ refuse: 'secret' }) };
  const second = await world({ script: [reply('RESPOND', { answer: 'the hidden words' })], hooks: [withhold] });
  expect(JSON.stringify((await second.run('x')).events)).not.toContain('the hidden words');
});

test('stopping a run while a hook works is a stop, not a fault of the hook', async () => {
  const hang: Hook = { name: 'hang', point: 'message_sending', run: () => new Promise(() => undefined) };
  const { manager, events } = await world({ script: [reply('RESPOND', { answer: 'ok' })], hooks: [hang] });
  const { runId } = await manager.start({ text: 'x' });
  await expect.poll(() => events.ofRun(runId).some(({ type }) => type === 'planner.decided')).toBe(true);
  await manager.cancel(runId);
  expect(events.ofRun(runId).map(({ type }) => type)).not.toContain('hook.ran');
  expect(last(events.ofRun(runId))).toMatchObject({ type: 'run.cancelled' });
});

test('cancelling in mid-answer ends the run at once and keeps what was checkpointed', async () => {
  const { manager, events } = await world({ script: [slowAnswer('word '.repeat(2_000), 2, 400)] });
  const { runId } = await manager.start({ text: 'x' });
  await expect.poll(() => events.ofRun(runId).some(({ type }) => type === 'answer.checkpoint')).toBe(true);
  await manager.cancel(runId);
  expect(last(events.ofRun(runId))).toMatchObject({ type: 'run.cancelled' });
});

test('cancelling while a tool works closes the call as cancelled', async () => {
  const tool: World['tool'] = (_args, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  const { manager, events } = await world({ script: [callEcho('x')], tool });
  const { runId } = await manager.start({ text: 'x' });
  await expect.poll(() => events.ofRun(runId).some(({ type }) => type === 'tool.started')).toBe(true);
  await manager.cancel(runId);
  expect(events.ofRun(runId).slice(-2)).toMatchObject([
    { type: 'tool.completed', result: { kind: 'cancelled' } },
    { type: 'run.cancelled' },
  ]);
});

test('a question waits, survives a restart, and its answer goes on with the same call', async () => {
  const ask = reply('CLARIFY', { tool_name: 'echo', missing_slots: ['text'], clarification_question: '说什么？' });
  const first = await world({ script: [ask] });
  const { runId } = await first.run('说点什么');
  expect(last(first.events.ofRun(runId))).toMatchObject({ type: 'clarification.needed', slots: ['text'], question: '说什么？' });
  await first.manager.close();

  const second = await world({ script: [reply('RESPOND', { answer: '好' })], folder: first.folder });
  expect(second.manager.recover()).toBe(0);
  await second.manager.answer(runId, { values: { text: '早上好' } });
  await second.manager.settled(runId);
  expect(second.events.ofRun(runId).find(({ type }) => type === 'tool.completed')).toMatchObject({ result: { output: '早上好' } });
  expect(last(second.events.ofRun(runId))).toMatchObject({ type: 'run.completed' });
  await expect(second.manager.answer(runId, { text: 'again' })).rejects.toThrow(CallError);
});

test('an answer that gives one of two missing arguments keeps it, and the planner is told what is still missing', async () => {
  const ask = reply('CLARIFY', { tool_name: 'echo', missing_slots: ['text', 'tone'], clarification_question: '?' });
  const { run, manager, model } = await world({ script: [ask, reply('RESPOND', { answer: 'ok' })] });
  const { runId } = await run('say something');
  await manager.answer(runId, { values: { text: '早' } });
  await manager.settled(runId);
  expect(model.requests[1]?.payload).toMatchObject({
    query: '早',
    pendingTool: { tool: 'echo', arguments: { text: '早' }, slots: ['tone'] },
  });
  const [first, second] = model.requests.map(({ messages }) => messages);
  expect(second?.slice(0, first?.length)).toEqual(first);
});

test('closing the app interrupts a run and the next start does not run its tool again', async () => {
  const started: string[] = [];
  const tool: World['tool'] = ({ text }, { signal }) => {
    started.push(text);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  };
  const { manager, events } = await world({ script: [callEcho('x')], tool });
  const { runId } = await manager.start({ text: 'x' });
  await expect.poll(() => started.length).toBe(1);
  await manager.close();
  expect(last(events.ofRun(runId))).toMatchObject({ type: 'run.interrupted', interruptedCalls: [expect.any(String)] });
  expect(manager.recover()).toBe(0);
  expect(started).toEqual(['x']);
});

test('the same key gives the same run, and a conversation takes one run at a time', async () => {
  const { manager } = await world({ script: [slowAnswer('word '.repeat(500), 5)] });
  const one = await manager.start({ text: 'x', key: 'k' });
  expect(await manager.start({ text: 'x', key: 'k' })).toEqual(one);
  await expect(manager.start({ text: 'y', sessionId: one.sessionId })).rejects.toMatchObject({ notice: { code: 'run_active' } });
  await manager.cancel(one.runId);
});

test('an empty message, one too long and an unknown conversation are refused before anything is stored', async () => {
  const { manager, sessions } = await world({ script: [reply('RESPOND', { answer: '' })] });
  const refusals = [{ text: ' \n ' }, { text: '长'.repeat(1_000_001) }, { text: 'x', sessionId: 'nobody' }];
  const codes = await Promise.all(
    refusals.map((request) => manager.start(request).catch((error: unknown) => (error as CallError).notice.code)),
  );
  expect(codes).toEqual(['message_empty', 'message_too_long', 'session_unknown']);
  expect(sessions.list('')).toEqual([]);
});

test('hooks may change the message, the call and the answer, and each run is told', async () => {
  const hooks: Hook[] = [
    { name: 'louder', point: 'message_received', run: async (input) => ({ message: `${(input as { message: string }).message}!` }) },
    { name: 'other-words', point: 'before_tool_call', run: async () => ({ arguments: { text: 'changed' } }) },
    { name: 'signed', point: 'message_sending', run: async (input) => ({ answer: `${(input as { answer: string }).answer} (signed)` }) },
  ];
  const { run } = await world({ script: [callEcho('x'), reply('RESPOND', { answer: 'ok' })], hooks });
  const { events } = await run('hi');
  expect(events.find(({ type }) => type === 'message.received')).toMatchObject({ text: 'hi!' });
  expect(events.find(({ type }) => type === 'tool.completed')).toMatchObject({ result: { output: 'changed' } });
  expect(events.find(({ type }) => type === 'answer.given')).toMatchObject({ text: 'ok (signed)' });
  expect(events.filter(({ type }) => type === 'hook.ran')).toHaveLength(3);
});

test('a hook that hangs or throws before a call denies it, after the call it is skipped', async () => {
  const hang: Hook = { name: 'hang', point: 'before_tool_call', run: () => new Promise(() => undefined) };
  const denied = await world({ script: [callEcho('x'), reply('RESPOND', { answer: 'ok' })], hooks: [hang] });
  const first = await denied.run('x');
  expect(first.events.find(({ type }) => type === 'guardrail.judged')).toMatchObject({
    verdict: { verdict: 'deny', reason: { code: 'hook_failed', params: { hook: 'hang' } } },
  });
  const broken: Hook = { name: 'broken', point: 'after_tool_call', run: () => Promise.reject(new Error('no')) };
  const kept = await world({ script: [callEcho('x'), reply('RESPOND', { answer: 'ok' })], hooks: [broken] });
  const second = await kept.run('x');
  expect(second.events.find(({ type }) => type === 'tool.completed')).toMatchObject({ result: { ok: true } });
  expect(last(second.events)).toMatchObject({ type: 'run.completed' });
});

test('a hook may refuse a message, or withhold an answer', async () => {
  const refuse: Hook = { name: 'no', point: 'message_received', run: async () => ({ refuse: 'not today' }) };
  const first = await world({ script: [reply('RESPOND', { answer: 'ok' })], hooks: [refuse] });
  await expect(first.manager.start({ text: 'x' })).rejects.toMatchObject({
    notice: { code: 'message_refused', params: { reason: 'not today' } },
  });
  const withhold: Hook = { name: 'no', point: 'message_sending', run: async () => ({ refuse: 'secret' }) };
  const second = await world({ script: [reply('RESPOND', { answer: 'ok' })], hooks: [withhold] });
  const { events } = await second.run('x');
  expect(last(events)).toMatchObject({ type: 'run.failed', reason: { code: 'answer_withheld' } });
  expect(JSON.stringify(second.pushes)).not.toContain('"kind":"delta"');
});
