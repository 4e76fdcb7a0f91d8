/** What the memory worker can do. */
import type { IndexOptions, SearchRequest } from '#runtime/memory/index/index-protocol';
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { IndexReport, IndexState, MemoryHit } from '#shared/schema/memory';

export interface MemoryContract {
  readonly methods: {
    readonly search: { input: SearchRequest; output: Outcome<MemoryHit[]>; progress: never };
    readonly index: { input: null; output: Outcome<IndexReport>; progress: IndexState };
    readonly hint: { input: string; output: null; progress: never };
  };
  readonly event: IndexState;
}

export interface MemoryWorkerData extends IndexOptions {
  readonly zone: string;
}
