/** Remembers in the data folder which workspaces the app seeded, and whether their first conversation is still due. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#runtime/files/atomic-file';

const entrySchema = z.object({
  /** Real path of the workspace. */
  path: z.string(),
  /** The folder's number in its file system: another folder at the same place is not the one that was seeded. */
  folder: z.string(),
  language: z.enum(['en', 'zh-CN']),
  /** false while the files are being copied. */
  complete: z.boolean(),
  bootstrap: z.enum(['due', 'done']),
});
export type SeedEntry = z.infer<typeof entrySchema>;

const registerSchema = z.object({ version: z.literal(1), workspaces: z.array(entrySchema) });

export interface SeedRegister {
  find(path: string): SeedEntry | null;
  /** Adds or replaces the entry of its path; durable when it returns. Rejects with the system's error. */
  save(entry: SeedEntry): Promise<void>;
}

/** A register that cannot be read is set aside and begun anew: the workspace then asks for trust again. */
export async function openSeedRegister(dataFolder: string): Promise<SeedRegister> {
  const file = join(dataFolder, 'workspaces.json');
  let workspaces = await load(file);
  return {
    find: (path) => workspaces.find((entry) => entry.path === path) ?? null,
    async save(entry) {
      const next = [...workspaces.filter((other) => other.path !== entry.path), entry];
      replaceFile(file, `${JSON.stringify({ version: 1, workspaces: next }, null, 2)}\n`);
      workspaces = next;
    },
  };
}

async function load(file: string): Promise<SeedEntry[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return registerSchema.parse(JSON.parse(text)).workspaces;
  } catch {
    await rename(file, `${file}.damaged`);
    return [];
  }
}
