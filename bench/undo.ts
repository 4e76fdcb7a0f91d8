/** Benchmark: keeping, comparing, undoing and redoing files of the workspace. Prints one JSON line a figure. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeSet } from '#runtime/changes/changes';
import { createChanges } from '#runtime/changes/create-changes';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import { createChangeStore } from '#runtime/storage/change-store';
import { openDatabase } from '#runtime/storage/database';
import { report } from './report.ts';

const signal = new AbortController().signal;
const base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-bench-undo-')));
const root = join(base, 'ws');
mkdirSync(root);
const opened = await openDatabase({ folder: join(base, 'data') });
const walled = await openFileWall({ root });
if ('error' in opened || !walled.ok) throw new Error('the benchmark cannot begin');
const wall = walled.value;
let ids = 0;
const parts = {
  files: wall,
  root,
  folder: join(base, 'snapshots'),
  clock: { now: () => Date.now(), zone: 'UTC' },
  newId: () => `change-${++ids}`,
};
const start = () => createChanges({ ...parts, store: createChangeStore(opened.db) });

/** About 4 KB each, a hundred in a folder. */
function fill(count: number, mark: string): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = `folder ${Math.floor(index / 100)}/笔记 ${index}.md`;
    mkdirSync(join(root, `folder ${Math.floor(index / 100)}`), { recursive: true });
    writeFileSync(join(root, path), `${mark} ${index} `.repeat(300));
    return path;
  });
}

/** Milliseconds of the work, and the longest time that nothing else could run in it. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; blocked: number; value: T }> {
  let blocked = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    blocked = Math.max(blocked, now - last - 1);
    last = now;
  }, 1);
  const begin = performance.now();
  const value = await work();
  const ms = performance.now() - begin;
  await sleep(2); // the last stretch counts, too
  clearInterval(timer);
  return { ms, blocked, value };
}

const begin = (changes: ReturnType<typeof start>): ChangeSet =>
  changes.begin({ runId: null, sessionId: 'bench', callId: 'call', tool: 'exec' });
const must = <T extends { ok: boolean }>(outcome: T): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome;
};

const changes = start();
const set = begin(changes);
const paths = fill(500, 'before');
const keep = await timed(async () => must(await set.keep(paths, signal)));
fill(500, 'after');
const finish = await timed(() => set.finish());
const id = finish.value?.id ?? '';
const undo = await timed(async () => must(await changes.undo(id, false)));
const redo = await timed(async () => must(await changes.redo(id, false)));
report('undo', {
  files: 500,
  keep_ms: keep.ms,
  finish_ms: finish.ms,
  undo_ms: undo.ms,
  redo_ms: redo.ms,
  blocked_ms: Math.max(keep.blocked, finish.blocked, undo.blocked, redo.blocked),
});

for (const files of [2_000]) {
  fill(files, 'whole');
  await sleep(2_100); // until a write shows in a file's times
  const first = begin(changes);
  const cold = await timed(async () => must(await first.keepAll(signal)));
  const compared = await timed(() => first.finish());
  const second = begin(changes);
  const warm = await timed(async () => must(await second.keepAll(signal)));
  await second.finish();
  const third = begin(start());
  const restarted = await timed(async () => must(await third.keepAll(signal)));
  await third.finish();
  report('keep-all', {
    files,
    cold_ms: cold.ms,
    finish_ms: compared.ms,
    warm_ms: warm.ms,
    warm_after_restart_ms: restarted.ms,
    blocked_ms: Math.max(cold.blocked, compared.blocked, warm.blocked, restarted.blocked),
    usage_bytes: changes.usage().bytes,
  });
}
await wall.close();
opened.db.close();
rmSync(base, { recursive: true, force: true });
