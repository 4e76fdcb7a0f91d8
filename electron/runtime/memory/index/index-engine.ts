/** The index at work in one thread: brings changed notes in by small batches, gives way between them, answers searches. */
import { hash } from 'node:crypto';
import { setImmediate as giveWay } from 'node:timers/promises';
import { type Clock, elapsedSince } from '#runtime/clock';
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { IndexReport, IndexState, MemoryHit } from '#shared/schema/memory';
import { type Notice, notice } from '#shared/schema/notice';
import type { IndexClient, IndexOptions, SearchRequest } from './index-protocol.ts';
import { deleteIndex, type IndexStore, isDamage, openIndexStore, type StoredFile, sqliteCode } from './index-store.ts';
import { createKeywordSearch, type KeywordSearch } from './keyword-search.ts';
import { decodeNote, looksBinary, noteChunks } from './note-chunks.ts';
import { listNotes, type NoteListing, type NoteStat, noteDay, readNote, statNote } from './note-files.ts';

/** Milliseconds of one batch: so long may a search have to wait for indexing. */
const BATCH_MS = 15;
/** Milliseconds between two looks at all notes; a hint is looked at at once. */
const SCAN_MS = 2_000;
/** A note changed this shortly before it was read may change again within the same tick: it is read again next time. */
const RACY_MS = 50;
const PROGRESS_MS = 100;

interface Opened {
  readonly store: IndexStore;
  readonly keywords: KeywordSearch;
  readonly files: Map<string, StoredFile>;
}

/** Owns the database until it is closed. */
export class IndexEngine implements IndexClient {
  readonly #options: IndexOptions;
  readonly #clock: Clock;
  readonly #onState: (state: IndexState) => void;
  #opened: Opened | undefined;
  /** Notes to bring in; null for one that is gone. */
  readonly #pending = new Map<string, NoteStat | null>();
  readonly #hints = new Set<string>();
  /** Notes left out, by path, and why. */
  readonly #left = new Map<string, Notice>();
  #told = 0;
  #scanned = Number.NEGATIVE_INFINITY;
  #behind = false;
  #closed = false;
  #failed = false;
  #complete = false;
  #chunks = 0;
  #added = 0;
  #removed = 0;
  #done = 0;

  /** @param onState is told now and then while indexing, and when it ends */
  constructor(options: IndexOptions, clock: Clock, onState: (state: IndexState) => void = () => undefined) {
    this.#options = options;
    this.#clock = clock;
    this.#onState = onState;
  }

  async search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<MemoryHit[]>> {
    return this.#guard(signal, async () => {
      this.#look(false);
      const end = performance.now() + this.#options.patience;
      while (this.#pending.size > 0 && performance.now() < end) this.#batch();
      if (this.#pending.size > 0) void this.#goOnBehind();
      return this.#open().keywords.search(request);
    });
  }

  async index(signal: AbortSignal, onProgress?: (state: IndexState) => void): Promise<Outcome<IndexReport>> {
    const start = performance.now();
    return this.#guard(signal, async () => {
      const before = { added: this.#added, removed: this.#removed };
      this.#look(true);
      while (this.#pending.size > 0) {
        if (this.#batch()) onProgress?.(this.state());
        await giveWay();
        signal.throwIfAborted();
      }
      onProgress?.(this.state());
      this.#onState(this.state());
      return {
        files: this.#open().files.size,
        chunks: this.#chunks,
        added: this.#added - before.added,
        removed: this.#removed - before.removed,
        ms: elapsedSince(start),
      };
    });
  }

  /** An empty path stands for all notes. */
  hint(path: string): void {
    if (path === '') this.#scanned = Number.NEGATIVE_INFINITY;
    else this.#hints.add(path);
  }

  state(): IndexState {
    const left = this.#pending.size;
    return {
      state: this.#failed ? 'failed' : left > 0 ? 'indexing' : this.#complete ? 'ready' : 'idle',
      files: this.#opened?.files.size ?? 0,
      chunks: this.#chunks,
      done: left === 0 ? 0 : this.#done,
      total: left === 0 ? 0 : this.#done + left,
      ...(this.#left.size === 0 ? {} : { left: [...this.#left.values()] }),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#opened?.store.close();
    this.#opened = undefined;
  }

  /** Runs the work; a damaged index is deleted and the work begun once more; every other failure becomes a notice. */
  async #guard<T>(signal: AbortSignal, work: () => Promise<T>): Promise<Outcome<T>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        signal.throwIfAborted();
        const value = await work();
        this.#failed = false;
        return { ok: true, value };
      } catch (error) {
        if (signal.aborted) return { ok: false, kind: 'cancelled', error: notice('cancelled') };
        if (isDamage(error) && attempt === 0) {
          this.#startOver();
          continue;
        }
        this.#failed = true;
        this.#forget();
        const code = sqliteCode(error) === 'SQLITE_FULL' ? 'disk_full' : 'memory_index_failed';
        return { ok: false, kind: 'failed', error: notice(code, { path: this.#options.file }, String(error)) };
      }
    }
  }

  #open(): Opened {
    if (this.#closed) throw new Error('the index is closed');
    if (this.#opened === undefined) {
      const store = openIndexStore(this.#options.file, this.#options.root);
      this.#opened = { store, keywords: createKeywordSearch(store), files: store.files() };
      this.#chunks = store.totals().chunks;
    }
    return this.#opened;
  }

  #startOver(): void {
    this.#forget();
    deleteIndex(this.#options.file);
  }

  /** Lets go of the database and of what was read from it. */
  #forget(): void {
    try {
      this.#opened?.store.close();
    } catch {
      // Closing a damaged database may fail; its files are about to be deleted or opened anew.
    }
    this.#opened = undefined;
    this.#pending.clear();
    this.#scanned = Number.NEGATIVE_INFINITY;
    this.#complete = false;
  }

  /** Finds what changed: everywhere when a look is due, else only what was hinted at. */
  #look(all: boolean): void {
    const { files } = this.#open();
    const now = performance.now();
    const hints = [...this.#hints];
    this.#hints.clear();
    if (!all && now - this.#scanned < SCAN_MS) {
      for (const path of hints) this.#note(statNote(this.#options.root, path), [path], files);
      return;
    }
    this.#scanned = now;
    this.#left.clear();
    this.#note(listNotes(this.#options.root), files.keys(), files);
    if (this.#pending.size === 0) this.#complete = true;
  }

  #note({ notes, left }: NoteListing, expected: Iterable<string>, files: ReadonlyMap<string, StoredFile>): void {
    if (this.#pending.size === 0) this.#done = 0;
    for (const [path, reason] of left) this.#left.set(path, reason);
    const there = new Set<string>();
    for (const note of notes) {
      there.add(note.path);
      const known = files.get(note.path);
      if (known === undefined || known.size !== note.size || known.changed !== note.changed) this.#pending.set(note.path, note);
    }
    for (const path of expected) if (!there.has(path) && files.has(path)) this.#pending.set(path, null);
  }

  async #goOnBehind(): Promise<void> {
    if (this.#behind) return;
    this.#behind = true;
    await this.#guard(new AbortController().signal, async () => {
      while (this.#pending.size > 0 && !this.#closed) {
        await giveWay();
        if (!this.#closed && this.#pending.size > 0) this.#batch();
      }
    });
    this.#behind = false;
  }

  /** Brings in notes for a few milliseconds, at least one, and commits them together. Says whether it is time to tell of it. */
  #batch(): boolean {
    const { store, keywords, files } = this.#open();
    const end = performance.now() + BATCH_MS;
    const finished: string[] = [];
    store.transaction(() => {
      for (const [path, stat] of this.#pending) {
        if (stat === null) this.#remove(path);
        else this.#bringIn(path, files.get(path));
        finished.push(path);
        if (performance.now() >= end) break;
      }
    });
    for (const path of finished) this.#pending.delete(path);
    this.#done += finished.length;
    if (this.#pending.size === 0) this.#complete = true;
    keywords.changed();
    if (this.#pending.size > 0 && performance.now() - this.#told < PROGRESS_MS) return false;
    this.#told = performance.now();
    this.#onState(this.state());
    return true;
  }

  #bringIn(path: string, known: StoredFile | undefined): void {
    const { store, files } = this.#open();
    const content = readNote(this.#options.root, path);
    if ('reason' in content || looksBinary(content.bytes)) {
      const reason = 'reason' in content ? content.reason : notice('file_binary', { path });
      if (reason !== null) this.#left.set(path, reason);
      this.#remove(path);
      return;
    }
    const { bytes, stat } = content;
    const changed = Math.abs(this.#clock.now() - stat.changed) < RACY_MS ? 0 : stat.changed;
    const digest = hash('sha256', bytes);
    const saved = { size: stat.size, changed, hash: digest };
    if (known?.hash === digest) store.touchFile(path, stat.size, changed);
    else {
      const day = noteDay(path);
      const { added, removed } = store.putFile(path, saved, day, noteChunks(decodeNote(bytes), day));
      this.#count(added, removed);
    }
    files.set(path, saved);
  }

  #remove(path: string): void {
    const { store, files } = this.#open();
    if (!files.delete(path)) return;
    this.#count(0, store.removeFile(path));
  }

  #count(added: number, removed: number): void {
    this.#added += added;
    this.#removed += removed;
    this.#chunks += added - removed;
  }
}
