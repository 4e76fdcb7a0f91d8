/** Benchmark: indexing and searching 2,000 notes. One JSON line a figure; `./node_modules/.bin/node bench/memory.ts [notes]`. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#runtime/clock';
import { IndexEngine } from '#runtime/memory/index/index-engine';
import { startIndexWorker } from '../electron/host/memory-client.ts';
import { writeNotes } from './notes.ts';

const RUNS = 3;
const TODAY = '2026-09-01';
const signal = new AbortController().signal;
const request = (query: string, k = 10) => ({ query, k, today: TODAY, halfLifeDays: 30, floor: 0.8 });
const clock = systemClock('UTC');

const [job, jobRoot, jobFile] = process.argv.slice(2);
if (job === 'search-once') {
  // What the command line does for one search, in a process of its own.
  const engine = new IndexEngine({ root: jobRoot ?? '', file: jobFile ?? '', patience: Number.POSITIVE_INFINITY }, clock);
  const found = await engine.search(request('储物柜31021号的备用钥匙放哪儿了？'), signal);
  await engine.close();
  if (!found.ok || found.value[0] === undefined) process.exitCode = 1;
} else await main(Number(job ?? 2_000));

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function print(name: string, value: number, unit: string, extra: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: 'memory', name, value: Math.round(value * 100) / 100, unit, ...extra })}\n`);
}

async function main(count: number): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-bench-')));
  try {
    const made = writeNotes(root, count);
    print('notes', made.files, 'files', { bytes: made.bytes });
    const file = join(root, 'index.db');
    await indexing(root, file);
    await searching(root, file, made);
    await fromWorker(root, file, made.questions);
    freshProcess(root, file);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function indexing(root: string, file: string): Promise<void> {
  const full: number[] = [];
  const unchanged: number[] = [];
  let chunks = 0;
  for (let run = 0; run < RUNS; run += 1) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const engine = new IndexEngine({ root, file, patience: 100 }, clock);
    const report = await engine.index(signal);
    if (!report.ok) throw new Error(JSON.stringify(report.error));
    full.push(report.value.ms);
    chunks = report.value.chunks;
    const again = await engine.index(signal);
    if (again.ok) unchanged.push(again.value.ms);
    await engine.close();
  }
  print('full index', quantile(full, 0.5), 'ms', { chunks });
  print('index, nothing changed', quantile(unchanged, 0.5), 'ms');
}

async function searching(root: string, file: string, made: ReturnType<typeof writeNotes>): Promise<void> {
  const engine = new IndexEngine({ root, file, patience: 100 }, clock);
  const first = performance.now();
  await engine.search(request('warm'), signal);
  print('first search of a process', performance.now() - first, 'ms');
  const times: number[] = [];
  let found = 0;
  for (const { query, path, line } of made.probes) {
    const start = performance.now();
    const hits = await engine.search(request(query), signal);
    times.push(performance.now() - start);
    if (hits.ok && hits.value.slice(0, 3).some((hit) => hit.path === path && hit.from <= line && line <= hit.to)) found += 1;
  }
  for (let round = 0; round < 10; round += 1) {
    for (const query of made.questions) {
      const start = performance.now();
      await engine.search(request(query), signal);
      times.push(performance.now() - start);
    }
  }
  print('search in process p50', quantile(times, 0.5), 'ms');
  print('search in process p95', quantile(times, 0.95), 'ms', { searches: times.length });
  print('planted facts among the first three', (100 * found) / Math.max(1, made.probes.length), '%', { facts: made.probes.length });
  appendFileSync(join(root, 'MEMORY.md'), '- The zephyr password hint is marmalade.\n');
  engine.hint('MEMORY.md');
  const start = performance.now();
  const fresh = await engine.search(request('zephyr password hint'), signal);
  print('search after an append', performance.now() - start, 'ms', { found: fresh.ok && fresh.value[0]?.path === 'MEMORY.md' });
  print('resident memory, indexing and searching in one process', process.memoryUsage.rss() / 2 ** 20, 'MB');
  await engine.close();
}

async function fromWorker(root: string, file: string, questions: readonly string[]): Promise<void> {
  const start = performance.now();
  const index = startIndexWorker({ root, file, patience: 100 }, 'UTC');
  await index.search(request('warm'), signal);
  print('worker start to first answer', performance.now() - start, 'ms');
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const query of questions) {
      const begun = performance.now();
      await index.search(request(query), signal);
      times.push(performance.now() - begun);
    }
  }
  print('search through the worker p50', quantile(times, 0.5), 'ms');
  print('search through the worker p95', quantile(times, 0.95), 'ms');
  await index.close();
}

function freshProcess(root: string, file: string): void {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'search-once', root, file]);
    if (status !== 0) throw new Error(String(stderr));
    return performance.now() - start;
  });
  print('one search by a fresh process, from source', quantile(times, 0.5), 'ms');
}
