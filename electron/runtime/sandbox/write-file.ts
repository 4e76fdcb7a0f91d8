/** Writes a whole file of the workspace: a reader sees the old bytes or the new ones, and a planted link leads nowhere. */
import { createHash, randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { FileWall, Outcome } from './file-wall.ts';
import { holdFolder, stale, syncFolder, unless } from './held-folder.ts';
import { below, entryRefusal, guardRefusal, locateEntry, unchanged } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import { withNames } from './name-locks.ts';
import { shownPath } from './path-rules.ts';
import type { Pinned } from './pinned-root.ts';

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const LOOK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;

type Written = { readonly path: string; readonly bytes: number; readonly created: boolean };

export async function writeFile(
  locator: Locator,
  path: string,
  bytes: Uint8Array,
  { session, approved, expect, flush }: Parameters<FileWall['write']>[2],
): Promise<Outcome<Written>> {
  const entry = await locateEntry(locator, path, session);
  if (entry.kind === 'found') await entry.folder.close();
  if (entry.kind === 'root') return failure('argument', notice('path_not_a_file', { path: shownPath(path) }));
  if (entry.kind !== 'found' && entry.kind !== 'missing') return entryRefusal(entry, path);
  if (entry.kind === 'found' && entry.stat.isSymbolicLink()) return linkRefusal(locator, path, session);
  const guarded = guardRefusal(entry.guard, approved, path);
  if (guarded !== null) return guarded;
  const { relative } = entry;
  return withNames([join(locator.root.path, relative)], async () => {
    try {
      return await writeAt(locator, relative, { path, bytes, expect, flush });
    } catch (error) {
      return failureOf(error, path, 'write');
    }
  });
}

/** Where a link leads out, that is the better reason. */
async function linkRefusal(locator: Locator, path: string, session: SessionKind): Promise<Failure> {
  const located = await locator.locate(path, session);
  if (located.kind === 'found') await located.pinned.close();
  if (located.kind === 'denied') return failure('denied', located.reason);
  return failure('denied', notice('path_link', { path: shownPath(path) }));
}

interface Writing {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly expect: string | null | undefined;
  readonly flush: 'file' | undefined;
}

async function writeAt(locator: Locator, relative: string, writing: Writing): Promise<Outcome<Written>> {
  const cut = relative.lastIndexOf('/');
  const name = relative.slice(cut + 1);
  const { folder, unmake } = await holdFolder(locator, relative.slice(0, Math.max(0, cut)));
  let done = false;
  try {
    const before = await unfitTarget(folder, name, writing.path);
    if (before !== null && 'ok' in before) return before;
    const wrong = await drifted(folder, name, { before, writing });
    if ('ok' in wrong) return wrong;
    await writeBeside({ folder, name, bytes: writing.bytes, before, seen: wrong.seen });
    if (writing.flush === undefined) await syncFolder(folder);
    done = true;
    return {
      ok: true,
      value: { path: locator.named(below(folder.relative, name)), bytes: writing.bytes.length, created: before === null },
    };
  } finally {
    await folder.close();
    if (!done) await unmake();
  }
}

/** What stands at the name: nothing or a regular file with one name may be replaced. */
async function unfitTarget(folder: Pinned, name: string, path: string): Promise<Failure | BigIntStats | null> {
  const params = { path: shownPath(path) };
  const before = await lstat(join(folder.folder, name), { bigint: true }).catch(unless('ENOENT'));
  if (before === undefined) return null;
  if (before.isSymbolicLink()) return failure('denied', notice('path_link', params));
  if (before.isDirectory()) return failure('failed', notice('path_not_a_file', params));
  if (!before.isFile()) return failure('failed', notice('path_special_file', params));
  if (before.nlink > 1n) return failure('denied', notice('path_hard_link', { ...params, count: Number(before.nlink) }));
  // A rename asks for no right on the file itself, but who took the right to write away did not want it replaced.
  return (before.mode & 0o222n) === 0n ? failure('failed', notice('workspace_read_only', params, 'EACCES')) : before;
}

/** Compares what stands there with what was expected, on a handle of it; `seen` is its state when it was compared. */
async function drifted(
  folder: Pinned,
  name: string,
  { before, writing }: { before: BigIntStats | null; writing: Writing },
): Promise<Failure | { seen: BigIntStats | null }> {
  const { expect, path } = writing;
  if (expect === undefined) return { seen: before };
  const changed = failure('failed', notice('file_changed', { path: shownPath(path) }));
  if (before === null || expect === null) return before === null && expect === null ? { seen: null } : changed;
  const file = await open(join(folder.folder, name), LOOK);
  try {
    const start = await file.stat({ bigint: true });
    const sum = await sha256(file, Number(start.size));
    const seen = await file.stat({ bigint: true });
    return start.ino === before.ino && unchanged(start, seen) && sum === expect ? { seen } : changed;
  } finally {
    await file.close();
  }
}

/** `size` is what it is likely to have; all of it is read in any case. */
async function sha256(file: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(Math.min(PIECE, size + 1));
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

interface Replacement {
  readonly folder: Pinned;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly before: BigIntStats | null;
  readonly seen: BigIntStats | null;
}

/** The file is on the disk when it returns; its name is once the folder is flushed. */
async function writeBeside({ folder, name, bytes, before, seen }: Replacement): Promise<void> {
  const place = join(folder.folder, name);
  const temporary = join(folder.folder, `.${randomBytes(12).toString('hex')}.tmp`);
  const file = await open(temporary, CREATE, 0o666);
  try {
    try {
      if (before !== null) await file.chmod(Number(before.mode) & 0o777);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await folder.stays())) throw stale('the folder was moved');
    if (seen === null) await placeNew(temporary, place);
    else {
      if (!unchanged(await lstat(place, { bigint: true }), seen)) throw stale('the file was changed');
      await rename(temporary, place);
    }
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Gives the file its name where none stands there; what came meanwhile is kept. */
async function placeNew(temporary: string, place: string): Promise<void> {
  const linked = await link(temporary, place).then(
    () => true,
    (error: unknown) => {
      const code = errnoOf(error);
      if (code === 'EEXIST') throw stale('something came to stand there');
      if (code === null || !WITHOUT_LINKS.has(code)) throw error;
      return false;
    },
  );
  if (linked) return unlink(temporary);
  if ((await lstat(place).catch(unless('ENOENT'))) !== undefined) throw stale('something came to stand there');
  await rename(temporary, place);
}

/** Disks that know no second name (FAT, some network shares) answer one of these. */
export const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EACCES']);
