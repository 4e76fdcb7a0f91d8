/** Set-user and set-group bits that a call leaves on a file: taken away, for they outlive the sandbox. */
import type { FileState } from '#runtime/storage/change-store';
import { absolute } from './look.ts';
import { openToRead } from './snapshots.ts';

const SET_ID = 0o6000;

/** Set-user and set-group bits that a call made would lend its rights to whoever starts the file later: they go. */
export async function withoutSetId(root: string, path: string, was: FileState | null, is: FileState | null): Promise<FileState | null> {
  if (is?.type !== 'file' || (is.mode & SET_ID) === 0 || (was !== null && (was.mode & SET_ID) !== 0)) return is;
  const file = await openToRead(absolute(root, path)).catch(() => null);
  if (file === null) return is;
  try {
    await file.chmod(is.mode & ~SET_ID);
    return { ...is, mode: is.mode & ~SET_ID };
  } finally {
    await file.close();
  }
}
