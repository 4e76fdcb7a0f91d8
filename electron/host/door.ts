/** A page that leads to the running host: the token on a command line could be read by other people on the computer, in this file it cannot. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '#runtime/files/atomic-file';

const DOOR = 'open.html';

/** Returns the path of the page, which only its owner can read. Throws the system's error when it cannot be written. */
export function makeDoor(dataFolder: string, url: string): string {
  const file = join(dataFolder, DOOR);
  replaceFile(file, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>Reins</title>\n`);
  return file;
}

/** Takes the page away when it leads to this address; that of another host stays. Never throws. */
export function removeDoor(dataFolder: string, url: string): void {
  const file = join(dataFolder, DOOR);
  try {
    if (readFileSync(file, 'utf8').includes(`url=${url}"`)) rmSync(file);
  } catch {
    // it is gone already, or cannot be touched: the token in it ends with the host anyway
  }
}
