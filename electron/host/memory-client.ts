/** Opens the memory of a workspace: with its index in a worker thread, or in this process for a single search. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '#runtime/clock';
import { createFileMemory } from '#runtime/memory/file-memory';
import type { IndexClient, IndexOptions } from '#runtime/memory/index/index-protocol';
import type { MemoryFacade } from '#runtime/memory/memory-facade';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { IndexState } from '#shared/schema/memory';
import { locateEntry } from './locate-entry.ts';
import type { MemoryContract, MemoryWorkerData } from './memory-contract.ts';
import { createWorkerClient } from './worker-protocol.ts';

export interface MemoryOptions {
  readonly files: FileWall;
  readonly clock: Clock;
  /** Real path of the workspace. */
  readonly workspaceRoot: string;
  /** Holds index.db. */
  readonly dataFolder: string;
  readonly settings: { readonly halfLifeDays: number; readonly floor: number };
  /** true: a worker thread that indexes and watches from now on. false: in this process and only when asked, quickest for one search. */
  readonly worker: boolean;
  readonly onState?: (state: IndexState) => void;
}

/** Milliseconds that a search in a living app gives to changed notes; a single search waits for all of them. */
const PATIENCE_MS = 100;

/** Never rejects; what goes wrong is in the outcome of each call. Close it. */
export function createMemory({ files, clock, workspaceRoot, dataFolder, settings, worker, onState }: MemoryOptions): MemoryFacade {
  const file = join(dataFolder, 'index.db');
  const options = { file, root: workspaceRoot, patience: worker ? PATIENCE_MS : Number.POSITIVE_INFINITY };
  const index = worker ? startIndexWorker(options, clock.zone, onState) : createLocalIndex(options, onState);
  return createFileMemory({ files, clock, index, settings });
}

const UNKNOWN: IndexState = { state: 'idle', files: 0, chunks: 0, done: 0, total: 0 };
const forever = new AbortController().signal;

/** The index in a worker thread, started at once. */
export function startIndexWorker(options: IndexOptions, zone: string, onState?: (state: IndexState) => void): IndexClient {
  let state = UNKNOWN;
  const workerData: MemoryWorkerData = { ...options, zone };
  const client = createWorkerClient<MemoryContract>({
    start: () => new Worker(locateEntry('memory-worker'), { workerData }),
    failure: 'memory_index_failed',
    onEvent(now) {
      state = now;
      onState?.(now);
    },
  });
  void client.call('hint', '', forever);
  return {
    async search(request, signal) {
      const called = await client.call('search', request, signal);
      return called.ok ? called.value : called;
    },
    async index(signal, onProgress) {
      const called = await client.call('index', null, signal, onProgress);
      return called.ok ? called.value : called;
    },
    hint: (path) => void client.call('hint', path, forever),
    state: () => state,
    close: () => client.close(),
  };
}

/** The index in this process; its database is opened at the first use. */
export function createLocalIndex(options: IndexOptions, onState?: (state: IndexState) => void): IndexClient {
  let engine: Promise<IndexClient> | undefined;
  let opened: IndexClient | undefined;
  const open = (): Promise<IndexClient> => {
    engine ??= import('#runtime/memory/index/index-engine').then(({ IndexEngine }) => {
      opened = new IndexEngine(options, systemClock(), onState);
      return opened;
    });
    return engine;
  };
  return {
    search: async (request, signal) => (await open()).search(request, signal),
    index: async (signal, onProgress) => (await open()).index(signal, onProgress),
    hint: (path) => opened?.hint(path),
    state: () => opened?.state() ?? UNKNOWN,
    close: async () => (await engine)?.close(),
  };
}
