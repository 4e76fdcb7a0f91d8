/** Finds where a path of an agent leads: rules for names, then the disk, then what is kept from the session. */
import { type Notice, notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { type Failure, failure, failureOf } from './file-errors.ts';
import { explainMissing } from './missing-path.ts';
import { isBelow, type PathName, type Platform, readPathName, shownPath } from './path-rules.ts';
import type { Pinned, PinnedRoot } from './pinned-root.ts';
import { isPrivateFrom, protectionOf } from './protected-names.ts';

/** Where a path leads, with a hold on what is there. */
export type Located =
  | { readonly kind: 'found'; readonly pinned: Pinned }
  | { readonly kind: 'missing'; readonly relative: string }
  | { readonly kind: 'denied' | 'invalid' | 'failed'; readonly reason: Notice };

export interface Locator {
  readonly root: PinnedRoot;
  /** The path as it reads, before any link. */
  nameOf(path: string): PathName;
  /** Never rejects for what a disk answers. The caller closes what was found. */
  locate(path: string, session: SessionKind): Promise<Located>;
  /** What is kept from a session at a real path of the workspace; null for nothing. */
  keptFrom(relative: string, session: SessionKind): 'path_protected' | 'path_private' | null;
}

export function createLocator(options: { root: PinnedRoot; given: string; platform: Platform; own: string | null }): Locator {
  const { root, given, platform, own } = options;
  const keptFrom: Locator['keptFrom'] = (relative, session) => {
    if (protectionOf(relative) === 'secret' || (own !== null && isBelow(relative, own))) return 'path_protected';
    return isPrivateFrom(session, relative) ? 'path_private' : null;
  };
  const nameOf: Locator['nameOf'] = (path) => readPathName(path, { platform, roots: [root.path, given] });
  return {
    root,
    nameOf,
    keptFrom,
    async locate(path, session) {
      const name = nameOf(path);
      if (!name.ok) return name;
      const shown = { path: shownPath(path) };
      const kept = keptFrom(name.relative, session);
      if (kept !== null) return { kind: 'denied', reason: notice(kept, shown) };
      const found = await pinOrExplain(name.relative, path, { root, platform });
      if (found.kind !== 'found') {
        // What is found proves that the root is where it was; anything else may come of its absence.
        const state = await root.state();
        if (state !== 'ready') return { kind: 'failed', reason: notice(`workspace_${state}`, { path: shownPath(root.path) }) };
        if (found.kind !== 'missing') return found;
      }
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
