/** Replaces a whole file of the workspace: a reader sees the old text or the new one, and a planted link leads nowhere. */
import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { FileWall } from './file-wall.ts';
import { type Locator, refusal } from './locator.ts';
import { shownPath } from './path-rules.ts';
import type { Pinned } from './pinned-root.ts';
import { protectionOf } from './protected-names.ts';

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export async function replaceFile(
  locator: Locator,
  path: string,
  text: string,
  { session }: { session: SessionKind },
): ReturnType<FileWall['replace']> {
  const name = locator.nameOf(path);
  const located = await locator.locate(path, session);
  if (located.kind === 'found') await located.pinned.close();
  else if (located.kind !== 'missing') return refusal(located, path);
  if (!name.ok || name.relative === '') return failure('argument', notice('path_not_a_file', { path: shownPath(path) }));
  const leads = located.kind === 'found' ? located.pinned.relative : located.relative;
  if (protectionOf(name.relative) !== null || protectionOf(leads) !== null) {
    return failure('denied', notice('path_protected', { path: shownPath(path) }));
  }
  const parts = name.relative.split('/');
  const file = parts.pop() ?? '';
  let folder: Pinned | null = null;
  try {
    folder = await openFolder(locator, parts);
    const wrong = await unfitTarget(locator, { folder, file, path, session });
    if (!('before' in wrong)) return wrong;
    const bytes = await writeBeside(folder, file, text, wrong.before);
    return { ok: true, value: { path: below(folder, file), bytes } };
  } catch (error) {
    return failureOf(error, path, 'write');
  } finally {
    await folder?.close();
  }
}

/** The folder of a file, made where it is missing, one name at a time below a hold on the one before. */
async function openFolder({ root }: Locator, parts: readonly string[]): Promise<Pinned> {
  let folder = await pinFolder(root, '');
  for (const part of parts) {
    try {
      const next = await pinOrMake(root, folder, part);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

async function pinOrMake(root: Locator['root'], folder: Pinned, name: string): Promise<Pinned> {
  const relative = below(folder, name);
  const there = await pinFolder(root, relative).catch(unless('ENOENT'));
  if (there !== undefined) return there;
  // Never through a link: the name is made below the hold, or it is there already.
  await mkdir(join(folder.folder, name)).catch(unless('EEXIST'));
  return pinFolder(root, relative);
}

async function pinFolder(root: Locator['root'], relative: string): Promise<Pinned> {
  const pinned = await root.pin(relative);
  if (pinned === 'outside') throw Object.assign(new Error('led outside meanwhile'), { code: 'ESTALE' });
  if (pinned.stat.isDirectory()) return pinned;
  await pinned.close();
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}

type Target = { readonly folder: Pinned; readonly file: string; readonly path: string; readonly session: SessionKind };

/** What stands at the name: nothing or a regular file with one name may be replaced. */
async function unfitTarget(locator: Locator, target: Target): Promise<Failure | { before: BigIntStats | null }> {
  const { folder, file, path, session } = target;
  const params = { path: shownPath(path) };
  const real = below(folder, file);
  const kept = locator.keptFrom(real, session) ?? (protectionOf(real) === null ? null : 'path_protected');
  if (kept !== null) return failure('denied', notice(kept, params));
  const before = await lstat(join(folder.folder, file), { bigint: true }).catch(unless('ENOENT'));
  if (before === undefined) return { before: null };
  if (before.isSymbolicLink()) return failure('denied', notice('path_link', params));
  if (before.isDirectory()) return failure('failed', notice('path_not_a_file', params));
  if (!before.isFile()) return failure('failed', notice('path_special_file', params));
  return before.nlink > 1n ? failure('denied', notice('path_hard_link', { ...params, count: Number(before.nlink) })) : { before };
}

/** Bytes written. Both the file and its folder are on the disk when it returns. */
async function writeBeside(folder: Pinned, name: string, text: string, before: BigIntStats | null): Promise<number> {
  const data = Buffer.from(text);
  const temporary = join(folder.folder, `.${randomBytes(12).toString('hex')}.tmp`);
  const file = await open(temporary, CREATE, 0o666);
  try {
    try {
      if (before !== null) await file.chmod(Number(before.mode) & 0o7777);
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await folder.holds())) throw Object.assign(new Error('the folder was moved'), { code: 'ESTALE' });
    await rename(temporary, join(folder.folder, name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
  return data.length;
}

async function syncFolder(folder: Pinned): Promise<void> {
  // Windows opens no folder this way and needs no flush of one.
  if (process.platform === 'win32') return;
  const handle: FileHandle = await folder.open(constants.O_RDONLY);
  try {
    await handle.sync().catch(unless('EINVAL'));
  } finally {
    await handle.close();
  }
}

function below(folder: Pinned, name: string): string {
  return folder.relative === '' ? name : `${folder.relative}/${name}`;
}

/** undefined for the one expected answer of the system. */
function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (errnoOf(error) !== code) throw error;
    return undefined;
  };
}
