/** Benchmark: judging commands, what the sandbox adds, the preview of a large deletion, keeping and undoing. Prints one JSON line a figure. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createChanges } from '#runtime/changes/create-changes';
import { systemClock } from '#runtime/clock';
import { createIds } from '#runtime/ids';
import { createCommandRunner } from '#runtime/sandbox/create-command-runner';
import { createCommandWall } from '#runtime/sandbox/create-command-wall';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import { createChangeStore } from '#runtime/storage/change-store';
import { openDatabase } from '#runtime/storage/database';
import { createExecTool } from '#runtime/tools/exec-tool';
import type { Tool } from '#runtime/tools/tool';
import { policySchema } from '#shared/schema/policy';
import { percentile, report } from './report.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'reins-bench-acting-')));
const root = join(place, 'ws');
const dataFolder = join(place, 'data');
const signal = new AbortController().signal;
for (const folder of ['ws/src', 'ws/docs', 'data']) mkdirSync(join(place, folder), { recursive: true });
for (let n = 0; n < 500; n += 1) writeFileSync(join(root, 'docs', `${n}.md`), `# ${n}\n${'text 文字 '.repeat(100)}\n`);

const opened = await openFileWall({ root, dataFolder });
const database = await openDatabase({ folder: dataFolder });
if (!opened.ok || 'error' in database) throw new Error('the place of the benchmark cannot be opened');
const files = opened.value;
const wall = createCommandWall({ files, root, dataFolder });
const runner = createCommandRunner({ root, dataFolder });
const clock = systemClock('UTC');
const store = createChangeStore(database.db);
const changes = createChanges({ files, root, folder: join(dataFolder, 'snapshots'), store, clock, newId: createIds(clock.now) });

async function sandbox(): Promise<void> {
  if ((await runner.state()).kind === 'none') return report('sandbox', { skipped: 'there is none here' });
  const times: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    const start = performance.now();
    spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', 'true']);
    bare.push(performance.now() - start);
    const walled = performance.now();
    const opens = { read: [], write: [] };
    await runner.run({ command: 'true', cwd: root, timeoutMs: 10_000, opens, readOnly: true, session: 'main', allowBare: false, signal });
    if (n > 0) times.push(performance.now() - walled);
  }
  const p50 = percentile(times, 50) - percentile(bare, 50);
  report('what the sandbox adds to a command', {
    p50,
    p95: percentile(times, 95) - percentile(bare, 95),
    budget: 120,
    samples: times.length,
  });
}

async function preview(): Promise<void> {
  for (let folder = 0; folder < 100; folder += 1) {
    mkdirSync(join(root, 'many', `${folder}`), { recursive: true });
    for (let n = 0; n < 1000; n += 1) writeFileSync(join(root, 'many', `${folder}`, `${n}`), '');
  }
  const exec = createExecTool({ wall, runner, files, changes }) as unknown as Tool<{ command: string }>;
  const context = {
    session: { id: 's', kind: 'main' },
    at: 0,
    runId: 'r',
    callId: 'c',
    policy: policySchema.parse({}),
    approved: null,
  } as const;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  const asking = await exec.describe?.({ command: 'rm -rf many' }, { ...context, signal: AbortSignal.timeout(300) });
  delay.disable();
  report('preview of rm -rf over 100,000 files', {
    ms: performance.now() - start,
    files: asking?.effect.files,
    more: asking?.effect.more,
    longestBlock: delay.max / 1e6,
    budget: 300,
  });
  rmSync(join(root, 'many'), { recursive: true });
}

async function undo(): Promise<void> {
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const done = await work();
    times[name] = performance.now() - start;
    return done;
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const set = changes.begin({ runId: null, sessionId: 's', callId: 'c', tool: 'exec' });
  await timed('keep', () => set.keep(['docs'], signal));
  await timed('keepAll', () => set.keepAll(signal));
  rmSync(join(root, 'docs'), { recursive: true });
  const change = await timed('finish', () => set.finish());
  const turned = await timed('undo', () => changes.undo(change?.id ?? '', false));
  await timed('redo', () => changes.redo(change?.id ?? '', false));
  await changes.undo(change?.id ?? '', false);
  const again = changes.begin({ runId: null, sessionId: 's', callId: 'd', tool: 'exec' });
  await timed('keepAllAgain', () => again.keepAll(signal));
  await again.finish();
  delay.disable();
  report('undo of 500 deleted files', {
    ...times,
    files: turned.ok ? turned.value.done.length : 0,
    longestBlock: delay.max / 1e6,
    budgetUndo: 1000,
  });
}

await sandbox();
await preview();
await undo();
await runner.close();
await files.close();
database.db.close();
rmSync(place, { recursive: true, force: true });
