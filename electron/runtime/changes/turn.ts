/** Takes a change back, or makes it again: looks first, then touches exactly what it names, all of it or nothing. */
import { chmod, lstat, mkdir, symlink } from 'node:fs/promises';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import type { ChangedPath, FileState } from '#runtime/storage/change-store';
import { type Notice, notice } from '#shared/schema/notice';
import { absolute, emptySight, isSame, type Lookout, lookAt } from './look.ts';
import { together } from './snapshots.ts';

export interface TurnParts extends Lookout {
  readonly files: FileWall;
}

/** One path to be turned: what is expected to stand there, what stands there, what shall stand there. */
export interface Step {
  readonly path: string;
  readonly expected: FileState | null;
  readonly now: FileState | null;
  readonly target: FileState | null;
}

const OPTIONS = { session: 'main', approved: true } as const;

/** What stands at the paths now, with contents kept: whatever is turned over can be turned back. */
export async function planTurn(parts: TurnParts, paths: readonly ChangedPath[], towards: 'before' | 'after'): Promise<Step[]> {
  const found = new Map<string, FileState | null>();
  await together(paths, async ({ path }) => void found.set(path, await stateNow(parts, path)));
  return paths.map(({ path, before, after }) => ({
    path,
    now: found.get(path) ?? null,
    ...(towards === 'before' ? { expected: after, target: before } : { expected: before, target: after }),
  }));
}

async function stateNow(parts: Lookout, path: string): Promise<FileState | null> {
  const found = await lstat(absolute(parts.root, path)).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return { type: 'folder', hash: '', size: 0, mode: found.mode & 0o7777, mtime: found.mtimeMs, ino: found.ino };
  const sight = emptySight();
  await lookAt(parts, path, sight, { durable: true, wholeWorkspace: false, signal: new AbortController().signal });
  return sight.states.get(path) ?? { type: 'file', hash: '', size: -1, mode: 0, mtime: 0, ino: 0 };
}

export const isConflict = ({ expected, now, target }: Step): boolean => !isSame(now, expected) && !isSame(now, target);

/** The paths that were turned, or why nothing was. */
export async function takeTurn(parts: TurnParts, steps: readonly Step[]): Promise<Outcome<string[]>> {
  const open = steps.filter(({ now, target }) => !isSame(now, target));
  for (const { path, target } of open) {
    if (target?.type !== 'file' && target?.type !== 'link') continue;
    if (target.hash === '' || (await parts.snapshots.read(target.hash)) === null) return gone(path);
  }
  const depth = ({ path }: Step): number => path.split('/').length;
  const done: Step[] = [];
  for (const group of groups(open, depth)) {
    const failures: Notice[] = [];
    await together(group, async (step) => {
      const failed = await place(parts, step.path, step.now, step.target);
      if (failed === null) done.push(step);
      else failures.push(failed);
    });
    const [failed] = failures;
    if (failed === undefined) continue;
    // What was turned so far is turned back: the person finds all as it was.
    for (const { path, now, target } of done.reverse()) await place(parts, path, target, now);
    return { ok: false, kind: 'failed', error: failed };
  }
  return {
    ok: true,
    value: steps
      .filter((step) => done.includes(step))
      .filter(({ now, target }) => (target ?? now)?.type !== 'folder')
      .map(({ path }) => path)
      .sort(),
  };
}

/** What goes, deepest first, then what comes, highest first; steps of one depth do not touch each other. */
function groups(steps: readonly Step[], depth: (step: Step) => number): Step[][] {
  const going = Map.groupBy(
    steps.filter(({ target }) => target === null),
    depth,
  );
  const coming = Map.groupBy(
    steps.filter(({ target }) => target !== null),
    depth,
  );
  const sorted = (by: Map<number, Step[]>, way: 1 | -1): Step[][] => [...by].sort(([a], [b]) => way * (a - b)).map(([, group]) => group);
  return [...sorted(going, -1), ...sorted(coming, 1)];
}

const gone = (path: string): Outcome<never> => ({ ok: false, kind: 'failed', error: notice('change_gone', { path }) });

/** null when it stands; the reason otherwise. */
async function place(
  { files, root, snapshots }: TurnParts,
  path: string,
  now: FileState | null,
  target: FileState | null,
): Promise<Notice | null> {
  try {
    if (now !== null && (target === null || now.type !== target.type || target.type === 'link')) {
      const removed = await files.remove(path, OPTIONS);
      // A folder that holds something else by now stays: that was not the agent's.
      if (!removed.ok && !(now.type === 'folder' && target === null)) return removed.error;
    }
    if (target === null) return null;
    if (target.type === 'folder') {
      if (now?.type !== 'folder') await mkdir(absolute(root, path), { recursive: true });
      return null;
    }
    const bytes = await snapshots.read(target.hash);
    if (bytes === null) return notice('change_gone', { path });
    if (target.type === 'link') {
      await symlink(bytes.toString(), absolute(root, path));
      return null;
    }
    const there = now?.type === 'file' ? now.hash : null;
    const written = await files.write(path, bytes, { ...OPTIONS, ...(there === '' ? {} : { expect: there }) });
    if (!written.ok) return written.error;
    const made = await lstat(absolute(root, path));
    if (made.isFile() && (made.mode & 0o7777) !== target.mode) await chmod(absolute(root, path), target.mode);
    return null;
  } catch (error) {
    return notice('path_unreadable', { path }, error instanceof Error ? error.message : String(error));
  }
}
