/** Finds the name itself that a change is about: its folder is resolved for real and held, a link at its end is not followed. */
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { FileWall, Guard, Look } from './file-wall.ts';
import { holdsGuarded } from './guarded-within.ts';
import { canHold, type Locator } from './locator.ts';
import { shownPath } from './path-rules.ts';
import type { Pinned } from './pinned-root.ts';

/** Linux PATH_MAX with its closing NUL: a longer place can be made, but no other program reaches it. */
const PLACE_LIMIT = 4095;

export type Entry =
  | {
      readonly kind: 'found';
      /** Its folder, held; the caller closes it. */
      readonly folder: Pinned;
      readonly file: string;
      readonly relative: string;
      readonly stat: BigIntStats;
      readonly guard: Guard;
    }
  | { readonly kind: 'missing'; readonly relative: string; readonly guard: Guard }
  | { readonly kind: 'root' }
  | { readonly kind: 'denied' | 'invalid' | 'failed'; readonly reason: Notice };

export type FoundEntry = Extract<Entry, { kind: 'found' }>;

/** Never rejects for what a disk answers. */
export async function locateEntry(locator: Locator, path: string, session: SessionKind): Promise<Entry> {
  const name = locator.nameOf(path);
  if (!name.ok) return name;
  const kept = locator.keptFrom(name.relative, session);
  if (kept !== null) return denied(kept, path);
  if (name.relative === '') return { kind: 'root' };
  const cut = name.relative.lastIndexOf('/');
  const file = name.relative.slice(cut + 1);
  const parent = await locator.find(name.relative.slice(0, Math.max(0, cut)), path);
  if (parent.kind !== 'found' && parent.kind !== 'missing') return parent;
  const folder = parent.kind === 'found' ? parent.pinned.relative : parent.relative;
  const relative = below(folder, file);
  const wrong = unfitPlace(locator, { relative, path, session });
  const guard = stricter(locator.guardOf(name.relative), locator.guardOf(relative));
  if (parent.kind === 'missing') {
    if (wrong !== null) return wrong;
    if (!(await canHold(locator.root, folder))) return { kind: 'failed', reason: notice('path_not_a_folder', { path: shownPath(folder) }) };
    return { kind: 'missing', relative, guard };
  }
  const found = wrong ?? (await standing(parent.pinned, file, path));
  if (found.kind === 'found') return { kind: 'found', folder: parent.pinned, file, relative, stat: found.stat, guard };
  await parent.pinned.close();
  return found.kind === 'missing' ? { kind: 'missing', relative, guard } : found;
}

type Refused = Extract<Entry, { kind: 'denied' | 'invalid' | 'failed' }>;

function unfitPlace(
  locator: Locator,
  { relative, path, session }: { relative: string; path: string; session: SessionKind },
): Refused | null {
  const kept = locator.keptFrom(relative, session);
  if (kept !== null) return denied(kept, path);
  const length = Buffer.byteLength(`${locator.root.path}/${relative}`);
  if (locator.platform === 'win32' || length <= PLACE_LIMIT) return null;
  return { kind: 'invalid', reason: notice('path_too_long', { path: shownPath(path), limit: PLACE_LIMIT }) };
}

async function standing(
  folder: Pinned,
  file: string,
  path: string,
): Promise<Refused | { kind: 'found'; stat: BigIntStats } | { kind: 'missing' }> {
  if (!folder.stat.isDirectory()) return { kind: 'failed', reason: notice('path_not_a_folder', { path: shownPath(folder.relative) }) };
  try {
    const stat = await lstat(join(folder.folder, file), { bigint: true });
    if (await folder.holds()) return { kind: 'found', stat };
    return { kind: 'failed', reason: notice('file_changed', { path: shownPath(path) }) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { kind: 'missing' };
    const { kind, error: reason } = failureOf(error, path, 'read');
    return { kind: kind === 'argument' ? 'invalid' : 'failed', reason };
  }
}

function denied(code: 'path_protected' | 'path_private', path: string): Refused {
  return { kind: 'denied', reason: notice(code, { path: shownPath(path) }) };
}

const STRICTNESS: readonly Guard[] = ['none', 'guarded', 'persona', 'soul', 'closed'];

function stricter(a: Guard, b: Guard): Guard {
  return STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b;
}

/** The failure for a name that cannot be changed. */
export function entryRefusal(entry: Exclude<Entry, { kind: 'found' | 'missing' }>, path: string): Failure {
  switch (entry.kind) {
    case 'root':
      return failure('denied', notice('path_workspace', { path: shownPath(path) }));
    case 'invalid':
      return failure('argument', entry.reason);
    case 'denied':
    case 'failed':
      return failure(entry.kind, entry.reason);
    default:
      return entry satisfies never;
  }
}

/** Why a guard forbids the change; null where it may go on. */
export function guardRefusal(guard: Guard, approved: boolean, path: string): Failure | null {
  const params = { path: shownPath(path) };
  switch (guard) {
    case 'none':
      return null;
    case 'closed':
      return failure('denied', notice('path_protected', params));
    case 'persona':
    case 'soul':
      return approved ? null : failure('denied', notice('policy_persona_asks', params));
    case 'guarded':
      return approved ? null : failure('denied', notice('policy_guarded_asks', params));
    default:
      return guard satisfies never;
  }
}

/** What stands at a name, for a judgement. */
export async function lookAtEntry(locator: Locator, path: string, options: Parameters<FileWall['look']>[1]): ReturnType<FileWall['look']> {
  const entry = await locateEntry(locator, path, options.session);
  const nothing = { kind: 'inside', bytes: 0, names: 1, holdsGuarded: false } as const;
  switch (entry.kind) {
    case 'root':
      return { ...nothing, relative: locator.named(''), type: 'folder', guard: 'closed' };
    case 'missing':
      return { ...nothing, relative: locator.named(entry.relative), type: 'missing', guard: entry.guard };
    case 'found':
      return lookAtFound(locator, entry, options.within ?? false);
    case 'denied':
      return { kind: 'denied', reason: entry.reason };
    case 'invalid':
    case 'failed':
      return { kind: 'invalid', reason: entry.reason };
    default:
      return entry satisfies never;
  }
}

async function lookAtFound(locator: Locator, entry: FoundEntry, within: boolean): Promise<Look> {
  const { folder, file, relative, stat } = entry;
  try {
    const type = typeOf(stat);
    const holds = within && type === 'folder' && (await holdsGuarded(join(folder.folder, file), relative));
    return {
      kind: 'inside',
      relative: locator.named(relative),
      type,
      bytes: type === 'file' ? Number(stat.size) : 0,
      names: type === 'file' ? Number(stat.nlink) : 1,
      guard: type === 'folder' && locator.holdsClosed(relative) ? 'closed' : entry.guard,
      holdsGuarded: holds,
    };
  } finally {
    await folder.close();
  }
}

export function typeOf(stat: BigIntStats): 'file' | 'folder' | 'link' | 'other' {
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
}

export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Whether a second look shows the same thing, untouched. */
export function unchanged(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}
