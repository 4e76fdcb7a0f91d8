/** Puts what SQLite or the file system refused into a notice. */
import { type Notice, notice } from '#shared/schema/notice';
import { sqliteCode } from './database.ts';

/** undefined for what is not a storage failure. `path` is the data folder. */
export function storageNotice(error: unknown, path: string): Notice | undefined {
  const code = sqliteCode(error);
  const detail = error instanceof Error ? error.message : undefined;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return notice('disk_full', { path }, detail);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return notice('database_damaged', { path, sessions: 0, events: 0 }, detail);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return notice('database_locked', { path }, detail);
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR)/.test(code) || code === 'EROFS' || code === 'EACCES')
    return notice('data_folder_unusable', { path }, detail);
  return undefined;
}
