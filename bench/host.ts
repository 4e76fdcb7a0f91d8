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

async function turns(count: number): Promise<void> {
  const host = await startHostProcess(headless, [...args, '--tied']);
  await host.client['memory.index']({});
  const whole: number[] = [];
  const { sessionId } = await host.client['run.start']({ text: 'what time is it?' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let n = 0; n < count; n += 1) {
    const { cursor } = await host.client['app.state']({});
    const start = performance.now();
    const { runId } = await host.client['run.start']({
      text: n % 2 === 0 ? '现在几点？' : 'Which project is the gateway timeout about?',
      sessionId,
    });
    const stop = new AbortController();
    for await (const push of host.transport.events(cursor, stop.signal)) {
      if (push.kind === 'event' && push.event.runId === runId && endsRun(push.event.type)) break;
    }
    whole.push(performance.now() - start);
    stop.abort();
  }
  const { events } = await host.client['session.events']({ sessionId, limit: 5000 });
  const searches = events.flatMap((event) => (event.type === 'tool.completed' ? [event.ms] : []));
  report('turn.overhead', {
    unit: 'ms',
    p50: percentile(whole, 50),
    p95: percentile(whole, 95),
    n: whole.length,
    budget_p95: 25,
    notes: 2000,
    tool_p50: percentile(searches, 50),
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
await turns(60);
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
