/** Tells whether a folder holds names that are guarded or closed, so that moving or deleting it as a whole is no ordinary change. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from './file-errors.ts';
import { headsSecrets, protectionOf } from './protected-names.ts';

/** Names that are looked at; a larger folder is taken to hold one. */
const NAMES_LIMIT = 5_000;

/** `place` is where it is reached, `relative` its real path below the root. Links are not followed. */
export async function holdsGuarded(place: string, relative: string): Promise<boolean> {
  return someBelow(place, (name) => protectionOf(`${relative}/${name}`) !== null);
}

/** Whether something in the folder would begin or cease to be a secret by a new name of the folder, as `.docker/config.json` would. */
export async function turnsSecret(place: string, from: string, to: string): Promise<boolean> {
  if (!headsSecrets(from) && !headsSecrets(to)) return false;
  const secret = (name: string) => protectionOf(name) === 'secret';
  return someBelow(place, (name) => secret(`${from}/${name}`) !== secret(`${to}/${name}`));
}

/** Also true where not all could be looked at. */
async function someBelow(place: string, test: (name: string) => boolean): Promise<boolean> {
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(join(place, folder), { withFileTypes: true })) {
        seen += 1;
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (seen > NAMES_LIMIT || test(name)) return true;
        if (entry.isDirectory()) folders.push(name);
      }
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      if (errnoOf(error) !== 'ENOENT') return true;
    }
  }
  return false;
}
