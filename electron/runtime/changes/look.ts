/** Looks at what stands at paths, folders with all below them, and keeps contents on the way; links are never followed. */
import type { BigIntStats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { PinnedRoot } from '#runtime/sandbox/pinned-root';
import type { FileState } from '#runtime/storage/change-store';
import { type Keeping, noteEntry } from './keep-file.ts';
import { codeOf, eachPlace, hold, isGone, isItself, type Place, standing, stateOf, WIDTH, withPlace } from './place.ts';
import { together } from './together.ts';

/** What one look may take in. */
export interface LookLimits {
  readonly files: number;
  readonly bytes: number;
  /** Bytes of one file. */
  readonly file: number;
  /** Names that are looked at, folders among them. */
  readonly entries: number;
}

export interface Lookout {
  /** Real path of the workspace. */
  readonly root: string;
  readonly files: Pick<FileWall, 'guardOf'>;
}

export interface Looking extends Keeping {
  readonly limits: LookLimits;
  readonly signal: AbortSignal;
}

/** What was seen. */
export interface Sight {
  readonly states: Map<string, FileState>;
  files: number;
  bytes: number;
  /** Files that were not kept: too large, too many, or out of reach. */
  left: number;
  entries: number;
  /** Folders that were not looked into because all in them can be made again. */
  readonly skipped: Set<string>;
  /** Folders that were not looked into, the skipped ones among them; with the empty path something is missing anywhere. */
  readonly unseen: Set<string>;
}

export function emptySight(): Sight {
  return { states: new Map(), files: 0, bytes: 0, left: 0, entries: 0, skipped: new Set(), unseen: new Set() };
}

/** Folders whose whole content a tool makes again: huge, and nothing a person wrote. Others say so themselves with a CACHEDIR.TAG. */
const REBUILT: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', '.venv', '__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache', '.tox', '.nox', '.eggs'],
  ...[
    '.gradle',
    '.next',
    '.nuxt',
    '.svelte-kit',
    '.angular',
    '.cache',
    '.parcel-cache',
    '.turbo',
    '.terraform',
    '.dart_tool',
    'DerivedData',
  ],
]);
/** https://bford.info/cachedir */
const TAG = { name: 'CACHEDIR.TAG', text: 'Signature: 8a477f597d28d172789f06886806bc55' } as const;

/** Adds what stands at the paths. A path where nothing stands adds nothing; the empty one is the workspace, without what can be made again. */
export async function lookAt(out: Lookout, paths: readonly string[], sight: Sight, how: Looking): Promise<void> {
  const folders: (readonly [string, string])[] = [];
  await eachPlace(out.root, paths, async (place, path) => {
    how.signal.throwIfAborted();
    const relative = relativeOf(place);
    if (path === '') folders.push(['', '']);
    else if (await lookThere(out, place, sight, how)) folders.push([path, relative]);
  });
  for (const [path, start] of folders) {
    await withPlace(out.root, path, undefined, (place) => walk(out, place, { start, whole: path === '' }, sight, how));
  }
}

/** The same for what is at the paths alone. Gives the paths that a link on the way makes another place: of them nothing is seen. */
export async function lookAtThemselves(out: Lookout, paths: readonly string[], sight: Sight, how: Looking): Promise<string[]> {
  const elsewhere: string[] = [];
  await eachPlace(out.root, paths, async (place, path) => {
    how.signal.throwIfAborted();
    if (isItself(path, place)) await lookThere(out, place, sight, how);
    else elsewhere.push(path);
  });
  return elsewhere;
}

async function lookThere(out: Lookout, place: Place, sight: Sight, how: Looking): Promise<boolean> {
  const found = await standing(place.at);
  return found !== null && look(out, { place, relative: relativeOf(place), at: place.at, found }, sight, how);
}

function relativeOf({ parent, name }: Place): string {
  return parent.relative === '' ? name : `${parent.relative}/${name}`;
}

interface Entry {
  readonly place: Pick<Place, 'named'>;
  readonly relative: string;
  readonly at: string;
  readonly found: BigIntStats;
}

/** true for a folder that is to be looked into. */
async function look({ files }: Lookout, { place, relative, at, found }: Entry, sight: Sight, how: Looking): Promise<boolean> {
  const path = place.named(relative);
  const state = stateOf(found);
  if (state === null) return false;
  sight.entries += 1;
  if (state.type !== 'folder') {
    await noteEntry({ path, at, state, files }, sight, how);
    return false;
  }
  sight.states.set(path, state);
  if (files.guardOf(path) !== 'closed') return true;
  // No tool reaches what is in it, so nothing in it has to be brought back.
  sight.unseen.add(path);
  if (how.without === 'fail') sight.left += 1;
  return false;
}

interface Walk {
  readonly start: string;
  /** The whole workspace is looked at, without what can be made again. */
  readonly whole: boolean;
}

async function walk(out: Lookout, { root, named }: Place, { start, whole }: Walk, sight: Sight, how: Looking): Promise<void> {
  let level = [start];
  while (level.length > 0) {
    const next: string[] = [];
    await together(level, WIDTH.folders, async (folder) => {
      how.signal.throwIfAborted();
      if (sight.entries >= how.limits.entries) {
        sight.unseen.add('');
        return;
      }
      for (const below of await lookInto(out, { root, named, folder, whole }, sight, how)) next.push(below);
    });
    level = next.sort();
  }
}

interface Inside {
  readonly root: PinnedRoot;
  readonly folder: string;
  readonly whole: boolean;
  named(relative: string): string;
}

/** Folders in it that are to be looked into. */
async function lookInto(out: Lookout, { root, folder, whole, named }: Inside, sight: Sight, how: Looking): Promise<string[]> {
  const unseen = (error: unknown): null => {
    if (isGone(error)) return null;
    if (!['EACCES', 'EPERM'].includes(codeOf(error)) || how.without === 'fail') throw error;
    sight.left += 1;
    sight.unseen.add(named(folder));
    return null;
  };
  const held = await hold(root, folder).catch(unseen);
  if (held === null) return [];
  try {
    // A link that came to stand there meanwhile leads to another place.
    const names = held.relative === folder ? await readdir(held.folder).catch(unseen) : null;
    if (names === null) return [];
    if (whole && folder !== '' && names.includes(TAG.name) && (await isTagged(join(held.folder, TAG.name)))) {
      sight.skipped.add(folder);
      sight.unseen.add(folder);
      return [];
    }
    const below: string[] = [];
    await together(names.sort(), WIDTH.names, async (name) => {
      how.signal.throwIfAborted();
      const relative = folder === '' ? name : `${folder}/${name}`;
      const at = join(held.folder, name);
      const found = await standing(at).catch(unseen);
      if (found === null || !(await look(out, { place: { named }, relative, at, found }, sight, how))) return;
      if (!whole || !REBUILT.has(name)) below.push(relative);
      else {
        sight.skipped.add(relative);
        sight.unseen.add(relative);
      }
    });
    return below;
  } finally {
    await held.close();
  }
}

async function isTagged(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAG.text.length), 0, TAG.text.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === TAG.text;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** Whether a path lies in, or is, one of the folders. */
export function isWithin(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  if (folders.has('')) return true;
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) if (folders.has(path.slice(0, at))) return true;
  return false;
}
