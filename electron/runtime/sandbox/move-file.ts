/** Renames a file or folder of the workspace; what stands at the new name is never replaced. */
import type { BigIntStats } from 'node:fs';
import { link, lstat, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { notice } from '#shared/schema/notice';
import { errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { FileWall, Outcome } from './file-wall.ts';
import { holdsGuarded, turnsSecret } from './guarded-within.ts';
import { holdFolder, stale, syncFolder, unless } from './held-folder.ts';
import { type Entry, entryRefusal, type FoundEntry, guardRefusal, locateEntry } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import { withNames } from './name-locks.ts';
import { isBelow, shownPath } from './path-rules.ts';
import { foldName } from './protected-names.ts';
import { WITHOUT_LINKS } from './write-file.ts';

type Moved = Outcome<{ from: string; to: string }>;
type End = { readonly locator: Locator; readonly path: string };

export async function moveFile(from: End, to: End, { session, approved }: Parameters<FileWall['move']>[2]): Promise<Moved> {
  const source = await locateEntry(from.locator, from.path, session);
  try {
    const target = await locateEntry(to.locator, to.path, session);
    if (target.kind === 'found') await target.folder.close();
    const wrong = (await unfitSource(from, source, approved)) ?? unfitGoal(to, target, approved);
    if (wrong !== null) return wrong;
    if (source.kind !== 'found' || target.kind !== 'missing')
      return failure('failed', notice('file_changed', { path: shownPath(from.path) }));
    const goal: Goal = { ...to, relative: target.relative };
    const bad = await unfitTogether(from, source, goal);
    if (bad !== null) return bad;
    return await withNames([absolute(from.locator, source.relative), absolute(to.locator, goal.relative)], () =>
      moveHeld(from, source, goal),
    );
  } catch (error) {
    return failureOf(error, from.path, 'write');
  } finally {
    if (source.kind === 'found') await source.folder.close();
  }
}

interface Goal extends End {
  readonly relative: string;
}

/** Only a file with one name, or a folder, is moved. */
async function unfitSource({ locator, path }: End, source: Entry, approved: boolean): Promise<Failure | null> {
  const params = { path: shownPath(path) };
  if (source.kind === 'missing') return failure('failed', notice('path_not_found', params));
  if (source.kind !== 'found') return entryRefusal(source, path);
  const { stat, relative } = source;
  if (locator.holdsClosed(relative)) return failure('denied', notice('path_protected', params));
  const guarded = guardRefusal(source.guard, approved, path);
  if (guarded !== null) return guarded;
  if (stat.isSymbolicLink()) return failure('denied', notice('path_link', params));
  if (stat.isDirectory()) {
    const asks = !approved && (await holdsGuarded(join(source.folder.folder, source.file), relative));
    return asks ? failure('denied', notice('policy_guarded_asks', params)) : null;
  }
  if (!stat.isFile()) return failure('failed', notice('path_special_file', params));
  return stat.nlink > 1n ? failure('denied', notice('path_hard_link', { ...params, count: Number(stat.nlink) })) : null;
}

function unfitGoal({ path }: End, target: Entry, approved: boolean): Failure | null {
  if (target.kind !== 'found' && target.kind !== 'missing' && target.kind !== 'root') return entryRefusal(target, path);
  const guarded = target.kind === 'root' ? null : guardRefusal(target.guard, approved, path);
  if (guarded !== null) return guarded;
  return target.kind === 'missing' ? null : failure('failed', notice('path_taken', { path: shownPath(path) }));
}

async function unfitTogether(from: End, source: FoundEntry, goal: Goal): Promise<Failure | null> {
  if (!source.stat.isDirectory()) return null;
  const inside = from.locator === goal.locator && isBelow(foldName(goal.relative), foldName(source.relative));
  if (inside) return failure('argument', notice('path_itself', { path: shownPath(from.path) }));
  const turns = await turnsSecret(join(source.folder.folder, source.file), source.relative, goal.relative);
  return turns ? failure('denied', notice('path_protected', { path: shownPath(from.path) })) : null;
}

async function moveHeld(from: End, source: FoundEntry, goal: Goal): Promise<Moved> {
  const cut = goal.relative.lastIndexOf('/');
  const { folder, unmake } = await holdFolder(goal.locator, goal.relative.slice(0, Math.max(0, cut)));
  let done = false;
  try {
    const [place, there] = [join(source.folder.folder, source.file), join(folder.folder, goal.relative.slice(cut + 1))];
    if (!(await source.folder.stays()) || !(await folder.stays())) throw stale('a folder was moved');
    if (!same(await lstat(place, { bigint: true }), source.stat)) throw stale('something else stands there');
    const taken = source.stat.isDirectory() ? await moveFolder(place, there) : await moveOnly(place, there);
    if (taken) return failure('failed', notice('path_taken', { path: shownPath(goal.path) }));
    done = true;
    await syncFolder(folder);
    await syncFolder(source.folder);
    return { ok: true, value: { from: from.locator.named(source.relative), to: goal.locator.named(goal.relative) } };
  } catch (error) {
    if (errnoOf(error) === 'EXDEV') return failure('failed', notice('path_other_disk', { path: shownPath(goal.path) }, 'EXDEV'));
    throw error;
  } finally {
    await folder.close();
    if (!done) await unmake();
  }
}

/** A second name, then the first one away: at no moment is the file without a name, and the system refuses a name that is taken. */
async function moveOnly(place: string, there: string): Promise<boolean> {
  try {
    await link(place, there);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') return true;
    if (code === null || !WITHOUT_LINKS.has(code)) throw error;
    return moveFolder(place, there);
  }
  const [old, now] = await Promise.all([lstat(place, { bigint: true }).catch(unless('ENOENT')), lstat(there, { bigint: true })]);
  // A file that was saved anew under the old name meanwhile stays; the new name goes, for it would be an older text.
  if (old !== undefined && !same(old, now)) {
    await unlink(there);
    throw stale('the file was replaced while it was moved');
  }
  try {
    if (old !== undefined) await unlink(place);
  } catch (error) {
    // It may not leave its folder, so it shall not have a second name either.
    await unlink(there);
    throw error;
  }
  return false;
}

/** The system has no rename of folders that refuses a taken name; it does refuse all but an empty folder, with which nothing is lost. */
async function moveFolder(place: string, there: string): Promise<boolean> {
  if ((await lstat(there).catch(unless('ENOENT'))) !== undefined) return true;
  try {
    await rename(place, there);
    return false;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return true;
    throw error;
  }
}

function same(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev && (a.mode & 0o170000n) === (b.mode & 0o170000n);
}

function absolute(locator: Locator, relative: string): string {
  return join(locator.root.path, relative);
}
