/** The folders that the tools may use: the workspace, and those beside it that the person granted. */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, posix, sep, win32 } from 'node:path';
import { createLocator, type Locator } from './locator.ts';
import { isBelow, type Platform } from './path-rules.ts';
import { type PinnedRoot, pinRoot } from './pinned-root.ts';
import { protectionOf } from './protected-names.ts';

export interface Places {
  readonly workspace: Locator;
  /** The workspace, then what is granted, the innermost first. */
  readonly all: readonly Locator[];
  /** Whose path it is; the workspace's where it is nobody's. */
  of(path: string): Locator;
  close(): Promise<void>;
}

export interface PlacesOptions {
  readonly root: string;
  readonly dataFolder: string | undefined;
  readonly granted: readonly string[];
  readonly platform: Platform;
}

/** Rejects with the system's error where the workspace cannot be held. A granted folder that is not there, or none that may be granted, is left out. */
export async function openPlaces({ root, dataFolder, granted, platform }: PlacesOptions): Promise<Places> {
  const pinned = await pinRoot(root, platform);
  const data = dataFolder === undefined ? null : await realpath(dataFolder).catch(() => null);
  const within = (folder: string | null, holder: PinnedRoot) => (folder === null ? [] : relativeOf(folder, holder.path));
  const workspace = createLocator({ root: pinned, given: root, platform, closed: within(data, pinned), where: 'workspace' });
  const others: Locator[] = [];
  for (const given of granted) {
    const held = await pinGranted(given, { data, platform });
    if (held === null) continue;
    const closed = [...within(data, held), ...within(pinned.path, held)];
    others.push(createLocator({ root: held, given, platform, closed, where: 'granted' }));
  }
  others.sort((a, b) => b.root.path.length - a.root.path.length);
  const all = [workspace, ...others];
  return {
    workspace,
    all,
    of(path) {
      if (!(platform === 'win32' ? win32 : posix).isAbsolute(path)) return workspace;
      return all.find((locator) => locator.nameOf(path).ok) ?? workspace;
    },
    async close() {
      for (const locator of all) await locator.root.close();
    },
  };
}

/** Neither a whole disk, nor a secret place, nor the app's own data becomes open by being granted. */
async function pinGranted(given: string, { data, platform }: { data: string | null; platform: Platform }): Promise<PinnedRoot | null> {
  if (!isAbsolute(given)) return null;
  const held = await pinRoot(given, platform).catch(() => null);
  if (held === null) return null;
  const { path } = held;
  const shut =
    dirname(path) === path || protectionOf(path.replaceAll(sep, '/')) === 'secret' || (data !== null && isBelow(path, data, sep));
  if (!shut) return held;
  await held.close();
  return null;
}

/** Where a folder lies below another; none outside and for the other itself. */
function relativeOf(folder: string, holder: string): string[] {
  if (folder === holder || !isBelow(folder, holder, sep)) return [];
  return [folder.slice(holder.length).replaceAll(sep, '/').replace(/^\//, '')];
}
