/** Puts what SQLite or the file system refused into a notice. */
import { type Notice, notice } from '#shared/schema/notice';
import { isDamage, sqliteCode } from './database.ts';

/** No room left, whether on the disk, in the person's share of it, or in one file. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const UNUSABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);

/** The system's own errors name a file; one that has nothing to do with the data folder is another's to word. */
function isElsewhere(error: unknown, folder: string): boolean {
  const file = error instanceof Error && 'path' in error ? String(error.path) : folder;
  return !file.startsWith(folder) && !folder.startsWith(file);
}

/** undefined for what is not a storage failure. `path` is the data folder. */
export function storageNotice(error: unknown, path: string): Notice | undefined {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : undefined;
  if (code === 'SQLITE_FULL' || DISK_FULL.has(code)) return notice('disk_full', { path }, detail);
  if (isDamage(error)) return notice('database_damaged', { path, sessions: 0, events: 0 }, detail);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return notice('database_locked', { path }, detail);
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM)/.test(code) || (UNUSABLE.has(code) && !isElsewhere(error, path)))
    return notice('data_folder_unusable', { path }, detail);
  return undefined;
}
