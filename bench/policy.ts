/** Benchmark: verdicts of the command wall over the table of its cases, and over lines made to keep it busy. Prints one JSON line a figure. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandWall } from '#runtime/sandbox/create-command-wall';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import { percentile, report } from './report.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'reins-bench-policy-')));
const root = join(place, 'ws');
const dataFolder = join(place, 'data');
for (const folder of ['ws/src', 'ws/docs', 'data']) mkdirSync(join(place, folder), { recursive: true });
for (const name of ['a.txt', 'b.txt', 'src/a.ts', 'docs/x.md']) writeFileSync(join(root, name), 'text\n');
const opened = await openFileWall({ root, dataFolder });
if (!opened.ok) throw new Error('the place of the benchmark cannot be opened');
const files = opened.value;
const wall = createCommandWall({ files, root, dataFolder });

/** The cases of the test, without their verdicts. */
const table = readFileSync(new URL('../electron/runtime/sandbox/shell/command-cases.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => /^(?:allow|ask|deny|guard) +(.*)$/.exec(line)?.[1] ?? [])
  .map((command) => command.replaceAll('\\N', '\n').replaceAll('{W}', root).replaceAll('{DATA}', dataFolder));

const BUSY = [
  `echo ${'word '.repeat(1_500)}`,
  'ls; '.repeat(90),
  `${'cd src; cd ..; '.repeat(40)}ls`,
  `echo ${'$('.repeat(39)}x${')'.repeat(39)}`,
  `${"sh -c 'sudo' && ".repeat(80)}ls`,
  `cat ${'{a,b}'.repeat(7)}`,
  `cat ${'*'.repeat(2_000)}`,
  `${'env '.repeat(1_500)}sudo id`,
  `python3 -c '${'"a b" '.repeat(1_000)}'`,
  `find . ${'-name x -o '.repeat(600)}-print`,
  `${'a(){ '.repeat(30)}ls`,
];

async function timed(name: string, commands: readonly string[], rounds: number, budget: Readonly<Record<string, number>>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 3; round += 1) {
    for (const command of commands) {
      const start = performance.now();
      await wall.judge({ command, policy: { mode: 'ask', allow: [] }, sandboxed: true, session: 'main', shell: 'sh' });
      if (round > 2) times.push(performance.now() - start); // the first rounds load the grammar and warm the code
    }
  }
  report(name, {
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    most: Math.max(...times),
    ...budget,
    samples: times.length,
  });
}

await timed('verdict over the table of cases', table, 5, { budgetP95: 1 });
await timed('verdict over lines made to keep it busy', BUSY, 10, {});
await files.close();
rmSync(place, { recursive: true, force: true });
