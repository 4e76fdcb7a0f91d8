/** Counts what lies at paths, in slices, so that nothing else waits for it: first all files, then their bytes. */
import { type Dirent, lstatSync } from 'node:fs';
import { lstat, opendir, readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { errnoOf } from './file-errors.ts';
import type { FileWall, PathSize } from './file-wall.ts';
import type { Locator } from './locator.ts';
import { isBelow } from './path-rules.ts';
import { isPrivateFrom } from './protected-names.ts';

/** Folders that are read at once: as many as Node has threads for files. */
const AT_ONCE = 4;
/** Bytes of a folder's own list beyond which it is read in pieces: some 10,000 names. */
const LARGE_FOLDER = 256 * 1024;
const PIECE = 4096;
/** Milliseconds of looking without a pause. */
const SLICE = 8;

type Options = Parameters<FileWall['measure']>[1];

interface Counting {
  readonly options: Options;
  files: number;
  more: boolean;
}

interface Tree {
  files: number;
  bytes: number;
  /** Folder -> names of the files in it, whose bytes are added last. */
  readonly found: [folder: string, names: string[]][];
}

/** Never rejects for what a disk answers: what cannot be read makes it `more`. Looks only; nothing is opened but folders, no link is followed. */
export async function measurePaths(
  locators: readonly Locator[],
  paths: readonly string[],
  options: Options,
): ReturnType<FileWall['measure']> {
  const counting: Counting = { options, files: 0, more: false };
  const measured: { size: PathSize; tree: Tree | null }[] = [];
  for (const path of paths) {
    if (options.signal.aborted || counting.files >= options.max) {
      counting.more = true;
      break;
    }
    measured.push(await measureOne(locators, path, counting));
  }
  const sizes: PathSize[] = [];
  for (const { size, tree } of measured) {
    if (tree !== null) await addBytes(tree, counting);
    sizes.push(tree === null ? size : { ...size, files: tree.files, bytes: tree.bytes });
  }
  return { sizes, more: counting.more };
}

async function measureOne(locators: readonly Locator[], path: string, counting: Counting): Promise<{ size: PathSize; tree: Tree | null }> {
  const real = await realPlace(resolve(locators[0]?.root.path ?? sep, path));
  const place = placeOf(locators, real, counting.options);
  const nothing = { path: place.path, where: place.where, files: 0, bytes: 0 };
  const stat = place.hidden ? null : await lstat(real).catch(() => null);
  if (stat === null) return { size: { ...nothing, type: 'missing' }, tree: null };
  counting.files += stat.isDirectory() ? 0 : 1;
  if (stat.isSymbolicLink()) return { size: { ...nothing, type: 'link', files: 1, leads: await endOf(real) }, tree: null };
  if (!stat.isDirectory()) {
    const file = stat.isFile();
    return { size: { ...nothing, type: file ? 'file' : 'other', files: 1, bytes: file ? stat.size : 0 }, tree: null };
  }
  const tree: Tree = { files: 0, bytes: 0, found: [] };
  await countTree(tree, real, counting);
  return { size: { ...nothing, type: 'folder' }, tree };
}

/** The folder of the name resolved, the name itself not. */
async function realPlace(path: string): Promise<string> {
  const folder = dirname(path);
  return folder === path ? path : join(await realpath(folder).catch(() => folder), basename(path));
}

async function endOf(link: string): Promise<string> {
  const end = await realpath(link).catch(() => null);
  return (
    end ??
    (await readlink(link)
      .then((target) => resolve(dirname(link), target))
      .catch(() => ''))
  );
}

function placeOf(locators: readonly Locator[], real: string, { session }: Options): Pick<PathSize, 'path' | 'where'> & { hidden: boolean } {
  const locator = locators.find(({ root }) => isBelow(real, root.path, sep));
  if (locator === undefined) return { path: real, where: 'outside', hidden: false };
  const relative = real.slice(locator.root.path.length).replaceAll(sep, '/').replace(/^\//, '');
  return { path: locator.named(relative), where: locator.where, hidden: isPrivateFrom(session, relative) };
}

async function countTree(tree: Tree, root: string, counting: Counting): Promise<void> {
  const waiting = [root];
  const readNext = async (): Promise<void> => {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (stopped(counting)) return;
      for (const below of await readFolder(tree, folder, counting)) waiting.push(below);
    }
  };
  // A reader that finds nothing to do ends; those that go on find more, so begin again until nothing is left.
  while (waiting.length > 0 && !stopped(counting)) await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

function stopped(counting: Counting): boolean {
  if (counting.options.signal.aborted || counting.files >= counting.options.max) counting.more = true;
  return counting.more;
}

/** Folders in it. */
async function readFolder(tree: Tree, folder: string, counting: Counting): Promise<string[]> {
  const names: string[] = [];
  const folders: string[] = [];
  const take = (entry: Dirent): boolean => {
    if (counting.files >= counting.options.max) return false;
    if (entry.isDirectory()) folders.push(join(folder, entry.name));
    else {
      names.push(entry.name);
      counting.files += 1;
    }
    return true;
  };
  try {
    if (lstatSync(folder).size <= LARGE_FOLDER) {
      counting.more ||= !(await readdir(folder, { withFileTypes: true })).every(take);
    } else {
      for await (const entry of await opendir(folder, { bufferSize: PIECE })) {
        if (stopped(counting) || !take(entry)) break;
      }
      counting.more ||= counting.files >= counting.options.max;
    }
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    counting.more ||= errnoOf(error) !== 'ENOENT';
  }
  const empty = names.length === 0 && folders.length === 0;
  if (empty) counting.files += 1;
  tree.files += empty ? 1 : names.length;
  if (names.length > 0) tree.found.push([folder, names]);
  return folders;
}

async function addBytes(tree: Tree, counting: Counting): Promise<void> {
  let pause = performance.now() + SLICE;
  for (const [folder, names] of tree.found) {
    for (const name of names) {
      if (performance.now() >= pause) {
        await new Promise(setImmediate);
        pause = performance.now() + SLICE;
      }
      if (counting.options.signal.aborted) {
        counting.more = true;
        return;
      }
      tree.bytes += sizeOf(`${folder}${sep}${name}`);
    }
  }
}

/** By far the fastest way to ask for many; the folder was read a moment ago, so its disk answers. */
function sizeOf(path: string): number {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}
