/** Contents of files, kept once each under the sha256 of their bytes. */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChangeStore } from '#runtime/storage/change-store';

/** Bytes of all kept contents. */
export const SNAPSHOT_LIMIT = 1024 ** 3;
/** Bytes of one file beyond which it is not kept. */
export const FILE_LIMIT = 64 * 1024 * 1024;
/** Bytes read at once, so that nothing else waits long. */
const PIECE = 1024 * 1024;
/** Files that are worked on at once. */
const AT_ONCE = 16;

export class SnapshotFull extends Error {}

export interface Snapshots {
  /** Keeps what the handle reads, `size` bytes; gives its hash. Throws SnapshotFull when there is no room for it. */
  keepFile(file: FileHandle, size: number, durable: boolean): Promise<string>;
  keepText(text: string): Promise<string>;
  /** Whether the content is kept already; it is not dropped then before the change that asks is stored. */
  holds(hash: string, bytes: number): boolean;
  /** null when it is gone or damaged. */
  read(hash: string): Promise<Buffer | null>;
  /** Kept and not yet stored with a change (hash -> bytes): nothing of it is dropped. */
  readonly pending: Map<string, number>;
  /** Takes contents away that no change needs any more. */
  drop(hashes: readonly string[]): Promise<void>;
}

export interface SnapshotParts {
  readonly folder: string;
  readonly store: ChangeStore;
  readonly limit: number;
}

export function createSnapshots({ folder, store, limit }: SnapshotParts): Snapshots {
  const place = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));
  const pending = new Map<string, number>();
  /** Bytes of `pending` that the store does not count yet. */
  const uncounted = (): number => [...pending].reduce((sum, [hash, bytes]) => (store.hasSnapshot(hash) ? sum : sum + bytes), 0);
  let used: number | undefined;
  const drop = async (hashes: readonly string[]): Promise<void> => {
    used = undefined;
    for (const hash of hashes) if (!pending.has(hash)) await rm(place(hash), { force: true });
  };
  const makeRoom = async (bytes: number): Promise<void> => {
    if (bytes > limit) throw new SnapshotFull();
    used ??= store.usage().bytes + uncounted();
    while (used + bytes > limit) {
      const freed = store.giveUpOldest();
      if (freed === undefined) throw new SnapshotFull();
      await drop(freed);
      used = store.usage().bytes + uncounted();
    }
    used += bytes;
  };
  const put = async (hash: string, bytes: number, durable: boolean, write: (file: FileHandle) => Promise<void>): Promise<string> => {
    const target = place(hash);
    if ((pending.has(hash) || store.hasSnapshot(hash)) && (await isThere(target))) {
      pending.set(hash, bytes);
      return hash;
    }
    await makeRoom(bytes);
    pending.set(hash, bytes);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const temporary = `${target}.${randomBytes(6).toString('hex')}`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await write(file);
      if (durable) await file.sync();
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw isFull(error) ? new SnapshotFull() : error;
    }
    await file.close();
    await rename(temporary, target);
    return hash;
  };
  return {
    pending,
    async keepFile(file, size, durable) {
      const digest = createHash('sha256');
      // A small file is read once; a large one a second time only when it is new.
      const small = size <= PIECE ? await readAll(file, size) : null;
      if (small !== null) digest.update(small);
      else for await (const piece of pieces(file)) digest.update(piece);
      const hash = digest.digest('hex');
      return put(hash, size, durable, async (out) => {
        if (small !== null) await out.writeFile(small);
        else for await (const piece of pieces(file)) await out.write(piece);
      });
    },
    keepText(text) {
      const bytes = Buffer.from(text);
      return put(sha256(bytes), bytes.length, false, (out) => out.writeFile(bytes));
    },
    holds(hash, bytes) {
      const held = pending.has(hash) || store.hasSnapshot(hash);
      if (held) pending.set(hash, bytes);
      return held;
    },
    async read(hash) {
      const bytes = await readFile(place(hash)).catch(() => null);
      return bytes !== null && sha256(bytes) === hash ? bytes : null;
    },
    drop,
  };
}

/** Works on the items, several at a time: a disk answers many questions faster together. Rejects with the first failure, after all have ended. */
export async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items].reverse();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let item = queue.pop(); item !== undefined && failures.length === 0; item = queue.pop()) {
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Opens a file for reading without following a link, and without waiting for whatever else stands there. */
export function openToRead(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

async function* pieces(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const piece of pieces(file)) found.push(piece);
  return found.length === 1 && found[0] !== undefined && found[0].length === size ? found[0] : Buffer.concat(found);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EFBIG');
}
