/** The file wall: every path is resolved for real, must lie in the workspace or a granted folder, and is opened without being led out of it. */
import { constants } from 'node:fs';
import { notice } from '#shared/schema/notice';
import { cancelled, errnoOf, failure, failureOf } from './file-errors.ts';
import type { FileWall, Outcome, Resolution } from './file-wall.ts';
import { listFolder } from './list-folder.ts';
import { lookAtEntry } from './locate-entry.ts';
import { type Locator, refusal, unfitFile } from './locator.ts';
import { measurePaths } from './measure.ts';
import { moveFile } from './move-file.ts';
import { type Platform, shownPath } from './path-rules.ts';
import { openPlaces, type Places } from './places.ts';
import { removeFile } from './remove-file.ts';
import { replaceFile } from './replace-file.ts';
import { type TrashParts, trashEntry } from './trash.ts';
import { writeFile } from './write-file.ts';

/** One call reads no more than this, whatever it asks for. */
const READ_LIMIT = 64 * 1024 * 1024;

export interface FileWallOptions extends Partial<TrashParts> {
  readonly root: string;
  /** The app's own; stays shut if it lies inside. */
  readonly dataFolder?: string;
  /** Absolute folders beside the workspace that absolute paths may reach; one that is not there is left out. */
  readonly granted?: readonly string[];
  /** Chooses the rules for names and the way of opening (Linux by handles through /proc, elsewhere by checked paths), and the trash. */
  readonly platform?: Platform;
}

/** Pins a workspace; makes nothing. */
export async function openFileWall({
  root,
  dataFolder,
  granted = [],
  platform = thisPlatform(),
  environment = process.env,
  now = Date.now,
  trashItem,
}: FileWallOptions): Promise<Outcome<FileWall>> {
  try {
    const places = await openPlaces({ root, dataFolder, granted, platform });
    return { ok: true, value: createWall(places, { environment, now, trashItem }) };
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT') return failure('failed', notice('workspace_missing', { path: shownPath(root) }, code));
    if (code === 'ENOTDIR') return failure('failed', notice('path_not_a_folder', { path: shownPath(root) }, code));
    return failureOf(error, root, 'read');
  }
}

function thisPlatform(): Platform {
  return process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
}

function createWall(places: Places, trash: TrashParts): FileWall {
  return {
    root: places.workspace.root.path,
    resolve: (path, session) => resolvePath(places.of(path), path, session),
    look: (path, options) => lookAtEntry(places.of(path), path, options),
    readBytes: (path, options) => readBytes(places.of(path), path, options),
    list: (path, options) => listFolder(places.of(path), path, options),
    replace: (path, text, options) => replaceFile(places.of(path), path, text, options),
    write: (path, bytes, options) => writeFile(places.of(path), path, bytes, options),
    move: (from, to, options) => moveFile({ locator: places.of(from), path: from }, { locator: places.of(to), path: to }, options),
    trash: (path, options) => trashEntry(places.of(path), path, options, trash),
    remove: (path, options) => removeFile(places.of(path), path, options),
    measure: (paths, options) => measurePaths(places.all, paths, options),
    guardOf(path) {
      const locator = places.of(path);
      const name = locator.nameOf(path);
      return name.ok ? locator.guardOf(name.relative) : 'closed';
    },
    close: () => places.close(),
  };
}

async function resolvePath(locator: Locator, path: string, session: Parameters<FileWall['resolve']>[1]): Promise<Resolution> {
  const located = await locator.locate(path, session);
  if (located.kind === 'missing') return { kind: 'inside', relative: locator.named(located.relative), type: 'missing' };
  if (located.kind !== 'found') return { kind: located.kind === 'denied' ? 'denied' : 'invalid', reason: located.reason };
  const { relative, stat } = located.pinned;
  await located.pinned.close();
  if (stat.isDirectory()) return { kind: 'inside', relative: locator.named(relative), type: 'folder' };
  const wrong = unfitFile(located.pinned, path);
  if (wrong) return { kind: wrong.kind === 'denied' ? 'denied' : 'invalid', reason: wrong.error };
  return { kind: 'inside', relative: locator.named(relative), type: 'file' };
}

async function readBytes(locator: Locator, path: string, options: Parameters<FileWall['readBytes']>[1]): ReturnType<FileWall['readBytes']> {
  if (options.signal.aborted) return cancelled();
  const located = await locator.locate(path, options.session);
  if (located.kind !== 'found') return refusal(located, path);
  const { pinned } = located;
  try {
    const wrong = unfitFile(pinned, path);
    if (wrong) return wrong;
    const file = await pinned.open(constants.O_RDONLY);
    try {
      const size = Number(pinned.stat.size);
      const buffer = new Uint8Array(Math.max(0, Math.min(options.limit, size - options.offset, READ_LIMIT)));
      let filled = 0;
      while (filled < buffer.length) {
        if (options.signal.aborted) return cancelled();
        const { bytesRead } = await file.read(buffer, filled, Math.min(buffer.length - filled, 1024 * 1024), options.offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return { ok: true, value: { bytes: buffer.subarray(0, filled), size, path: locator.named(pinned.relative) } };
    } finally {
      await file.close();
    }
  } catch (error) {
    return failureOf(error, path, 'read');
  } finally {
    await pinned.close();
  }
}
