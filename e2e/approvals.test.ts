import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { CallError } from '#shared/contract/call-error';
import type { Approval } from '#shared/schema/approval';
import type { RunEvent } from '#shared/schema/run-event';
import { type HostProcess, startHostProcess } from './host-process.ts';

const entry = fileURLToPath(new URL('./fault-host.ts', import.meta.url));
const open: HostProcess[] = [];

afterEach(async () => {
  for (const host of open.splice(0)) if (host.child.exitCode === null && host.child.signalCode === null) await host.stop();
});

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reins-approvals-'));
  mkdirSync(join(folder, 'data'));
  return folder;
}

async function start(folder: string, ...extra: string[]): Promise<HostProcess> {
  const args = ['--data', join(folder, 'data'), '--workspace', join(folder, 'work'), '--trace', join(folder, 'trace'), ...extra];
  const host = await startHostProcess(entry, args, { ...process.env, XDG_DATA_HOME: join(folder, 'share') });
  open.push(host);
  return host;
}

/** Waits until `look` gives something. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < 400; n += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not come');
}

async function ask(host: HostProcess, tool: string, args: Record<string, unknown>, sessionId?: string) {
  const run = await host.client['run.start']({
    text: `call ${tool} ${JSON.stringify(args)}`,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  return { ...run, approval: await waiting(host, run.runId) };
}

function waiting(host: HostProcess, runId: string): Promise<Approval> {
  return until(async () => (await host.client['approval.list']({})).approvals.find((one) => one.runId === runId));
}

function ended(host: HostProcess, run: { runId: string; sessionId: string }): Promise<RunEvent[]> {
  return until(async () => {
    const { events } = await host.client['session.events']({ sessionId: run.sessionId, limit: 5000 });
    const own = events.filter(({ runId }) => runId === run.runId);
    return own.some(({ type }) => /^run\.(completed|failed|cancelled|interrupted)$/.test(type)) ? own : undefined;
  });
}

const answer = (host: HostProcess, { id, nonce }: Approval, more: object = { answer: 'once' }) =>
  host.client['approval.decide']({ id, nonce, answer: 'once', ...more });

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof CallError ? error.notice.code : String(error)),
  );
}

test('a request that was not answered is there after a kill, is answered once, and what it did is undone and done again', async () => {
  const folder = place();
  const first = await start(folder);
  const { approval, ...run } = await ask(first, 'write', { path: 'notes/plan.md', content: '# 计划\n' });
  expect(approval).toMatchObject({
    tool: 'write',
    risk: 'change',
    state: 'waiting',
    plannerReason: 'it was wanted',
    effect: { undo: 'snapshot', diff: { path: 'notes/plan.md', before: null, after: '# 计划\n', added: 1, removed: 0 } },
  });
  first.child.kill('SIGKILL');
  await first.ended;
  const file = join(folder, 'work', 'notes', 'plan.md');
  expect(existsSync(file)).toBe(false);

  const host = await start(folder);
  const again = await waiting(host, run.runId);
  expect(again).toEqual(approval);
  const both = await Promise.allSettled([answer(host, again), answer(host, again)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const events = await ended(host, run);
  expect(readFileSync(file, 'utf8')).toBe('# 计划\n');
  expect(events.filter(({ type }) => type === 'tool.started')).toHaveLength(1);
  expect(await codeOf(answer(host, again))).toBe('approval_answered');

  const { changes } = await host.client['change.list']({ sessionId: run.sessionId });
  const id = changes[0]?.id ?? '';
  expect(await host.client['change.undo']({ id })).toMatchObject({ done: ['notes/plan.md'], conflicts: [], change: { state: 'undone' } });
  expect(existsSync(file)).toBe(false);
  expect(await host.client['change.redo']({ id })).toMatchObject({ conflicts: [], change: { state: 'applied' } });
  expect(readFileSync(file, 'utf8')).toBe('# 计划\n');

  writeFileSync(file, '# 我改过\n');
  const conflict = await host.client['change.undo']({ id });
  expect(conflict.conflicts).toEqual([{ path: 'notes/plan.md', before: null, agent: '# 计划\n', now: '# 我改过\n', binary: false }]);
  expect(readFileSync(file, 'utf8')).toBe('# 我改过\n');
  expect(await host.client['audit.verify']({})).toMatchObject({ intact: true });
  const { entries } = await host.client['audit.list']({});
  expect(entries.map(({ type }) => type).reverse()).toEqual(['asked', 'answered', 'ran', 'undone', 'redone']);
});

test('a denial is read by the planner with its reason, and nothing ran', async () => {
  const folder = place();
  const host = await start(folder);
  const { approval, ...run } = await ask(host, 'write', { path: 'a.md', content: 'x' });
  expect(await answer(host, approval, { answer: 'deny', reason: '放到 notes 里' })).toEqual({ state: 'denied' });
  const events = await ended(host, run);
  expect(existsSync(join(folder, 'work', 'a.md'))).toBe(false);
  expect(events.find(({ type }) => type === 'answer.given')).toMatchObject({ text: expect.stringContaining('放到 notes 里') });
  expect(events.some(({ type }) => type === 'tool.started')).toBe(false);
});

test('what was shown must still hold: a changed file makes the request void and it asks again with what is there now', async () => {
  const folder = place();
  const host = await start(folder);
  const file = join(folder, 'work', 'a.md');
  writeFileSync(file, 'one\n');
  const { approval, ...run } = await ask(host, 'write', { path: 'a.md', content: 'three\n' });
  writeFileSync(file, 'two\n');
  expect(await answer(host, approval)).toEqual({ state: 'void' });
  const next = await waiting(host, run.runId);
  expect([next.id === approval.id, next.reasons[0]?.code, next.effect.diff?.before]).toEqual([false, 'approval_drifted', 'two\n']);
  expect(await codeOf(answer(host, approval))).toBe('approval_stale');
  expect(await answer(host, next)).toEqual({ state: 'allowed' });
  await ended(host, run);
  expect(readFileSync(file, 'utf8')).toBe('three\n');
});

test('arguments that the person edits are checked again, and those run', async () => {
  const folder = place();
  const host = await start(folder);
  const { approval, ...run } = await ask(host, 'write', { path: 'a.md', content: 'x' });
  const outside = { path: '../a.md', content: 'x' };
  expect(await host.client['approval.preview']({ id: approval.id, arguments: outside })).toMatchObject({ verdict: 'deny', effect: null });
  expect(await codeOf(answer(host, approval, { answer: 'once', arguments: outside }))).toBe('path_outside');
  expect(await answer(host, approval, { answer: 'once', arguments: { path: 'b.md', content: 'y' } })).toEqual({ state: 'allowed' });
  await ended(host, run);
  expect([existsSync(join(folder, 'work', 'a.md')), readFileSync(join(folder, 'work', 'b.md'), 'utf8')]).toEqual([false, 'y']);
});

test('an answer for the session holds in that session alone, one for always in all, and a revoked rule in none', async () => {
  const folder = place();
  const host = await start(folder);
  const { approval, ...run } = await ask(host, 'write', { path: 'notes/a.md', content: '1' });
  await answer(host, approval, { answer: 'session', rule: { tool: 'write', match: { kind: 'path', path: 'notes/' } } });
  await ended(host, run);
  const same = await host.client['run.start']({ sessionId: run.sessionId, text: 'call write {"path":"notes/b.md","content":"2"}' });
  await ended(host, same);
  expect(readFileSync(join(folder, 'work', 'notes', 'b.md'), 'utf8')).toBe('2');
  const other = await ask(host, 'write', { path: 'notes/c.md', content: '3' });
  await answer(host, other.approval, { answer: 'always', rule: { tool: 'write', match: { kind: 'path', path: 'notes/' } } });
  await ended(host, other);
  const free = await host.client['run.start']({ text: 'call write {"path":"notes/d.md","content":"4"}' });
  await ended(host, free);
  const { rules } = await host.client['rule.list']({});
  expect(rules.map(({ scope, uses }) => [scope, uses]).sort()).toEqual([
    ['always', 1],
    ['session', 1],
  ]);
  for (const { id } of rules) await host.client['rule.revoke']({ id });
  const asked = await ask(host, 'write', { path: 'notes/e.md', content: '5' });
  expect(asked.approval.state).toBe('waiting');
  const soul = await ask(host, 'write', { path: 'SOUL.md', content: 'new soul' });
  expect(soul.approval).toMatchObject({ risk: 'persona', rules: [] });
});

test.each(['approval.asked', 'approval.answered'] as const)('a kill at %s leaves the request waiting and nothing done', async (point) => {
  const folder = place();
  const host = await start(folder, '--point', point);
  const run = await host.client['run.start']({ text: 'call write {"path":"a.md","content":"x"}' });
  if (point === 'approval.answered') {
    const approval = await waiting(host, run.runId);
    await answer(host, approval).catch(() => undefined);
  }
  expect(await host.ended).toBe('SIGKILL');
  const next = await start(folder);
  const approval = await waiting(next, run.runId);
  expect(existsSync(join(folder, 'work', 'a.md'))).toBe(false);
  expect(approval.reasons.some(({ code }) => code === 'approval_crashed')).toBe(point === 'approval.answered');
  await answer(next, approval);
  await ended(next, run);
  expect(readFileSync(join(folder, 'work', 'a.md'), 'utf8')).toBe('x');
});

test('a waiting run that is stopped takes its request with it', async () => {
  const folder = place();
  const host = await start(folder);
  const { approval, ...run } = await ask(host, 'write', { path: 'a.md', content: 'x' });
  await host.client['run.cancel']({ runId: run.runId });
  await ended(host, run);
  expect((await host.client['approval.list']({})).approvals).toEqual([]);
  expect(await codeOf(answer(host, approval))).toBe('approval_ended');
});

test('a script that changed after it was shown asks again, and runs only as it was shown', async () => {
  const folder = place();
  const host = await start(folder);
  const script = join(folder, 'work', 'run.sh');
  writeFileSync(script, 'echo one > out.txt\n');
  const { approval, ...run } = await ask(host, 'exec', { command: 'bash run.sh' });
  writeFileSync(script, 'echo two > out.txt\n');
  expect(await answer(host, approval)).toEqual({ state: 'void' });
  const next = await waiting(host, run.runId);
  const always = { tool: 'exec', match: { kind: 'command', text: 'bash run.sh', prefix: false, pinned: {} } };
  expect(await answer(host, next, { answer: 'always', rule: always })).toEqual({ state: 'allowed' });
  await ended(host, run);
  expect(readFileSync(join(folder, 'work', 'out.txt'), 'utf8')).toBe('two\n');
  const { changes } = await host.client['change.list']({ sessionId: run.sessionId });
  expect(changes[0]?.files).toMatchObject([{ path: 'out.txt', change: 'create' }]);
  // The rule holds for the script as it was then, and for no other.
  const same = await host.client['run.start']({ text: 'call exec {"command":"bash run.sh"}' });
  await ended(host, same);
  writeFileSync(script, 'echo three > out.txt\n');
  expect((await ask(host, 'exec', { command: 'bash run.sh' })).approval.state).toBe('waiting');
});

test('what a command does is undone, and a persona file that it makes goes to the trash', async () => {
  const folder = place();
  const host = await start(folder);
  const work = join(folder, 'work');
  writeFileSync(join(work, 'keep.md'), 'keep\n');
  const { approval, ...run } = await ask(host, 'exec', { command: 'rm keep.md; echo evil > SOUL.md; echo x > .bashrc; echo y > new.md' });
  await answer(host, approval);
  await ended(host, run);
  expect([
    existsSync(join(work, 'keep.md')),
    readFileSync(join(work, 'SOUL.md'), 'utf8').includes('evil'),
    existsSync(join(work, '.bashrc')),
  ]).toEqual([false, false, false]);
  const { changes } = await host.client['change.list']({ sessionId: run.sessionId });
  expect(await host.client['change.undo']({ id: changes[0]?.id ?? '' })).toMatchObject({ conflicts: [] });
  expect([readFileSync(join(work, 'keep.md'), 'utf8'), existsSync(join(work, 'new.md'))]).toEqual(['keep\n', false]);
});

test('a killed app leaves no helper of the sandbox behind once the next one runs a command', async () => {
  const helpers = (): number =>
    readdirSync('/proc').filter((name) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return /^\d+$/.test(name) && parent === '1' && readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('socat');
      } catch {
        return false;
      }
    }).length;
  const folder = place();
  const first = await start(folder);
  await ended(first, await first.client['run.start']({ text: 'call exec {"command":"ls"}' }));
  const before = helpers();
  first.child.kill('SIGKILL');
  await first.ended;
  const host = await start(folder);
  await ended(host, await host.client['run.start']({ text: 'call exec {"command":"ls"}' }));
  await until(async () => (helpers() <= before ? true : undefined));
});
