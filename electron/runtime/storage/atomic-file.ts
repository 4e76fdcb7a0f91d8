/** Replaces a small file of the data folder so that a crash leaves the old or the new one, never half of either. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes beside the file, flushes, renames, flushes the folder. Throws the system's error (ENOSPC, EROFS, EACCES); the old file is kept then.
 * @param mode permission bits of the new file
 */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = openSync(temporary, 'wx', mode);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(dirname(file));
}

/** Makes a rename in the folder survive a power cut; Windows has no such call and needs none. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
