/** Brings notes into the index: finds what changed, and takes it in by small batches that are committed together. */
import { hash } from 'node:crypto';
import type { Clock } from '#runtime/clock';
import { type Notice, notice } from '#shared/schema/notice';
import type { IndexStore, StoredFile } from './index-store.ts';
import { decodeNote, looksBinary, noteChunks } from './note-chunks.ts';
import { listNotes, type NoteListing, type NoteStat, noteDay, readNote, statNote } from './note-files.ts';

/** A note changed this shortly before it was read may change again within the same tick: it is read again next time. */
const RACY_MS = 50;

export interface NoteIntake {
  /** Looks at all notes, or at those named. What changed waits to be taken in. */
  look(paths: readonly string[] | 'all'): void;
  /** Takes in what waits until then (`performance.now()`), at least one note. Throws what the disk throws; then nothing waits. */
  takeIn(end: number): void;
  /** Notes that wait, and notes taken in since there were none. */
  progress(): { readonly waiting: number; readonly done: number };
  /** Notes and chunks in the index, and chunks added and removed since it was opened. */
  counts(): { readonly files: number; readonly chunks: number; readonly added: number; readonly removed: number };
  /** Notes that were left out, and why. */
  left(): Notice[];
}

export function openIntake({
  store,
  root,
  clock,
}: {
  readonly store: IndexStore;
  readonly root: string;
  readonly clock: Clock;
}): NoteIntake {
  let files = store.files();
  /** null for a note that is gone. */
  const pending = new Map<string, NoteStat | null>();
  const left = new Map<string, Notice>();
  let chunks = store.totals().chunks;
  let added = 0;
  let removed = 0;
  let done = 0;

  const count = (more: number, fewer: number): void => {
    added += more;
    removed += fewer;
    chunks += more - fewer;
  };

  const compare = (listing: NoteListing, expected: Iterable<string>): void => {
    if (pending.size === 0) done = 0;
    for (const [path, reason] of listing.left) left.set(path, reason);
    const there = new Set<string>();
    for (const note of listing.notes) {
      there.add(note.path);
      const known = files.get(note.path);
      if (known === undefined || known.size !== note.size || known.changed !== note.changed) pending.set(note.path, note);
    }
    for (const path of expected) if (!there.has(path) && files.has(path)) pending.set(path, null);
  };

  const drop = (path: string): void => {
    if (files.delete(path)) count(0, store.removeFile(path));
  };

  const take = (path: string, known: StoredFile | undefined): void => {
    const content = readNote(root, path);
    if ('reason' in content || looksBinary(content.bytes)) {
      const reason = 'reason' in content ? content.reason : notice('file_binary', { path });
      if (reason !== null) left.set(path, reason);
      drop(path);
      return;
    }
    const { bytes, stat } = content;
    const changed = Math.abs(clock.now() - stat.changed) < RACY_MS ? 0 : stat.changed;
    const saved = { size: stat.size, changed, hash: hash('sha256', bytes) };
    if (known?.hash === saved.hash) store.touchFile(path, saved.size, changed);
    else {
      const day = noteDay(path);
      const put = store.putFile(path, saved, day, noteChunks(decodeNote(bytes), day));
      count(put.added, put.removed);
    }
    files.set(path, saved);
  };

  return {
    look(paths) {
      if (paths === 'all') {
        left.clear();
        compare(listNotes(root), files.keys());
      } else for (const path of paths) compare(statNote(root, path), [path]);
    },
    takeIn(end) {
      const finished: string[] = [];
      try {
        store.transaction(() => {
          for (const [path, stat] of pending) {
            if (stat === null) drop(path);
            else take(path, files.get(path));
            finished.push(path);
            if (performance.now() >= end) break;
          }
        });
      } catch (error) {
        // Nothing of the batch was kept: what is known goes back to what the index has.
        pending.clear();
        files = store.files();
        chunks = store.totals().chunks;
        throw error;
      }
      for (const path of finished) pending.delete(path);
      done += finished.length;
    },
    progress: () => ({ waiting: pending.size, done }),
    counts: () => ({ files: files.size, chunks, added, removed }),
    left: () => [...left.values()],
  };
}
