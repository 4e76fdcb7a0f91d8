/** Host figures: ready after process start, own overhead of a turn with 2,000 notes, one search by the bin. JSON lines, medians and percentiles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endsRun } from '#shared/schema/run-event';
import { startHostProcess } from '../e2e/host-process.ts';
import { writeNotes } from './notes.ts';
import { percentile, report } from './report.ts';

const headless = fileURLToPath(new URL('../out/host/headless.js', import.meta.url));
const cli = fileURLToPath(new URL('../out/host/cli.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
const work = join(folder, 'work');
const args = ['--data', join(folder, 'data'), '--workspace', work];

/** Milliseconds from the start of the process to its address. */
async function readyOnce(): Promise<number> {
  const start = performance.now();
  const host = await startHostProcess(headless, [...args, '--tied']);
  const ms = performance.now() - start;
  await host.stop();
  return ms;
}

/** Own work of a turn: from the message's acceptance to the run's end, as the log has it; `seen` adds the way through HTTP. */
async function turns(name: string, count: number, sameConversation: boolean): Promise<void> {
  const host = await startHostProcess(headless, [...args, '--tied']);
  await host.client['memory.index']({});
  const own: number[] = [];
  const seen: number[] = [];
  let sessionId: string | undefined;
  for (let n = -4; n < count; n += 1) {
    const { cursor } = await host.client['app.state']({});
    const start = performance.now();
    const text = n % 2 === 0 ? '现在几点？' : 'Which project is the gateway timeout about?';
    const run = await host.client['run.start']({ text, ...(sessionId === undefined ? {} : { sessionId }) });
    if (sameConversation) sessionId = run.sessionId;
    const stop = new AbortController();
    let began = 0;
    for await (const push of host.transport.events(cursor, stop.signal)) {
      if (push.kind !== 'event' || push.event.runId !== run.runId) continue;
      if (push.event.type === 'run.started') began = push.event.at;
      if (!endsRun(push.event.type)) continue;
      if (n >= 0) own.push(push.event.at - began);
      break;
    }
    if (n >= 0) seen.push(performance.now() - start);
    stop.abort();
  }
  report(name, {
    unit: 'ms',
    p50: percentile(own, 50),
    p95: percentile(own, 95),
    seen_p50: percentile(seen, 50),
    seen_p95: percentile(seen, 95),
    n: own.length,
    budget_p95: 25,
    notes: 2000,
  });
  await host.stop();
}

const times = async (count: number, once: () => number | Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push(await once());
  return all;
};

const fresh = await readyOnce();
writeNotes(work, 2_000);
const again = await times(7, readyOnce);
report('host.ready', { unit: 'ms', first: fresh, p50: percentile(again, 50), max: Math.max(...again), budget: 700 });
await turns('turn.overhead', 60, false);
await turns('turn.overhead, one conversation', 60, true);
const search = await times(7, () => {
  const start = performance.now();
  spawnSync(process.execPath, [cli, 'memory', 'search', '网关超时', '--json', ...args], { encoding: 'utf8' });
  return performance.now() - start;
});
report('bin.search', { unit: 'ms', p50: percentile(search, 50), max: Math.max(...search), budget: 500, notes: 2000 });
const version = await times(11, () => {
  const start = performance.now();
  spawnSync(process.execPath, [cli, 'version'], { encoding: 'utf8' });
  return performance.now() - start;
});
report('bin.version', { unit: 'ms', p50: percentile(version, 50), max: Math.max(...version) });
rmSync(folder, { recursive: true, force: true });
