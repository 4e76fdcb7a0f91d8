/** Moves what the agent deletes to the trash of the system; where there is none it can use, nothing is deleted. */
import { lstat, mkdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import { notice } from '#shared/schema/notice';
import { cancelled, errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { FileWall } from './file-wall.ts';
import { stale, syncFolder, unless } from './held-folder.ts';
import { type Entry, entryRefusal, type FoundEntry, guardRefusal, locateEntry } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import { withNames } from './name-locks.ts';
import { shownPath } from './path-rules.ts';
import { type Environment, moveToTrash } from './trash-folder.ts';

export interface TrashParts {
  readonly environment: Environment;
  readonly now: () => number;
  /** The system's own way, such as Electron's; rejects when it cannot. */
  readonly trashItem?: ((path: string) => Promise<void>) | undefined;
}

export async function trashEntry(
  locator: Locator,
  path: string,
  { session, approved, signal }: Parameters<FileWall['trash']>[1],
  parts: TrashParts,
): ReturnType<FileWall['trash']> {
  if (signal.aborted) return cancelled();
  const entry = await locateEntry(locator, path, session);
  try {
    const wrong = unfit(locator, entry, { path, approved });
    if (wrong !== null || entry.kind !== 'found') return wrong ?? failure('failed', notice('file_changed', { path: shownPath(path) }));
    return await withNames([join(locator.root.path, entry.relative)], async () => {
      const { folder, file, stat, relative } = entry;
      const now = await lstat(join(folder.folder, file), { bigint: true });
      if (!(await folder.stays()) || now.ino !== stat.ino) throw stale('something else stands there');
      const place = await putAway(locator, entry, parts);
      if (place === null) return failure('failed', notice('trash_unavailable', { path: shownPath(path) }));
      await syncFolder(folder);
      return { ok: true, value: { path: locator.named(relative), place } };
    });
  } catch (error) {
    return failureOf(error, path, 'write');
  } finally {
    if (entry.kind === 'found') await entry.folder.close();
  }
}

function unfit(locator: Locator, entry: Entry, { path, approved }: { path: string; approved: boolean }): Failure | null {
  const params = { path: shownPath(path) };
  if (entry.kind === 'missing') return failure('failed', notice('path_not_found', params));
  if (entry.kind !== 'found') return entryRefusal(entry, path);
  if (locator.holdsClosed(entry.relative)) return failure('denied', notice('path_protected', params));
  const { stat } = entry;
  const special = !stat.isFile() && !stat.isDirectory() && !stat.isSymbolicLink();
  return special ? failure('failed', notice('path_special_file', params)) : guardRefusal(entry.guard, approved, path);
}

/** Absolute path in the trash, empty where the system does not tell; null where no trash takes it. */
async function putAway(locator: Locator, entry: FoundEntry, parts: TrashParts): Promise<string | null> {
  const { folder, file, relative, stat } = entry;
  const path = join(locator.root.path, relative);
  const place = join(folder.folder, file);
  switch (locator.platform) {
    case 'linux': {
      const item = { place, path, name: file, stat, device: folder.stat.dev };
      return moveToTrash(item, parts.environment, new Date(parts.now()));
    }
    case 'darwin':
      return (await moveToMacTrash({ place, file, device: folder.stat.dev }, parts.environment)) ?? (await bySystem(path, parts));
    case 'win32':
      return bySystem(path, parts);
    default:
      return locator.platform satisfies never;
  }
}

async function bySystem(path: string, { trashItem }: TrashParts): Promise<string | null> {
  if (trashItem === undefined) return null;
  const done = await trashItem(path).then(
    () => true,
    () => false,
  );
  return done && (await lstat(path).catch(unless('ENOENT'))) === undefined ? '' : null;
}

/** `~/.Trash` by a rename, as the Finder does; null on another disk, or where the system keeps it shut. */
async function moveToMacTrash(item: { place: string; file: string; device: bigint }, environment: Environment): Promise<string | null> {
  const trash = join(environment['HOME'] || homedir(), '.Trash');
  try {
    await mkdir(trash, { mode: 0o700 }).catch(unless('EEXIST'));
    const stat = await lstat(trash, { bigint: true });
    if (!stat.isDirectory() || stat.dev !== item.device) return null;
    const { name, ext } = parse(item.file);
    for (let number = 1; number < 1000; number += 1) {
      const there = join(trash, number === 1 ? item.file : `${name} ${number}${ext}`);
      if ((await lstat(there).catch(unless('ENOENT'))) !== undefined) continue;
      await rename(item.place, there);
      return there;
    }
    return null;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
