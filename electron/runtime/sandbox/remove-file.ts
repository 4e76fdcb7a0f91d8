/** Removes one file, link or empty folder for good; for undo, which has kept what it removes. */
import { lstat, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { notice } from '#shared/schema/notice';
import { failure, failureOf } from './file-errors.ts';
import type { FileWall } from './file-wall.ts';
import { stale, syncFolder } from './held-folder.ts';
import { entryRefusal, guardRefusal, locateEntry } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import { withNames } from './name-locks.ts';
import { shownPath } from './path-rules.ts';

export async function removeFile(
  locator: Locator,
  path: string,
  options: Parameters<FileWall['remove']>[1],
): ReturnType<FileWall['remove']> {
  const entry = await locateEntry(locator, path, options.session);
  if (entry.kind === 'missing') return failure('failed', notice('path_not_found', { path: shownPath(path) }));
  if (entry.kind !== 'found') return entryRefusal(entry, path);
  const { folder, file, relative, stat, guard } = entry;
  try {
    const guarded = guardRefusal(guard, options.approved, path);
    if (guarded !== null) return guarded;
    if (!stat.isFile() && !stat.isDirectory() && !stat.isSymbolicLink())
      return failure('failed', notice('path_special_file', { path: shownPath(path) }));
    return await withNames([join(locator.root.path, relative)], async () => {
      const place = join(folder.folder, file);
      if (!(await folder.stays()) || (await lstat(place, { bigint: true })).ino !== stat.ino) throw stale('something else stands there');
      await (stat.isDirectory() ? rmdir(place) : unlink(place));
      await syncFolder(folder);
      return { ok: true, value: { path: locator.named(relative) } };
    });
  } catch (error) {
    return failureOf(error, path, 'write');
  } finally {
    await folder.close();
  }
}
