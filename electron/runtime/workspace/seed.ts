/** Fills a new workspace with the default files; never overwrites, and a copy that was interrupted can be taken up again. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '#runtime/files/atomic-file';

export type SeedLanguage = 'en' | 'zh-CN';

export const SEED_FILES = [
  'AGENT.md',
  'SOUL.md',
  'IDENTITY.md',
  'USER.md',
  'TOOLS.md',
  'MEMORY.md',
  'BOOTSTRAP.md',
  'BOOT.md',
  'HEARTBEAT.md',
] as const;

const UNFINISHED = '.reins-seed-';
/** What file managers leave in a folder that is empty to its owner. */
const LITTER = new Set(['.DS_Store', '.localized', 'Thumbs.db', 'desktop.ini']);

/** true when nothing of the person's is in the folder. Rejects when it cannot be read. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  return names.every((name) => LITTER.has(name) || name.startsWith(UNFINISHED));
}

export interface SeedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The default files of a language. Rejects when one is not there: the app is not whole then. */
export async function loadSeed(seedFrom: string, language: SeedLanguage): Promise<SeedFile[]> {
  return Promise.all(SEED_FILES.map(async (name) => ({ name, bytes: await readFile(join(seedFrom, language, name)) })));
}

/**
 * Writes the files that the folder lacks and makes its memory folder; each file appears whole or not at all.
 * Returns the names it added. Rejects with the system's error (read-only, disk full).
 */
export async function seedWorkspace(folder: string, seed: readonly SeedFile[]): Promise<string[]> {
  for (const name of await readdir(folder)) if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
  const added: string[] = [];
  for (const { name, bytes } of seed) if (await addFile(folder, name, bytes)) added.push(name);
  await mkdir(join(folder, 'memory'), { recursive: true });
  flushFolder(folder);
  return added;
}

/** false when something of that name is there already, whatever it is. */
async function addFile(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
  const target = join(folder, name);
  const unfinished = join(folder, UNFINISHED + name);
  const file = await open(unfinished, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(unfinished, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // No hard links here (FAT, some network drives).
      return copyFile(unfinished, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
