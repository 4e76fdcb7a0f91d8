/** The index at work in one thread: takes changed notes in, gives way between batches, answers searches. */
import { setImmediate as giveWay } from 'node:timers/promises';
import { type Clock, elapsedSince } from '#runtime/clock';
import type { Outcome } from '#runtime/sandbox/file-wall';
import { isDamage, sqliteCode } from '#runtime/storage/database';
import type { IndexReport, IndexState, MemoryHit } from '#shared/schema/memory';
import { notice } from '#shared/schema/notice';
import type { IndexClient, IndexOptions, SearchRequest } from './index-protocol.ts';
import { deleteIndex, type IndexStore, openIndexStore } from './index-store.ts';
import { createKeywordSearch, type KeywordSearch } from './keyword-search.ts';
import { type NoteIntake, openIntake } from './note-intake.ts';

/** Milliseconds of one batch: so long may a search have to wait for indexing. */
const BATCH_MS = 15;
/** Milliseconds between two looks at all notes; a hint is looked at at once. */
const SCAN_MS = 2_000;
const PROGRESS_MS = 100;

interface Opened {
  readonly store: IndexStore;
  readonly keywords: KeywordSearch;
  readonly intake: NoteIntake;
}

const forever = new AbortController().signal;

/** Owns the database until it is closed. */
export class IndexEngine implements IndexClient {
  readonly #options: IndexOptions;
  readonly #clock: Clock;
  readonly #onState: (state: IndexState) => void;
  #opened: Opened | undefined;
  readonly #hints = new Set<string>();
  #scanned = Number.NEGATIVE_INFINITY;
  #told = 0;
  #behind = false;
  #closed = false;
  #failed = false;
  #complete = false;

  /** @param onState is told now and then while indexing, and when it ends */
  constructor(options: IndexOptions, clock: Clock, onState: (state: IndexState) => void = () => undefined) {
    this.#options = options;
    this.#clock = clock;
    this.#onState = onState;
  }

  async search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<MemoryHit[]>> {
    return this.#guard(signal, async () => {
      const { keywords } = this.#open();
      this.#catchUp();
      return keywords.search(request);
    });
  }

  async index(signal: AbortSignal, onProgress?: (state: IndexState) => void): Promise<Outcome<IndexReport>> {
    const start = performance.now();
    return this.#guard(signal, async () => {
      const { intake } = this.#open();
      const before = intake.counts();
      this.#look(true);
      while (intake.progress().waiting > 0) {
        if (this.#batch()) onProgress?.(this.state());
        await giveWay();
        signal.throwIfAborted();
      }
      onProgress?.(this.state());
      this.#onState(this.state());
      const { files, chunks, added, removed } = intake.counts();
      return { files, chunks, added: added - before.added, removed: removed - before.removed, ms: elapsedSince(start) };
    });
  }

  /** An empty path stands for all notes. */
  hint(path: string): void {
    if (path === '') this.#scanned = Number.NEGATIVE_INFINITY;
    else this.#hints.add(path);
  }

  state(): IndexState {
    const intake = this.#opened?.intake;
    const { waiting, done } = intake?.progress() ?? { waiting: 0, done: 0 };
    const { files, chunks } = intake?.counts() ?? { files: 0, chunks: 0 };
    const left = intake?.left() ?? [];
    return {
      state: this.#failed ? 'failed' : waiting > 0 ? 'indexing' : this.#complete ? 'ready' : 'idle',
      files,
      chunks,
      done: waiting === 0 ? 0 : done,
      total: waiting === 0 ? 0 : done + waiting,
      ...(left.length === 0 ? {} : { left }),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
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
        this.#forget();
        if (isDamage(error) && attempt === 0) {
          deleteIndex(this.#options.file);
          continue;
        }
        this.#failed = true;
        const code = sqliteCode(error) === 'SQLITE_FULL' ? 'disk_full' : 'memory_index_failed';
        return { ok: false, kind: 'failed', error: notice(code, { path: this.#options.file }, String(error)) };
      }
    }
  }

  #open(): Opened {
    if (this.#closed) throw new Error('the index is closed');
    if (this.#opened === undefined) {
      const { file, root } = this.#options;
      const store = openIndexStore(file, root);
      this.#opened = { store, keywords: createKeywordSearch(store), intake: openIntake({ store, root, clock: this.#clock }) };
    }
    return this.#opened;
  }

  /** Lets go of the database and of what was read from it. */
  #forget(): void {
    try {
      this.#opened?.store.close();
    } catch {
      // Closing a damaged database may fail; its files are about to be deleted or opened anew.
    }
    this.#opened = undefined;
    this.#scanned = Number.NEGATIVE_INFINITY;
    this.#complete = false;
  }

  /** Takes in what changed for as long as a search may wait; what cannot be written now does not keep it from searching. */
  #catchUp(): void {
    const { intake } = this.#open();
    try {
      this.#look(false);
      const end = performance.now() + this.#options.patience;
      while (intake.progress().waiting > 0 && performance.now() < end) this.#batch();
      if (intake.progress().waiting > 0) void this.#goOnBehind();
    } catch (error) {
      if (isDamage(error)) throw error;
      this.#scanned = Number.NEGATIVE_INFINITY;
    }
  }

  /** Finds what changed: everywhere when a look is due, else only what was hinted at. */
  #look(all: boolean): void {
    const { intake } = this.#open();
    const now = performance.now();
    const due = all || now - this.#scanned >= SCAN_MS;
    intake.look(due ? 'all' : [...this.#hints]);
    this.#hints.clear();
    if (!due) return;
    this.#scanned = now;
    if (intake.progress().waiting === 0) this.#complete = true;
  }

  async #goOnBehind(): Promise<void> {
    if (this.#behind) return;
    this.#behind = true;
    await this.#guard(forever, async () => {
      while (!this.#closed && this.#open().intake.progress().waiting > 0) {
        await giveWay();
        if (!this.#closed) this.#batch();
      }
    });
    this.#behind = false;
  }

  /** Says whether it is time to tell of it. */
  #batch(): boolean {
    const { intake, keywords } = this.#open();
    intake.takeIn(performance.now() + BATCH_MS);
    keywords.changed();
    const { waiting } = intake.progress();
    if (waiting === 0) this.#complete = true;
    if (waiting > 0 && performance.now() - this.#told < PROGRESS_MS) return false;
    this.#told = performance.now();
    this.#onState(this.state());
    return true;
  }
}
