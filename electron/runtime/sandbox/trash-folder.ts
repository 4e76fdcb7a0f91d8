/** The freedesktop.org trash: a folder of the person, or one on the disk a file lies on; a planted link is no trash. */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse, relative } from 'node:path';
import { errnoOf } from './file-errors.ts';
import { stale, unless } from './held-folder.ts';

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Bytes of a name, so that `.trashinfo` and a number fit behind it in 255. */
const NAME_LIMIT = 220;
const TRIES = 200;

export interface TrashItem {
  /** Reaches the item through a held folder. */
  readonly place: string;
  /** Real absolute path, for the record. */
  readonly path: string;
  readonly name: string;
  readonly stat: BigIntStats;
  /** Device of its folder. */
  readonly device: bigint;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where it lies now; null where no trash can be used on its disk. Rejects with the system's error about the item itself, ESTALE when it was another. */
export async function moveToTrash(item: TrashItem, environment: Environment, now: Date): Promise<string | null> {
  const data = dataHome(environment);
  // The disk's own trash is for other disks than that of the person's.
  const places =
    (await deviceOf(data)) === item.device ? [{ path: await homeTrash(data).catch(ifSystem), top: null }] : await diskTrashes(item);
  for (const { path, top } of places) {
    const trash = path === null ? null : await openTrash(path, item.device).catch(ifSystem);
    if (path === null || trash === null) continue;
    try {
      const record = top === null ? item.path : relative(top, item.path);
      const name = await putInto(trash, item, infoOf(record, now));
      if (name !== null) return join(path, 'files', name);
    } finally {
      await trash.close();
    }
  }
  return null;
}

function ifSystem(error: unknown): null {
  if (errnoOf(error) === null) throw error;
  return null;
}

function dataHome(environment: Environment): string {
  const given = environment['XDG_DATA_HOME'] ?? '';
  // The specification tells to pass over a relative one.
  return isAbsolute(given) ? given : join(environment['HOME'] || homedir(), '.local', 'share');
}

/** Of the place itself, or of the nearest folder above it that is there. */
async function deviceOf(path: string): Promise<bigint | null> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at, { bigint: true }).catch(ifSystem);
    if (found !== null) return found.dev;
    if (dirname(at) === at) return null;
  }
}

/** Makes the two last folders of the way where they are missing, never one above. */
async function homeTrash(data: string): Promise<string> {
  for (const folder of [dirname(data), data]) await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
  return join(await realpath(data), 'Trash');
}

/** `.Trash/UID` where an administrator made a shared one that is safe, and `.Trash-UID`, both at the top of the item's disk. */
async function diskTrashes({ path, device }: TrashItem): Promise<{ path: string; top: string }[]> {
  const user = process.getuid?.() ?? 0;
  let top = dirname(path);
  for (let above = dirname(top); above !== top; above = dirname(top)) {
    const found = await lstat(above, { bigint: true }).catch(ifSystem);
    if (found === null || found.dev !== device) break;
    top = above;
  }
  const shared = await lstat(join(top, '.Trash')).catch(ifSystem);
  const safe = shared?.isDirectory() && (shared.mode & 0o1000) !== 0;
  return [...(safe ? [{ path: join(top, '.Trash', String(user)), top }] : []), { path: join(top, `.Trash-${user}`), top }];
}

interface Trash {
  readonly files: string;
  readonly info: string;
  close(): Promise<void>;
}

/** Held, so that nothing put in its place meanwhile is used; null on another disk, or where somebody else could reach into it. */
async function openTrash(path: string, device: bigint): Promise<Trash | null> {
  const held: FileHandle[] = [];
  const close = async () => {
    for (const handle of held) await handle.close();
  };
  const hold = async (place: string): Promise<string | null> => {
    await mkdir(place, { mode: 0o700 }).catch(unless('EEXIST'));
    const handle = await open(place, FOLDER);
    held.push(handle);
    const found = await handle.stat({ bigint: true });
    const own = found.uid === BigInt(process.getuid?.() ?? 0) && (found.mode & 0o002n) === 0n && found.dev === device;
    return own ? `/proc/self/fd/${handle.fd}` : null;
  };
  try {
    const root = await hold(path);
    const files = root === null ? null : await hold(join(root, 'files'));
    const info = root === null ? null : await hold(join(root, 'info'));
    if (files !== null && info !== null) return { files, info, close };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return null;
}

function infoOf(path: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `[Trash Info]\nPath=${encoded}\nDeletionDate=${day}T${time}\n`;
}

/** The record comes first and reserves the name. null when this trash cannot take it. */
async function putInto(trash: Trash, item: TrashItem, info: string): Promise<string | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const name = numbered(item.name, attempt);
    const record = join(trash.info, `${name}.trashinfo`);
    try {
      await writeFile(record, info, { flag: 'wx', mode: 0o600, flush: true });
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') continue;
      if (ifSystem(error) === null) return null;
    }
    let kept = false;
    try {
      if ((await lstat(join(trash.files, name)).catch(unless('ENOENT'))) !== undefined) continue;
      kept = await take(item, join(trash.files, name));
      return kept ? name : null;
    } finally {
      if (!kept) await rm(record, { force: true });
    }
  }
  return null;
}

function numbered(name: string, attempt: number): string {
  const { name: stem, ext } = parse(name);
  const number = attempt === 1 ? '' : `.${attempt}`;
  let short = stem;
  while (Buffer.byteLength(`${short}${ext}`) > NAME_LIMIT && short.length > 1) short = [...short].slice(0, -1).join('');
  return Buffer.byteLength(ext) > NAME_LIMIT / 2 ? `${[...name].slice(0, 40).join('')}${number}` : `${short}${number}${ext}`;
}

async function take({ place, stat: known }: TrashItem, there: string): Promise<boolean> {
  try {
    await rename(place, there);
  } catch (error) {
    // Another disk after all, or the trash lies in what should go into it.
    if (errnoOf(error) === 'EXDEV' || errnoOf(error) === 'EINVAL') return false;
    throw error;
  }
  if ((await lstat(there, { bigint: true })).ino === known.ino) return true;
  await rename(there, place).catch(() => {});
  throw stale('something else stood there');
}
