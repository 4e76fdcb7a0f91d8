/** Where the app keeps its own things, and where its shipped files lie. */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';

export interface Places {
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** Absolute path: flag, else REINS_DATA, else the platform's usual place. */
export function dataFolder({ flag, env, platform = process.platform, home = homedir() }: Places): string {
  const given = flag ?? env['REINS_DATA'];
  if (given !== undefined && given !== '') return resolve(given);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Reins');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Reins');
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'reins');
}

/** Absolute path of the default workspace. */
export function defaultWorkspace(home: string = homedir()): string {
  return join(home, 'Reins');
}

/** A folder that ships with the app: beside the source, beside out/, or in a package's resources. Throws if the build is incomplete. */
export function shippedFolder(name: 'workspace-default' | 'out/renderer', from: string = import.meta.url): string {
  const candidates = ['../../', '../../../', '../'].map((up) => fileURLToPath(new URL(`${up}${name}`, from)));
  // In a package: beside the archive, whichever half of it this code was read from.
  const archive = /^(.*)[\\/]app\.asar(?:\.unpacked)?[\\/]/.exec(fileURLToPath(from))?.[1];
  if (archive !== undefined) candidates.push(join(archive, name), join(archive, 'app.asar.unpacked', name));
  const found = candidates.find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`${name} is missing: run "npm run build"`);
  return found;
}

/**
 * Makes the folder where it is missing, and the person's own alone: conversations are in it. Throws CallError when that cannot be.
 * Level by level, because a recursive mkdir never ends below some system folders.
 */
export function makeDataFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  try {
    for (const one of missing) mkdirSync(one, { mode: 0o700 });
    const stat = statSync(folder);
    if (!stat.isDirectory()) throw new Error('not a folder');
    const { uid, mode } = stat;
    if (process.getuid?.() === uid && (mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    throw new CallError(notice('data_folder_unusable', { path: folder }, error instanceof Error ? error.message : String(error)));
  }
}
