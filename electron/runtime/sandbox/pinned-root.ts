/** A folder held so that names below it can be opened without being led out of it, whatever is swapped meanwhile. */
import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isBelow, type Platform } from './path-rules.ts';

/** A file or folder that was found below the root, at the path the operating system itself gives for it. */
export interface Pinned {
  /** Real path below the root, `/` between parts; empty for the root. */
  readonly relative: string;
  readonly stat: BigIntStats;
  /** Where its entries are reached, for a folder. */
  readonly folder: string;
  /** Opens exactly what was found. Rejects with ESTALE when something else stands there now. */
  open(flags: number): Promise<FileHandle>;
  /** Whether it is still the same; always true where a handle holds it. */
  holds(): Promise<boolean>;
  /** Whether it still lies where it was found; a hold by handle goes along when the place is moved. */
  stays(): Promise<boolean>;
  close(): Promise<void>;
}

export interface PinnedRoot {
  /** Real path at the time of opening. */
  readonly path: string;
  /** A prefix for looks at names below the root that decide nothing. */
  readonly at: string;
  state(): Promise<'ready' | 'missing' | 'moved'>;
  /** Follows links as the system does and says where they end; all is outside once the root is not where it was. Rejects with the system's error. */
  pin(relative: string): Promise<Pinned | 'outside'>;
  close(): Promise<void>;
}

/** Linux: a handle on a place, opened without touching what is there: no FIFO waits, no device wakes. */
const O_PATH = 0o10000000;
/** macOS 11 and later: no link in any part of the path is followed. */
const O_NOFOLLOW_ANY = 0x20000000;

/** Rejects with the system's error, ENOENT for what is not there and ENOTDIR for what is no folder. */
export async function pinRoot(path: string, platform: Platform): Promise<PinnedRoot> {
  const real = await realpath(path);
  const held = platform === 'linux' ? await pinByHandle(real) : null;
  return held ?? pinByPath(real, platform);
}

function stale(): Error {
  return Object.assign(new Error('changed while it was opened'), { code: 'ESTALE' });
}

function missing(): Error {
  return Object.assign(new Error('no longer there'), { code: 'ENOENT' });
}

/** Linux: the kernel tells through /proc/self/fd where an opened handle really lies. null where /proc does not say so. */
async function pinByHandle(path: string): Promise<PinnedRoot | null> {
  const root = await open(path, O_PATH | constants.O_DIRECTORY);
  const place = (handle: FileHandle) => `/proc/self/fd/${handle.fd}`;
  const told = await readlink(place(root)).catch(() => null);
  if (told !== path) {
    await root.close();
    return null;
  }
  return {
    path,
    at: place(root),
    async state() {
      if ((await readlink(place(root)).catch(() => null)) === path) return 'ready';
      return (await exists(path)) ? 'moved' : 'missing';
    },
    async pin(relative) {
      const handle = await open(join(place(root), relative), O_PATH);
      try {
        const found = await readlink(place(handle));
        const stat = await handle.stat({ bigint: true });
        if (!isBelow(found, path)) {
          await handle.close();
          return 'outside';
        }
        if (found.endsWith(' (deleted)') && !(await exists(found))) throw missing();
        return {
          relative: found.slice(path.length).replace(/^\//, ''),
          stat,
          folder: place(handle),
          open: (flags) => open(place(handle), flags | constants.O_NONBLOCK),
          holds: async () => true,
          stays: async () => (await readlink(place(handle)).catch(() => null)) === found,
          close: () => handle.close(),
        };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    close: () => root.close(),
  };
}

/** Elsewhere: the real path is looked up, opened without following a link, and looked up again. */
async function pinByPath(path: string, platform: Platform): Promise<PinnedRoot> {
  const first = await lstat(path, { bigint: true });
  if (!first.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  // Windows gives different volume numbers by name and by handle.
  const same = (a: BigIntStats, b: BigIntStats) => a.ino === b.ino && (platform === 'win32' || a.dev === b.dev);
  const noFollow = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (platform === 'darwin' ? O_NOFOLLOW_ANY : 0);
  const state = async () => {
    const now = await lstat(path, { bigint: true }).catch(() => null);
    if (now === null) return 'missing';
    return same(now, first) && (await realpath(path).catch(() => '')) === path ? 'ready' : 'moved';
  };
  return {
    path,
    at: path,
    state,
    async pin(relative) {
      if ((await state()) !== 'ready') return 'outside';
      const real = await realpath(join(path, relative));
      if (!isBelow(real, path, sep)) return 'outside';
      const stat = await lstat(real, { bigint: true });
      const holds = async () => {
        const now = await lstat(real, { bigint: true }).catch(() => null);
        return now !== null && same(now, stat) && (await realpath(real).catch(() => '')) === real;
      };
      return {
        relative: real.slice(path.length).replaceAll(sep, '/').replace(/^\//, ''),
        stat,
        folder: real,
        async open(flags) {
          const handle = await open(real, flags | noFollow);
          const opened = await handle.stat({ bigint: true });
          if (same(opened, stat) && (await holds())) return handle;
          await handle.close();
          throw stale();
        },
        holds,
        stays: holds,
        close: async () => {},
      };
    },
    close: async () => {},
  };
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
