/** Reaches a path of the workspace, or one in a granted folder, without being led elsewhere by a link. */
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Pinned, type PinnedRoot, pinRoot } from '#runtime/sandbox/pinned-root';
import type { FileState } from '#runtime/storage/change-store';
import { together } from './together.ts';

export interface Place {
  readonly root: PinnedRoot;
  /** The folder that the name lies in, held. */
  readonly parent: Pinned;
  /** Empty for the workspace itself. */
  readonly name: string;
  /** Where the name itself is reached. */
  readonly at: string;
  /** A path below `root` as a change calls it: below the workspace, or absolute. */
  named(relative: string): string;
}

/** What a disk cannot tell sooner about two writes, in milliseconds: FAT counts in steps of two seconds. */
const STEP = 2_000;

/** Folders, and names in a folder, that are worked on side by side. */
export const WIDTH = { folders: 4, names: 8 } as const;

const PLATFORM = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/** `none` where the folder of the name is not there, or lies elsewhere. Rejects with ENOENT where the workspace is gone. */
export async function withPlace<T>(root: string, path: string, none: T, work: (place: Place) => Promise<T>): Promise<T> {
  let found = none;
  await eachPlace(root, [path], async (place) => {
    found = await work(place);
  });
  return found;
}

/** The same for many: those of one folder share its hold, and a few are worked on side by side. Paths of which the folder is not there are left out. */
export async function eachPlace(
  root: string,
  paths: readonly string[],
  work: (place: Place, path: string) => Promise<void>,
): Promise<void> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = dirname(path);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [path]);
    else known.push(path);
  }
  await together(folders.values(), WIDTH.folders, async ([first = '', ...others]) => {
    const outer = isAbsolute(first) ? dirname(first) : root;
    const held = await pinRoot(outer, PLATFORM).catch((error: unknown) => {
      if (outer === root) throw error;
      return null;
    });
    if (held === null) return;
    try {
      if (held.path !== outer) return;
      const parent = await hold(held, isAbsolute(first) || first === '' ? '' : folderOf(first));
      if (parent === null) return;
      try {
        const named = (below: string): string => (isAbsolute(first) ? join(outer, below) : below);
        await together([first, ...others], WIDTH.names, async (path) => {
          const name = basename(path);
          await work({ root: held, parent, name, at: join(parent.folder, name), named }, path);
        });
      } finally {
        await parent.close();
      }
    } finally {
      await held.close();
    }
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** false when a link on the way makes the path another place than it says. */
export function isItself(path: string, { parent, name, named }: Place): boolean {
  return named(parent.relative === '' ? name : `${parent.relative}/${name}`) === path;
}

/** null where no folder of this root is reached. */
export async function hold(root: PinnedRoot, relative: string): Promise<Pinned | null> {
  const pinned = await root.pin(relative).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (pinned === null || pinned === 'outside') return null;
  if (pinned.stat.isDirectory()) return pinned;
  await pinned.close();
  return null;
}

/** What stands at a name; null for nothing. Rejects where the disk does not say. */
export async function standing(at: string): Promise<BigIntStats | null> {
  return lstat(at, { bigint: true }).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
}

/** The folders above a path that are not there yet, outermost first. */
export async function missingAbove(root: string, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let above = dirname(path); above !== '.' && above !== root && above !== dirname(above); above = dirname(above)) {
    if ((await standing(isAbsolute(above) ? above : join(root, above))) !== null) break;
    missing.unshift(above);
  }
  return missing;
}

export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ESTALE', 'ENXIO', 'ENAMETOOLONG'].includes(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** null for what is neither file, link nor folder. Its content is not read. */
export function stateOf(found: BigIntStats): FileState | null {
  const type = found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : null;
  if (type === null) return null;
  const written = Math.max(Number(found.mtimeMs), Number(found.ctimeMs));
  return {
    type,
    hash: '',
    size: type === 'folder' ? 0 : Number(found.size),
    mode: Number(found.mode) & 0o7777,
    stamp: type === 'folder' ? '' : `${found.ino}.${found.mtimeNs}.${found.ctimeNs}`,
    sure: Date.now() - written > STEP,
  };
}

/** Whether nobody wrote to a file since: its number and its times say so. */
export function isUntouched(one: FileState, other: FileState): boolean {
  return one.type === other.type && one.size === other.size && one.mode === other.mode && one.stamp === other.stamp;
}

/** Whether two states are the same to a person. */
export function isSame(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other;
  return holdsSame(one, other) && (one.type === 'link' || one.mode === other.mode);
}

/** The same, whatever the rights are. */
export function holdsSame(one: FileState, other: FileState): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'folder') return true;
  return one.hash !== '' && other.hash !== '' ? one.hash === other.hash : isUntouched(one, other);
}
