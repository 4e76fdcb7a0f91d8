/** Lists what lies below a folder: sorted, bounded, never through a link. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { cancelled, errnoOf, failure, failureOf } from './file-errors.ts';
import type { FileEntry, FileWall } from './file-wall.ts';
import { type Locator, refusal } from './locator.ts';
import { shownPath } from './path-rules.ts';
import type { Pinned } from './pinned-root.ts';

/** Names of one folder that are read before sorting; what a folder has beyond is left out and said. */
const NAMES_LIMIT = 50_000;
const LOOKS_AT_ONCE = 32;

interface Walk {
  readonly locator: Locator;
  readonly session: SessionKind;
  readonly max: number;
  readonly signal: AbortSignal;
  readonly entries: FileEntry[];
  cut: boolean;
}

export async function listFolder(locator: Locator, path: string, options: Parameters<FileWall['list']>[1]): ReturnType<FileWall['list']> {
  if (options.signal.aborted) return cancelled();
  const located = await locator.locate(path, options.session);
  if (located.kind !== 'found') return refusal(located, path);
  const { pinned } = located;
  const { session, max, signal } = options;
  try {
    if (!pinned.stat.isDirectory()) return failure('failed', notice('path_not_a_folder', { path: shownPath(path) }));
    const walk: Walk = { locator, session, max, signal, entries: [], cut: false };
    await visit(walk, pinned, options.depth);
    if (signal.aborted) return cancelled();
    const entries = walk.entries.map((entry) => ({ ...entry, path: locator.named(entry.path) }));
    return { ok: true, value: { entries, cut: walk.cut, path: locator.named(pinned.relative) } };
  } catch (error) {
    return failureOf(error, path, 'read');
  } finally {
    await pinned.close();
  }
}

async function visit(walk: Walk, folder: Pinned, depth: number): Promise<void> {
  const entries = await entriesOf(walk, folder);
  if (!(await folder.holds())) throw Object.assign(new Error('changed while it was listed'), { code: 'ESTALE' });
  for (const entry of entries) {
    if (walk.signal.aborted) return;
    if (walk.entries.length >= walk.max) {
      walk.cut = true;
      return;
    }
    walk.entries.push(entry);
    if (entry.type !== 'folder' || depth <= 1 || walk.locator.keptFrom(entry.path, walk.session) !== null) continue;
    await descend(walk, entry.path, depth - 1);
  }
}

async function descend(walk: Walk, relative: string, depth: number): Promise<void> {
  let pinned: Pinned | 'outside' | null = null;
  try {
    pinned = await walk.locator.root.pin(relative);
    // A folder that became a link in the meantime lies elsewhere now: it is not followed.
    if (pinned !== 'outside' && pinned.relative === relative && pinned.stat.isDirectory()) await visit(walk, pinned, depth);
  } catch (error) {
    // Gone or shut since it was named; the rest of the listing stands.
    if (errnoOf(error) === null) throw error;
    walk.cut = true;
  } finally {
    if (pinned !== null && pinned !== 'outside') await pinned.close();
  }
}

async function entriesOf(walk: Walk, folder: Pinned): Promise<FileEntry[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder.folder, { bufferSize: 256 })) {
    if (walk.signal.aborted) return [];
    if (names.length >= NAMES_LIMIT) {
      walk.cut = true;
      break;
    }
    const relative = below(folder.relative, entry.name);
    if (walk.locator.keptFrom(relative, walk.session) !== 'path_private') names.push(entry.name);
  }
  names.sort((a, b) => (a < b ? -1 : 1));
  const wanted = names.slice(0, walk.max - walk.entries.length + 1);
  const entries: FileEntry[] = [];
  for (let start = 0; start < wanted.length; start += LOOKS_AT_ONCE) {
    if (walk.signal.aborted) return entries;
    const looks = wanted.slice(start, start + LOOKS_AT_ONCE).map((name) => lookAt(folder, name));
    for (const entry of await Promise.all(looks)) if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** null for what vanished; a name that is not valid UTF-8 cannot be reached again and is shown as `other`. */
async function lookAt(folder: Pinned, name: string): Promise<FileEntry | null> {
  const path = below(folder.relative, name);
  try {
    const stat = await lstat(join(folder.folder, name));
    const type = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
    return { path, type, bytes: type === 'file' ? stat.size : 0, changed: Math.trunc(stat.mtimeMs) };
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return name.includes('\ufffd') ? { path, type: 'other', bytes: 0, changed: 0 } : null;
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
