/** Looks at what stands at paths of a workspace, and keeps contents on the way; links are never followed. */
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { FileState } from '#runtime/storage/change-store';
import { FILE_LIMIT, openToRead, type Snapshots, together } from './snapshots.ts';

/** What one call may keep. */
export const SET_LIMIT = { files: 20_000, bytes: 512 * 1024 * 1024 } as const;

/** Folders that are made again at will, huge, and nothing a person wrote: left out when a whole workspace is kept. */
const REBUILT: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.svn', 'node_modules', '.venv', 'venv', '__pycache__', '.mypy_cache', '.pytest_cache', '.tox', '.gradle'],
  ...['target', '.next', '.nuxt', '.cache', '.parcel-cache', '.turbo', 'bower_components', '.terraform', 'Pods', 'DerivedData'],
]);

export interface Lookout {
  readonly root: string;
  readonly files: Pick<FileWall, 'guardOf'>;
  readonly snapshots: Snapshots;
  /** Remembers what a file held while its times and number stay the same. */
  readonly cache: Map<string, FileState>;
}

export interface Looking {
  /** Whether contents are flushed one by one: they have to outlast a power cut. */
  readonly durable: boolean;
  readonly wholeWorkspace: boolean;
  readonly signal: AbortSignal;
}

export interface Sight {
  readonly states: Map<string, FileState>;
  files: number;
  bytes: number;
  /** Files that were not kept: too large, too many, or out of reach. */
  left: number;
}

export function emptySight(): Sight {
  return { states: new Map(), files: 0, bytes: 0, left: 0 };
}

export function absolute(root: string, path: string): string {
  return path.startsWith('/') ? path : join(root, path);
}

/** Adds what stands at the path, folders with all below them. A path where nothing stands adds nothing. */
export async function lookAt(out: Lookout, path: string, sight: Sight, how: Looking): Promise<void> {
  how.signal.throwIfAborted();
  if (path !== '' && out.files.guardOf(path) === 'closed') return; // no call of the agent reaches it
  const place = absolute(out.root, path);
  const found = await lstat(place).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) {
    if (path !== '') sight.states.set(path, state('folder', '', found));
    const names = (await readdir(place).catch(() => [])).filter((name) => !(how.wholeWorkspace && REBUILT.has(name)));
    await together(names, (name) => lookAt(out, path === '' ? name : `${path}/${name}`, sight, how));
    return;
  }
  if (!found.isFile() && !found.isSymbolicLink()) return;
  if (found.isSymbolicLink()) {
    const target = await readlink(place).catch(() => null);
    if (target !== null) sight.states.set(path, state('link', await out.snapshots.keepText(target), found));
    return;
  }
  if (sight.files >= SET_LIMIT.files || sight.bytes + found.size > SET_LIMIT.bytes || found.size > FILE_LIMIT) {
    sight.left += 1;
    sight.states.set(path, state('file', '', found));
    return;
  }
  sight.files += 1;
  sight.bytes += found.size;
  sight.states.set(path, await keepFile(out, path, how));
}

type Stat = Awaited<ReturnType<typeof lstat>>;

function state(type: FileState['type'], hash: string, found: Stat): FileState {
  const { size, mode, mtimeMs, ino } = found;
  return { type, hash, size: type === 'folder' ? 0 : Number(size), mode: Number(mode) & 0o7777, mtime: Number(mtimeMs), ino: Number(ino) };
}

async function keepFile({ root, snapshots, cache }: Lookout, path: string, { durable }: Looking): Promise<FileState> {
  const file = await openToRead(absolute(root, path));
  try {
    const found = state('file', '', await file.stat());
    const known = cache.get(path);
    if (known !== undefined && isUntouched(known, found) && known.hash !== '' && snapshots.holds(known.hash, found.size))
      return { ...found, hash: known.hash };
    const kept = { ...found, hash: await snapshots.keepFile(file, found.size, durable) };
    // What was written within the resolution of a disk's clock may change again without a trace.
    if (Date.now() - found.mtime > 2_000) cache.set(path, kept);
    return kept;
  } finally {
    await file.close();
  }
}

/** Whether a file was not written since: its times and its number say so. */
export function isUntouched(one: FileState, other: FileState): boolean {
  return (
    one.type === other.type && one.size === other.size && one.mtime === other.mtime && one.ino === other.ino && one.mode === other.mode
  );
}

/** Whether two states are the same to a person. */
export function isSame(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.type !== other.type) return false;
  if (one.type === 'folder') return true;
  if (one.hash !== '' && other.hash !== '') return one.hash === other.hash && (one.type === 'link' || one.mode === other.mode);
  return isUntouched(one, other);
}
