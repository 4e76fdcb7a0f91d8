/** Finds where a path of an agent leads: rules for names, then the disk, then what is kept from the session. */
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { errnoOf, type Failure, failure, failureOf } from './file-errors.ts';
import type { Guard } from './file-wall.ts';
import { explainMissing } from './missing-path.ts';
import { isBelow, type PathName, type Platform, readPathName, shownPath } from './path-rules.ts';
import type { Pinned, PinnedRoot } from './pinned-root.ts';
import { isPrivateFrom, personaOf, protectionOf } from './protected-names.ts';

/** Where a path leads, with a hold on what is there. */
export type Located =
  | { readonly kind: 'found'; readonly pinned: Pinned }
  | { readonly kind: 'missing'; readonly relative: string }
  | { readonly kind: 'denied' | 'invalid' | 'failed'; readonly reason: Notice };

export interface Locator {
  readonly root: PinnedRoot;
  readonly platform: Platform;
  /** Which folder it is about. */
  readonly where: 'workspace' | 'granted';
  /** The path as it reads, before any link. */
  nameOf(path: string): PathName;
  /** Never rejects for what a disk answers. The caller closes what was found. */
  locate(path: string, session: SessionKind): Promise<Located>;
  /** The same for a path below the root that is no agent's; `path` is what a message shows. */
  find(relative: string, path: string): Promise<Located>;
  /** What is kept from a session at a real path below the root; null for nothing. */
  keptFrom(relative: string, session: SessionKind): 'path_protected' | 'path_private' | null;
  /** What stands between the agent and a change of this name. */
  guardOf(relative: string): Guard;
  /** Whether a folder holds what no tool may move: the app's own data, or the workspace itself. */
  holdsClosed(relative: string): boolean;
  /** As the agent names it: below the workspace, or absolute in a granted folder. */
  named(relative: string): string;
}

export interface LocatorOptions {
  readonly root: PinnedRoot;
  /** The root as it was given, which may be another spelling. */
  readonly given: string;
  readonly platform: Platform;
  /** Folders below the root that stay shut, with all in them. */
  readonly closed: readonly string[];
  readonly where: Locator['where'];
}

export function createLocator({ root, given, platform, closed, where }: LocatorOptions): Locator {
  const shut = (relative: string) => protectionOf(relative) === 'secret' || closed.some((folder) => isBelow(relative, folder));
  const keptFrom: Locator['keptFrom'] = (relative, session) => {
    if (shut(relative)) return 'path_protected';
    return isPrivateFrom(session, relative) ? 'path_private' : null;
  };
  const nameOf: Locator['nameOf'] = (path) => readPathName(path, { platform, roots: [root.path, given] });
  const find: Locator['find'] = async (relative, path) => {
    const found = await pinOrExplain(relative, path, { root, platform });
    if (found.kind === 'found') return found;
    // What is found proves that the root is where it was; anything else may come of its absence.
    const state = await root.state();
    return state === 'ready' ? found : { kind: 'failed', reason: notice(`workspace_${state}`, { path: shownPath(root.path) }) };
  };
  return {
    root,
    platform,
    where,
    nameOf,
    keptFrom,
    find,
    guardOf(relative) {
      if (shut(relative)) return 'closed';
      return personaOf(relative) ?? (protectionOf(relative) === 'guarded' ? 'guarded' : 'none');
    },
    holdsClosed: (relative) => closed.some((folder) => isBelow(folder, relative)),
    named(relative) {
      if (where === 'workspace') return relative;
      return relative === '' ? root.path : join(root.path, relative.replaceAll('/', sep));
    },
    async locate(path, session) {
      const name = nameOf(path);
      if (!name.ok) return name;
      const shown = { path: shownPath(path) };
      const kept = keptFrom(name.relative, session);
      if (kept !== null) return { kind: 'denied', reason: notice(kept, shown) };
      const found = await find(name.relative, path);
      if (found.kind !== 'found' && found.kind !== 'missing') return found;
      const keptReal = keptFrom(found.kind === 'found' ? found.pinned.relative : found.relative, session);
      if (keptReal === null) return found;
      if (found.kind === 'found') await found.pinned.close();
      return { kind: 'denied', reason: notice(keptReal, shown) };
    },
  };
}

async function pinOrExplain(relative: string, path: string, options: { root: PinnedRoot; platform: Platform }): Promise<Located> {
  const { root, platform } = options;
  const outside: Located = { kind: 'denied', reason: notice('path_link_outside', { path: shownPath(path) }) };
  try {
    const pinned = await root.pin(relative);
    return pinned === 'outside' ? outside : { kind: 'found', pinned };
  } catch (error) {
    const refused = failureOf(error, path, 'read');
    const why = await explainMissing(relative, { at: root.at, root: root.path, platform });
    if (why.kind === 'outside') return outside;
    if (why.kind === 'missing' && refused.error.code === 'path_not_found') return why;
    if (refused.kind === 'argument') return { kind: 'invalid', reason: refused.error };
    return { kind: 'failed', reason: refused.error };
  }
}

/** Whether the nearest thing that exists on the way to a missing place is a folder. */
export async function canHold(root: PinnedRoot, relative: string): Promise<boolean> {
  const parts = relative.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    try {
      return (await lstat(join(root.at, ...parts.slice(0, length)))).isDirectory();
    } catch (error) {
      if (errnoOf(error) === null) throw error;
    }
  }
  return true;
}

/** The failure for a path that was not found fit to open. */
export function refusal(located: Exclude<Located, { kind: 'found' }>, path: string): Failure {
  if (located.kind === 'missing') return failure('failed', notice('path_not_found', { path: shownPath(path) }));
  return failure(located.kind === 'invalid' ? 'argument' : located.kind, located.reason);
}

/** Why a found path is no file to read; null for a regular file with one name. A second name may be one outside, and no system tells where. */
export function unfitFile({ stat }: Pinned, path: string): Failure | null {
  const params = { path: shownPath(path) };
  if (stat.isDirectory()) return failure('failed', notice('path_not_a_file', params));
  if (!stat.isFile()) return failure('failed', notice('path_special_file', params));
  return stat.nlink > 1n ? failure('denied', notice('path_hard_link', { ...params, count: Number(stat.nlink) })) : null;
}
