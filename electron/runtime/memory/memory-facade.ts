/** The one door to memory: search, get, append, recent; nothing else reaches its storage. */

import type { Outcome } from '#runtime/sandbox/file-wall';
import type { IndexReport, IndexState, MemoryHit, MemoryTarget, MemoryWritten } from '#shared/schema/memory';

export interface MemoryEntry {
  readonly text: string;
  readonly target: MemoryTarget;
  /** Milliseconds since 1970; its local day names the note. */
  readonly at: number;
}

export interface MemoryFacade {
  /** Hits in order, best first. Brings what was appended before into the index first. Writes no note. */
  search(query: string, k: number, signal: AbortSignal): Promise<Outcome<{ hits: MemoryHit[]; ms: number }>>;
  /** Exact lines, counted from 1, of MEMORY.md, USER.md or a file of memory/. */
  get(path: string, lines: { from?: number; to?: number }): Promise<Outcome<{ path: string; from: number; to: number; text: string }>>;
  /** Durable when it returns. The same entry twice is written once. */
  append(entry: MemoryEntry): Promise<Outcome<MemoryWritten>>;
  /** Today's and yesterday's notes, newest last, for the first message of a session. */
  recent(at: number, maxCharacters: number): Promise<Outcome<{ path: string; text: string }[]>>;
  /** Brings the index up to date with the files; unchanged files cost a stat each. */
  index(signal: AbortSignal, onProgress?: (state: IndexState) => void): Promise<Outcome<IndexReport>>;
  state(): IndexState;
  close(): Promise<void>;
}
