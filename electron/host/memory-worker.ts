/** Worker entry: owns the memory index on its own thread, watches the notes, and answers the host. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#runtime/clock';
import { IndexEngine } from '#runtime/memory/index/index-engine';
import { isNotePath } from '#runtime/memory/index/note-files';
import type { MemoryContract, MemoryWorkerData } from './memory-contract.ts';
import { serveWorker } from './worker-protocol.ts';

/** Milliseconds of quiet after a change before it is brought in; a search brings it in at once. */
const QUIET_MS = 300;

const { zone, ...options } = workerData as MemoryWorkerData;
if (parentPort === null) throw new Error('a worker entry');

const engine = new IndexEngine(options, systemClock(zone), (state) => tell(state));
const ending = new AbortController();
const watchers = new Map<string, FSWatcher>();
let quiet: NodeJS.Timeout | undefined;

const tell = serveWorker<MemoryContract>(
  parentPort,
  {
    search: (request, signal) => engine.search(request, signal),
    index: (_, signal, progress) => engine.index(signal, progress),
    async hint(path) {
      engine.hint(path);
      return null;
    },
  },
  async () => {
    ending.abort();
    clearTimeout(quiet);
    for (const watcher of watchers.values()) watcher.close();
    await engine.close();
  },
);

function changed(path: string): void {
  if (path === 'memory') watchFolder('memory', 'memory/');
  if (!isNotePath(path) && path !== 'memory') return;
  engine.hint(path === 'memory' ? '' : path);
  clearTimeout(quiet);
  quiet = setTimeout(() => void engine.index(ending.signal), QUIET_MS);
}

/** Where the system cannot watch, the looks before a search find the change. */
function watchFolder(folder: string, prefix: string): void {
  if (watchers.has(folder) || ending.signal.aborted) return;
  try {
    const watcher = watch(join(options.root, folder), (_, name) => changed(`${prefix}${name ?? ''}`));
    const forget = (): void => {
      watcher.close();
      watchers.delete(folder);
    };
    watchers.set(folder, watcher.on('error', forget));
  } catch {
    // Not there yet, or too many are watched.
  }
}

watchFolder('', '');
watchFolder('memory', 'memory/');
void engine.index(ending.signal);
