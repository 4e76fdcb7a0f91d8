/** Set-user and set-group bits that a call leaves on a file: taken away, for they outlive the sandbox. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileState } from '#runtime/storage/change-store';
import { isItself, stateOf, withPlace } from './place.ts';

const SET_ID = 0o6000;

/** Set-user and set-group bits that a call made would lend its rights to whoever starts the file later: they go. */
export async function withoutSetId(root: string, path: string, was: FileState | null, is: FileState | null): Promise<FileState | null> {
  if (is?.type !== 'file' || (is.mode & SET_ID) === 0 || (was !== null && (was.mode & SET_ID) !== 0)) return is;
  return withPlace(root, path, is, async (place) => {
    if (!isItself(path, place)) return is;
    const file = await open(place.at, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      await file.chmod(is.mode & ~SET_ID);
      const state = stateOf(await file.stat({ bigint: true }));
      return state === null ? is : { ...state, hash: is.hash };
    } finally {
      await file.close();
    }
  }).catch(() => is);
}
