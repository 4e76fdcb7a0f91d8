/** Holds the folder in which a change happens, made where it is missing, one name at a time below a hold on the one before. */
import { constants } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from './file-errors.ts';
import { below } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import type { Pinned } from './pinned-root.ts';

export interface HeldFolder {
  readonly folder: Pinned;
  /** Takes the folders that were made for it away again, as far as they are empty. */
  unmake(): Promise<void>;
}

/** `relative` is a real path below the root. Rejects with the system's error, ESTALE where the way there is another by now. */
export async function holdFolder({ root }: Locator, relative: string): Promise<HeldFolder> {
  const made: string[] = [];
  const unmake = async () => {
    for (const name of made.reverse()) await rmdir(join(root.at, name)).catch(() => {});
  };
  let folder = await pinFolder(root, '');
  try {
    for (const part of relative === '' ? [] : relative.split('/')) {
      const next = await pinOrMake(root, folder, { part, made });
      await folder.close();
      folder = next;
    }
    if (folder.relative !== relative) throw stale('led elsewhere meanwhile');
    return { folder, unmake };
  } catch (error) {
    await folder.close();
    await unmake();
    throw error;
  }
}

async function pinOrMake(root: Locator['root'], folder: Pinned, { part, made }: { part: string; made: string[] }): Promise<Pinned> {
  const relative = below(folder.relative, part);
  const there = await pinFolder(root, relative).catch(unless('ENOENT'));
  if (there !== undefined) return there;
  // Never through a link: the name is made below the hold, or it is there already.
  const done = await mkdir(join(folder.folder, part)).then(() => true, unless('EEXIST'));
  if (done) made.push(relative);
  return pinFolder(root, relative);
}

async function pinFolder(root: Locator['root'], relative: string): Promise<Pinned> {
  const pinned = await root.pin(relative);
  if (pinned === 'outside') throw stale('led outside meanwhile');
  if (pinned.stat.isDirectory()) return pinned;
  await pinned.close();
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}

/** Makes what happened in the folder survive a power cut. */
export async function syncFolder(folder: Pinned): Promise<void> {
  // Windows opens no folder this way and needs no flush of one.
  if (process.platform === 'win32') return;
  const handle = await folder.open(constants.O_RDONLY);
  try {
    await handle.sync().catch(unless('EINVAL'));
  } finally {
    await handle.close();
  }
}

/** What failureOf reads as "changed while it was used". */
export function stale(message: string): Error {
  return Object.assign(new Error(message), { code: 'ESTALE' });
}

/** undefined for the one expected answer of the system. */
export function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (errnoOf(error) !== code) throw error;
    return undefined;
  };
}
