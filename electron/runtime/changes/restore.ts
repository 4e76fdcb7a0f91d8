/** Makes what the file wall has no word for: folders, links and rights, at places that no link leads away from. */
import { constants } from 'node:fs';
import { chmod, mkdir, open, symlink } from 'node:fs/promises';
import { isItself, standing, withPlace } from './place.ts';

/** All of these reject with the system's error. */
export async function makeFolder(root: string, path: string): Promise<void> {
  await at(root, path, (place) => mkdir(place));
}

/** `target` is the text of the link, whatever it leads to. */
export async function makeLink(root: string, path: string, target: Buffer): Promise<void> {
  await at(root, path, (place) => symlink(target, place));
}

/** Of a file with one name, or a folder. */
export async function setMode(root: string, path: string, mode: number): Promise<void> {
  await at(root, path, async (place) => {
    const file = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(unlessShut);
    if (file === null) {
      // Rights that keep even their owner out: by name, for there is no handle to be had.
      if ((await standing(place))?.isFile() === true) await chmod(place, mode);
      return;
    }
    try {
      const found = await file.stat();
      if ((found.mode & 0o7777) === mode) return;
      if (!found.isDirectory() && !(found.isFile() && found.nlink === 1)) throw refused('EPERM');
      await file.chmod(mode);
    } finally {
      await file.close();
    }
  });
}

async function at(root: string, path: string, work: (place: string) => Promise<void>): Promise<void> {
  const done = await withPlace(root, path, false, async (place) => {
    // Reached through a link, it would be another place than the one that was kept.
    if (!isItself(path, place)) throw refused('ESTALE');
    await work(place.at);
    return true;
  });
  if (!done) throw refused('ESTALE');
}

function unlessShut(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') return null;
  throw error;
}

function refused(code: string): Error {
  return Object.assign(new Error('not as it was left'), { code });
}
