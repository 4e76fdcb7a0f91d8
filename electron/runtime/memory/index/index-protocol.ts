/** What the facade asks of the index, in this process or in a worker: plain data both ways. */
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { IndexReport, IndexState, MemoryHit } from '#shared/schema/memory';

export interface SearchRequest {
  readonly query: string;
  /** Hits at most. */
  readonly k: number;
  /** The person's local day, YYYY-MM-DD. */
  readonly today: string;
  readonly halfLifeDays: number;
  readonly floor: number;
}

/** The index as its user sees it. Nothing here rejects. */
export interface IndexClient {
  /** Brings in what changed (bounded; the rest goes on behind), then searches. Writes no note. */
  search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<MemoryHit[]>>;
  /** Brings everything in. Aborting keeps what was done so far. */
  index(signal: AbortSignal, onProgress?: (state: IndexState) => void): Promise<Outcome<IndexReport>>;
  /** Says that a note was just written: the next search looks at it again. */
  hint(path: string): void;
  state(): IndexState;
  close(): Promise<void>;
}

export interface IndexOptions {
  /** Path of index.db; it can be deleted at any time. */
  readonly file: string;
  /** Real path of the workspace. */
  readonly root: string;
  /** Milliseconds a search gives to changed notes before it answers. */
  readonly patience: number;
}
