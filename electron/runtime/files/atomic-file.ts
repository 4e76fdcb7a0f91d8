/** Replaces a small file so that a crash leaves the old or the new one, never half of either. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Milliseconds for which a rename is tried again: on Windows a virus scanner or an indexer may hold the old file that long. */
const PATIENCE = 1_000;
const PAUSE = 25;

/** What stands between a text and its file; replaced in tests. */
export interface RenameParts {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => void;
}

/**
 * Writes beside the file, flushes, renames, flushes the folder. Durable when it returns; throws the system's error (ENOSPC, EROFS, EACCES), and the old
 * file is kept then. On Windows it may wait up to a second for a program that holds the old file.
 * @param mode permission bits of the new file
 */
export function replaceFile(file: string, text: string, mode = 0o600, parts: RenameParts = SYSTEM): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renamePatiently(temporary, file, parts);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(dirname(file));
}

const SYSTEM: RenameParts = { platform: process.platform, rename: renameSync };

function renamePatiently(from: string, to: string, { platform, rename }: RenameParts): void {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const held = platform === 'win32' && (code === 'EPERM' || code === 'EACCES' || code === 'EBUSY');
      if (!held || performance.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Makes what was renamed or made in the folder survive a power cut; Windows has no such call and needs none. Throws the system's error. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
