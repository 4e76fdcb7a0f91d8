/** What of a workspace is kept from commands: secrets are not read, what other programs run by themselves is not written. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionKind } from '#shared/schema/session';
import { isPrivateFrom, personaOf, protectionOf } from '../protected-names.ts';

export interface ClosedPlaces {
  /** Absolute; neither read nor written. */
  readonly unreadable: readonly string[];
  /** Absolute; read, never written. */
  readonly unwritable: readonly string[];
  /** Absolute; held in their place, so that they cannot be moved aside and made anew. */
  readonly held: readonly string[];
  /** Text of the repository's own configuration; empty without one. */
  readonly gitConfig: string;
}

/** Entries that are looked at; what lies deeper is covered by the redaction of results alone. */
const LOOKED_AT = 20_000;
const DEPTH = 8;
/** Rebuilt at will and huge; nothing a person wrote is in them. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__', 'target', 'dist', '.cache']);
/** Of a repository: what makes git run a program. The rest is written by an ordinary commit. */
const GIT_RUNS = ['config', 'config.worktree', 'hooks', 'info', 'modules'];

/** Looks at names alone. Never rejects: what cannot be listed cannot be reached by name either. */
export async function findClosedPlaces(root: string, session: SessionKind): Promise<ClosedPlaces> {
  const unreadable: string[] = [];
  const unwritable: string[] = [];
  const held: string[] = [];
  const repositories: string[] = [];
  let seen = 0;
  let level = [''];
  for (let depth = 0; depth < DEPTH && level.length > 0 && seen < LOOKED_AT; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      seen += entries.length;
      for (const entry of entries) {
        const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) continue; // where it leads is judged by where that lies
        if (entry.name === '.git' && entry.isDirectory()) repositories.push(join(root, relative));
        else if (protectionOf(relative) === 'secret' || isPrivateFrom(session, relative)) unreadable.push(join(root, relative));
        else if (personaOf(relative) !== null || protectionOf(relative) === 'guarded') unwritable.push(join(root, relative));
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(relative);
      }
      if (seen >= LOOKED_AT) break;
    }
    level = next;
  }
  for (const repository of repositories) {
    held.push(repository);
    const names = await readdir(repository).catch(() => []);
    unwritable.push(...GIT_RUNS.filter((name) => names.some((one) => one === name)).map((name) => join(repository, name)));
  }
  const configs = await Promise.all(repositories.map((one) => readFile(join(one, 'config'), 'utf8').catch(() => '')));
  return { unreadable, unwritable, held, gitConfig: configs.join('\n') };
}
