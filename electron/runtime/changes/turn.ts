/** Turns paths over to other states: looks first, then touches exactly what it names, all of it or nothing. */
import { dirname } from 'node:path';
import { failureOf } from '#runtime/sandbox/file-errors';
import type { Outcome } from '#runtime/sandbox/file-wall';
import { syncFolder } from '#runtime/sandbox/held-folder';
import { shownPath } from '#runtime/sandbox/path-rules';
import type { ChangedPath, FileState } from '#runtime/storage/change-store';
import { type Notice, notice } from '#shared/schema/notice';
import { emptySight, type Looking, lookAtThemselves } from './look.ts';
import type { Parts } from './parts.ts';
import { eachPlace, holdsSame, isSame, standing, stateOf, withPlace } from './place.ts';
import { makeFolder, makeLink, setMode } from './restore.ts';
import type { Intake } from './snapshots.ts';
import { together } from './together.ts';

/** One path to be turned: what is expected to stand there, what stands there, what shall stand there. */
export interface Step {
  readonly path: string;
  readonly expected: FileState | null;
  readonly now: FileState | null;
  readonly target: FileState | null;
  /** A link on the way makes the path another place than the one that was kept. */
  readonly elsewhere: boolean;
}

/** Files that are turned side by side. */
const WIDTH = 8;
/** Bytes of contents that stay in memory between being looked at and being written. */
const HELD = 32 * 1024 * 1024;
const OPTIONS = { session: 'main', approved: true } as const;

/** What stands at the paths now. With an intake its contents are kept, so that whatever is turned over can be turned back. */
export async function planTurn(
  parts: Parts,
  paths: readonly ChangedPath[],
  towards: 'before' | 'after',
  intake: Intake | null,
): Promise<Step[]> {
  const { states, elsewhere } = await lookNow(
    parts,
    paths.map(({ path }) => path),
    intake,
  );
  return paths.map(({ path, before, after }) => {
    const sides = towards === 'before' ? { expected: after, target: before } : { expected: before, target: after };
    return { path, now: states.get(path) ?? null, ...sides, elsewhere: elsewhere.has(path) };
  });
}

interface Now {
  readonly states: ReadonlyMap<string, FileState>;
  readonly elsewhere: ReadonlySet<string>;
}

async function lookNow(parts: Parts, paths: readonly string[], intake: Intake | null): Promise<Now> {
  const any = Number.POSITIVE_INFINITY;
  const how: Looking = {
    intake: intake ?? parts.snapshots.intake(),
    limits: { ...parts.limits.call, files: any, bytes: any, entries: any },
    signal: new AbortController().signal,
    known: () => undefined,
    without: intake === null ? 'hash' : 'fail',
    counts: 'all',
    enough: -1,
  };
  const sight = emptySight();
  const elsewhere = new Set(await lookAtThemselves(parts, paths, sight, how));
  return { states: sight.states, elsewhere };
}

/** Whether somebody changed it since. Other rights alone are no other content. */
export function isConflict({ expected, now, target }: Step): boolean {
  if (isSame(now, target) || isSame(now, expected)) return false;
  return now === null || ![expected, target].some((one) => one !== null && holdsSame(now, one));
}

/** The files that were turned, or why nothing was. */
export async function takeTurn(parts: Parts, steps: readonly Step[]): Promise<Outcome<string[]>> {
  const open = steps.filter(({ now, target }) => !isSame(now, target));
  const contents = new Map<string, Buffer>();
  const wrong = await checkContents(parts, open, contents);
  if (wrong !== null) return { ok: false, kind: 'failed', error: wrong };
  const reason = await walk(parts, open, contents);
  if (reason === null)
    return { ok: true, value: open.filter(({ now, target }) => (target ?? now)?.type !== 'folder').map(({ path }) => path) };
  // What was turned so far, and half a step, is turned back: the person finds all as it was.
  const stands = await lookNow(
    parts,
    open.map(({ path }) => path),
    null,
  );
  const back = open.map((step) => ({ ...step, now: stands.states.get(step.path) ?? null, expected: null, target: step.now }));
  const stuck = await walk(
    parts,
    back.filter(({ now, target }) => !isSame(now, target)),
    contents,
  );
  return { ok: false, kind: 'failed', error: stuck === null ? reason : notice('undo_halfway', reason.params, reason.code) };
}

/** null when each content is there, whole, and goes where it came from. Small ones stay at hand. */
async function checkContents(parts: Parts, steps: readonly Step[], contents: Map<string, Buffer>): Promise<Notice | null> {
  let held = 0;
  let wrong: Notice | null = null;
  await together(steps, WIDTH, async ({ path, target, elsewhere }) => {
    if (elsewhere) wrong ??= notice('file_changed', { path: shownPath(path) });
    if (target === null || target.type === 'folder' || contents.has(target.hash)) return;
    const bytes = await parts.snapshots.read(target.hash);
    if (bytes === null) wrong ??= notice('change_gone', { path: shownPath(path) });
    else if (held + bytes.length <= HELD) {
      held += bytes.length;
      contents.set(target.hash, bytes);
    }
  });
  return wrong;
}

/** Inner things go before the folder that holds them, and come after it; a folder is open to its owner meanwhile. null when all was done. */
async function walk(parts: Parts, steps: readonly Step[], contents: ReadonlyMap<string, Buffer>): Promise<Notice | null> {
  const folders = steps.filter(({ target }) => target?.type === 'folder');
  const levels = byDepth(steps.filter(({ target }) => target !== null));
  const rights = (step: Step, mode: number): Promise<null> => setMode(parts.root, step.path, mode).then(() => null);
  let failure: { readonly reason: Notice } | undefined;
  const all = async (group: readonly Step[], work: (step: Step) => Promise<Notice | null>): Promise<void> => {
    await together(group, WIDTH, async (step) => {
      if (failure !== undefined) return;
      const reason = await work(step).catch((error: unknown) => failureOf(error, step.path, 'write').error);
      if (reason !== null) failure ??= { reason };
    });
  };
  // What is in a folder can only be touched with the right to write the folder: outermost first.
  const shut = steps.filter(({ now }) => now?.type === 'folder' && (now.mode & 0o700) !== 0o700);
  for (const level of byDepth(shut)) await all(level, (step) => rights(step, (step.now?.mode ?? 0) | 0o700));
  for (const level of byDepth(steps.filter(({ target }) => target === null)).reverse()) await all(level, (step) => remove(parts, step));
  for (const level of levels) await all(level, (step) => place(parts, step, contents));
  for (const level of byDepth(folders).reverse()) await all(level, (step) => rights(step, step.target?.mode ?? 0o700));
  await flushFolders(parts, steps);
  return failure?.reason ?? null;
}

/** Once for each folder in which a file got its name: a flush for each file would take most of the time. */
async function flushFolders({ root }: Parts, steps: readonly Step[]): Promise<void> {
  const placed = steps.filter(({ target }) => target?.type === 'file').map(({ path }) => path);
  const one = new Map(placed.map((path) => [dirname(path), path]));
  await eachPlace(root, [...one.values()], ({ parent }) => syncFolder(parent));
}

/** Outermost first. */
function byDepth(steps: readonly Step[]): Step[][] {
  const levels: Step[][] = [];
  for (const step of steps) {
    const depth = step.path.split(/[\\/]/).length;
    levels[depth] = [...(levels[depth] ?? []), step];
  }
  return levels.filter((level) => level !== undefined);
}

/** null when it stands; the reason otherwise. Rejects with the system's error. */
async function place(parts: Parts, step: Step, contents: ReadonlyMap<string, Buffer>): Promise<Notice | null> {
  const { files, root, snapshots } = parts;
  const { path, now, target } = step;
  if (target === null) return null;
  if (now !== null && (now.type !== target.type || target.type === 'link')) {
    const reason = await removeSeen(parts, path, now);
    if (reason !== null) return reason;
  }
  if (target.type === 'folder') {
    if (now?.type !== 'folder') await makeFolder(root, path);
    return null;
  }
  const bytes = contents.get(target.hash) ?? (await snapshots.read(target.hash));
  if (bytes === null) return notice('change_gone', { path: shownPath(path) });
  if (target.type === 'link') {
    await makeLink(root, path, bytes);
    return null;
  }
  const was = now?.type === 'file' ? now : null;
  if (was?.hash !== target.hash) {
    // Nobody changes a file that may not be written: that right was taken away afterwards.
    if (was !== null && (was.mode & 0o222) === 0) await setMode(root, path, was.mode | 0o200);
    const written = await files.write(path, bytes, { ...OPTIONS, expect: was === null ? null : was.hash, flush: 'file' });
    if (!written.ok) return written.error;
  }
  // The wall leaves the rights of a file as they are.
  if (was?.mode !== target.mode || was.mode > 0o777 || (was.mode & 0o222) === 0) await setMode(root, path, target.mode);
  return null;
}

/** A folder that holds something else by now stays as it was: that was not the agent's. */
async function remove(parts: Parts, { path, now }: Step): Promise<Notice | null> {
  if (now === null) return null;
  const reason = await removeSeen(parts, path, now);
  if (now.type !== 'folder') return reason;
  if (reason !== null) await setMode(parts.root, path, now.mode).catch(() => undefined);
  return null;
}

/** Only what still stands as it was looked at. */
async function removeSeen({ files, root }: Parts, path: string, now: FileState): Promise<Notice | null> {
  const found = await withPlace(root, path, null, ({ at }) => standing(at));
  const state = found === null ? null : stateOf(found);
  const same = state !== null && state.type === now.type && (now.type === 'folder' || state.stamp === now.stamp);
  if (!same) return notice('file_changed', { path: shownPath(path) });
  const removed = await files.remove(path, OPTIONS);
  return removed.ok ? null : removed.error;
}
