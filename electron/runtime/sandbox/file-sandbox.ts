/** The file wall: every path is resolved for real, must lie in the workspace, and is opened without being led out of it. */
import { constants } from 'node:fs';
import { notice } from '#shared/schema/notice';
import { cancelled, errnoOf, failure, failureOf } from './file-errors.ts';
import type { FileWall, Outcome, Resolution } from './file-wall.ts';
import { listFolder } from './list-folder.ts';
import { createLocator, type Locator, refusal, unfitFile } from './locator.ts';
import { isBelow, type Platform, shownPath } from './path-rules.ts';
import { type PinnedRoot, pinRoot } from './pinned-root.ts';
import { replaceFile } from './replace-file.ts';

/** One call reads no more than this, whatever it asks for. */
const READ_LIMIT = 64 * 1024 * 1024;

/**
 * Pins a workspace; makes nothing. `dataFolder` is the app's own and stays shut if it lies inside. `platform` chooses the rules for names
 * and the way of opening (Linux by handles through /proc, elsewhere by checked paths).
 */
export async function openFileWall({
  root,
  dataFolder,
  platform = thisPlatform(),
}: {
  root: string;
  dataFolder?: string;
  platform?: Platform;
}): Promise<Outcome<FileWall>> {
  try {
    const pinned = await pinRoot(root, platform);
    const own = dataFolder === undefined ? null : await relativeOf(dataFolder, pinned, platform);
    return { ok: true, value: createWall(createLocator({ root: pinned, given: root, platform, own })) };
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

/** Where the app's own folder lies in the workspace; null outside. */
async function relativeOf(folder: string, root: PinnedRoot, platform: Platform): Promise<string | null> {
  const own = await pinRoot(folder, platform).catch(() => null);
  if (own === null) return null;
  await own.close();
  const separator = platform === 'win32' ? '\\' : '/';
  if (own.path === root.path || !isBelow(own.path, root.path, separator)) return null;
  return own.path.slice(root.path.length).replaceAll(separator, '/').replace(/^\//, '');
}

function createWall(locator: Locator): FileWall {
  return {
    root: locator.root.path,
    async resolve(path, session): Promise<Resolution> {
      const located = await locator.locate(path, session);
      if (located.kind === 'missing') return { kind: 'inside', relative: located.relative, type: 'missing' };
      if (located.kind !== 'found') return { kind: located.kind === 'denied' ? 'denied' : 'invalid', reason: located.reason };
      const { relative, stat } = located.pinned;
      await located.pinned.close();
      if (stat.isDirectory()) return { kind: 'inside', relative, type: 'folder' };
      const wrong = unfitFile(located.pinned, path);
      if (wrong) return { kind: wrong.kind === 'denied' ? 'denied' : 'invalid', reason: wrong.error };
      return { kind: 'inside', relative, type: 'file' };
    },
    readBytes: (path, options) => readBytes(locator, path, options),
    list: (path, options) => listFolder(locator, path, options),
    replace: (path, text, options) => replaceFile(locator, path, text, options),
    close: () => locator.root.close(),
  };
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
      return { ok: true, value: { bytes: buffer.subarray(0, filled), size, path: pinned.relative } };
    } finally {
      await file.close();
    }
  } catch (error) {
    return failureOf(error, path, 'read');
  } finally {
    await pinned.close();
  }
}
