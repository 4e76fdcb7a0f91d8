/** Contents of files, kept once each under the sha256 of their bytes, in a folder that only the person can read. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeStore, SnapshotRow } from '#runtime/storage/change-store';
import { PIECE, pieces, readAll, sha256 } from './read-file.ts';
import { together } from './together.ts';
import { flushFolder, SnapshotFull, writeFlushed } from './write-flushed.ts';

/** Flushes and removals under way at once. */
const WIDTH = 8;
/** Where contents are written before they get their name. */
const NEW = 'new';

/** What one step of a change takes in. Contents are kept once `settle` gave their rows and these were stored. */
export interface Intake {
  /** Keeps what the handle reads, about `size` bytes; gives its hash. Throws SnapshotFull. */
  file(file: FileHandle, size: number): Promise<string>;
  bytes(bytes: Uint8Array): Promise<string>;
  /** Whether a content is there already; it stays then until this step has ended. */
  holds(hash: string): boolean;
  /** All is on the disk when it returns. */
  settle(): Promise<SnapshotRow[]>;
  /** Takes back what was new. */
  abandon(): Promise<void>;
}

export interface Snapshots {
  intake(): Intake;
  /** The content, whole and undamaged; null when it is gone or damaged. */
  read(hash: string): Promise<Buffer | null>;
  /** Removes those of the contents that nothing needs any more. */
  drop(hashes: Iterable<string>): Promise<void>;
  /** Brings folder and rows together where they differ: after a crash, or when somebody removed the folder. */
  tidy(): Promise<void>;
  /** The same, where the whole folder is gone. */
  check(): Promise<void>;
}

export interface SnapshotParts {
  readonly folder: string;
  readonly store: ChangeStore;
  /** Bytes of all contents. */
  readonly limit: number;
  /** Gives up something to make room; the hashes that it needed, or undefined when nothing is left to give up. */
  readonly giveUp: () => string[] | undefined;
}

export function createSnapshots(parts: SnapshotParts): Snapshots {
  const { folder, store } = parts;
  const place = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));
  const remove = (hashes: readonly string[]): Promise<void> => removeAll(hashes.map(place));
  const tidy = async (): Promise<void> => {
    const { there, strange } = await lookThrough(folder, store);
    await removeAll(strange);
    for (const piece of store.eachSnapshot()) {
      for (const hash of piece.filter((one) => !there.has(one))) {
        store.giveUpLost(hash);
        store.forgetSnapshot(hash);
      }
      await remove(store.dropUnneeded(piece));
    }
  };
  return {
    intake: () => createIntake(parts, { place, remove }),
    async read(hash) {
      const bytes = await readFile(place(hash)).catch(() => null);
      return bytes !== null && sha256(bytes) === hash ? bytes : null;
    },
    drop: (hashes) => remove(store.dropUnneeded(hashes)),
    tidy,
    async check() {
      if (store.bytes() > 0 && !(await isThere(folder))) await tidy();
    },
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function removeAll(paths: readonly string[]): Promise<void> {
  return together(paths, WIDTH, (path) => rm(path, { force: true }).catch(() => undefined));
}

/** Contents that have their row, and what else lies about: half written, or from before a crash. */
async function lookThrough(folder: string, store: ChangeStore): Promise<{ there: ReadonlySet<string>; strange: string[] }> {
  const there = new Set<string>();
  const strange: string[] = [];
  for (const head of await readdir(folder).catch(() => [])) {
    for (const tail of await readdir(join(folder, head)).catch(() => [])) {
      const hash = head + tail;
      if (/^[0-9a-f]{64}$/.test(hash) && store.hasSnapshot(hash)) there.add(hash);
      else strange.push(join(folder, head, tail));
    }
  }
  return { there, strange };
}

interface Shelf {
  place(hash: string): string;
  remove(hashes: readonly string[]): Promise<void>;
}

interface Room {
  /** Hashes that are not given up for it. */
  readonly held: Set<string>;
  take(bytes: number): Promise<void>;
  giveBack(bytes: number): void;
  /** Waits for the removal of a content that comes back. */
  removed(hash: string): Promise<void>;
}

function createRoom({ store, limit, giveUp }: SnapshotParts, { remove }: Shelf): Room {
  const held = new Set<string>();
  const leaving = new Map<string, Promise<void>>();
  let reserved = 0;
  return {
    held,
    async take(bytes) {
      const left: string[] = [];
      while (store.bytes() + reserved + bytes > limit) {
        const given = bytes > limit ? undefined : giveUp();
        if (given === undefined) throw new SnapshotFull('limit');
        left.push(...store.dropUnneeded(given.filter((hash) => !held.has(hash))));
      }
      reserved += bytes;
      for (const hash of left) leaving.set(hash, remove([hash]));
      await Promise.all(left.map((hash) => leaving.get(hash)));
    },
    giveBack(bytes) {
      reserved -= bytes;
    },
    async removed(hash) {
      await leaving.get(hash);
    },
  };
}

function createIntake(parts: SnapshotParts, shelf: Shelf): Intake {
  const { folder, store } = parts;
  const fresh = new Map<string, { readonly bytes: number; readonly written: Promise<unknown> }>();
  const shelves = new Set<string>();
  /** Folders in which a content got its name after it was written. */
  const renamed = new Set<string>();
  const room = createRoom(parts, shelf);
  const isKept = async (hash: string): Promise<boolean> => {
    room.held.add(hash);
    const known = fresh.get(hash);
    if (known !== undefined) return known.written.then(() => true);
    if (!store.hasSnapshot(hash)) return false;
    return isThere(shelf.place(hash));
  };
  const shelve = async (hash: string): Promise<string> => {
    await room.removed(hash);
    const place = join(folder, hash.slice(0, 2));
    if (!shelves.has(place)) await mkdir(place, { recursive: true, mode: 0o700 });
    shelves.add(place);
    return place;
  };
  /** Room for it was taken. */
  const put = async (hash: string, bytes: number, work: () => Promise<void>): Promise<string> => {
    if (await isKept(hash)) {
      room.giveBack(bytes);
      return hash;
    }
    const written = work();
    fresh.set(hash, { bytes, written });
    try {
      await written;
      return hash;
    } catch (error) {
      fresh.delete(hash);
      room.giveBack(bytes);
      throw error;
    }
  };
  const whole = async (bytes: Uint8Array): Promise<string> => {
    const hash = sha256(bytes);
    if (await isKept(hash)) return hash;
    await room.take(bytes.length);
    // Under its own name at once: it counts from its row on, which comes later, and its hash tells whether it is whole.
    return put(hash, bytes.length, async () => {
      await shelve(hash);
      await writeFlushed(shelf.place(hash), [bytes]);
    });
  };
  const large = async (file: FileHandle, size: number): Promise<string> => {
    await room.take(size);
    const temporary = join(folder, NEW, randomBytes(12).toString('hex'));
    let counted = false;
    try {
      await mkdir(join(folder, NEW), { recursive: true, mode: 0o700 });
      const hash = await writeFlushed(temporary, pieces(file));
      counted = true;
      return await put(hash, size, async () => {
        renamed.add(await shelve(hash));
        await rename(temporary, shelf.place(hash));
      });
    } finally {
      if (!counted) room.giveBack(size);
      await rm(temporary, { force: true });
    }
  };
  return {
    file: async (file, size) => (size <= PIECE ? whole(await readAll(file, size)) : large(file, size)),
    bytes: whole,
    holds(hash) {
      const holds = fresh.has(hash) || store.hasSnapshot(hash);
      if (holds) room.held.add(hash);
      return holds;
    },
    async settle() {
      await together(renamed, WIDTH, flushFolder);
      return [...fresh].map(([hash, { bytes }]) => ({ hash, bytes }));
    },
    abandon: () => shelf.remove([...fresh.keys()].filter((hash) => !store.hasSnapshot(hash))),
  };
}
