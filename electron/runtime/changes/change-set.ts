/** One call's change while it is made: what it may touch is kept before, and compared after. */
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { FileState, StoredChange, Watched } from '#runtime/storage/change-store';
import type { Change } from '#shared/schema/change';
import { notice } from '#shared/schema/notice';
import type { ChangeSet } from './changes.ts';
import { finishChange } from './finish.ts';
import type { KnownFiles } from './known-files.ts';
import { emptySight, type Looking, lookAt, type Sight } from './look.ts';
import { dropContents, failed, type Parts, stepwise, storeContents } from './parts.ts';
import { missingAbove } from './place.ts';
import type { Intake } from './snapshots.ts';
import { SnapshotFull } from './write-flushed.ts';

/** While it is open. */
interface Open {
  readonly first: StoredChange;
  readonly before: Map<string, FileState>;
  readonly watched: Map<string, Watched>;
  /** Contents that were kept for it alone. */
  readonly own: Set<string>;
  readonly others: Map<string, FileState | null>;
  /** Whether the store has what is in `before`. */
  stored: boolean;
}

interface Kept {
  readonly files: number;
  readonly left: number;
}

/** Part of the store that the state of a whole workspace may take: the rest is history. */
const SHARE = 1 / 2;

export function openChangeSet(parts: Parts, known: KnownFiles, first: StoredChange): ChangeSet {
  const { line } = parts;
  const set: Open = { first, before: new Map(), watched: new Map(), own: new Set(), others: new Map(), stored: true };
  line.open.set(first.id, set);
  const step = <T extends Kept>(signal: AbortSignal, work: (intake: Intake) => Promise<T>): Promise<Outcome<T>> =>
    line.run(async () => {
      parts.current.id = first.id;
      const intake = parts.snapshots.intake();
      try {
        signal.throwIfAborted();
        await parts.snapshots.check();
        return { ok: true, value: await work(intake) };
      } catch (error) {
        await intake.abandon();
        // Whoever could not keep does not act: nothing of it may pass for a change after a crash.
        if (parts.store.isOpen()) parts.store.remove(first.id);
        set.stored = false;
        return outcomeOf(error, signal);
      }
    });
  const finish = async (): Promise<Change | null> => {
    line.open.delete(first.id);
    if (set.watched.size === 0) return null;
    parts.current.id = first.id;
    const change = { ...first, watched: [...set.watched.values()] };
    return finishChange(parts, { change, before: set.before, others: set.others, own: set.own });
  };
  let finished: Promise<Change | null> | undefined;
  return {
    keep: (paths, signal) => step(signal, (intake) => keepPaths(parts, set, { paths, intake, signal })),
    keepAll: (signal) => step(signal, (intake) => keepWorkspace(parts, { set, known, intake, signal })),
    finish() {
      finished ??= line.run(finish);
      return finished;
    },
  };
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome<never> {
  if (signal.aborted) return { ok: false, kind: 'cancelled', error: notice('cancelled') };
  if (error instanceof SnapshotFull) return failed('snapshot_full');
  if (error instanceof Error && 'code' in error) return failed('snapshot_failed', {}, String(error.code));
  throw error;
}

interface KeepingPaths {
  readonly paths: readonly string[];
  readonly intake: Intake;
  readonly signal: AbortSignal;
}

async function keepPaths(parts: Parts, set: Open, { paths, intake, signal }: KeepingPaths): Promise<Kept> {
  const sight = emptySight();
  const watched = new Map(set.watched);
  const how: Looking = { intake, signal, limits: parts.limits.call, known: () => undefined, without: 'fail', counts: 'all', enough: 0 };
  for (const path of paths) {
    for (const above of await missingAbove(parts.root, path)) if (!watched.has(above)) watched.set(above, { path: above, look: 'alone' });
    watched.set(path, { path, look: 'deep' });
  }
  await lookAt(parts, paths, sight, how);
  await storeContents(parts, intake);
  const more = [...sight.states].filter(([path]) => !set.before.has(path));
  addUnseen(watched, sight);
  await stepwise(parts.store.keep({ ...set.first, watched: [...watched.values()] }, [...unstored(set), ...more]));
  set.stored = true;
  for (const [path, state] of more) {
    set.before.set(path, state);
    if (state.hash !== '') set.own.add(state.hash);
  }
  for (const [path, one] of watched) set.watched.set(path, one);
  return { files: sight.files, left: sight.left };
}

interface KeepingAll {
  readonly set: Open;
  readonly known: KnownFiles;
  readonly intake: Intake;
  readonly signal: AbortSignal;
}

async function keepWorkspace(
  parts: Parts,
  { set, known, intake, signal }: KeepingAll,
): Promise<Kept & { readonly skipped: readonly string[] }> {
  const sight = emptySight();
  const { call, bytes } = parts.limits;
  const limits = { ...call, bytes: Math.min(call.bytes, bytes * SHARE) };
  const states = await known.load();
  const find = (path: string): FileState | undefined => set.before.get(path) ?? states.get(path);
  await lookAt(parts, [''], sight, { intake, signal, limits, known: find, without: 'leave', counts: 'all', enough: 0 });
  await storeContents(parts, intake);
  const gone = await known.replace(sight.states);
  const watched = new Map(set.watched).set('', { path: '', look: 'deep' });
  addUnseen(watched, sight);
  if (!set.stored) await stepwise(parts.store.keep({ ...set.first, watched: [...set.watched.values()] }, unstored(set)));
  await stepwise(parts.store.keep({ ...set.first, watched: [...watched.values()] }, 'known'));
  set.stored = true;
  for (const [path, state] of sight.states) if (!set.before.has(path)) set.before.set(path, state);
  for (const [path, one] of watched) set.watched.set(path, one);
  await dropContents(parts, gone);
  return { files: sight.files, left: sight.left, skipped: [...sight.skipped].sort() };
}

function unstored({ stored, before }: Open): (readonly [string, FileState])[] {
  return stored ? [] : [...before];
}

/** What was not seen before may be old when it comes to light. The empty path is taken by the workspace itself. */
function addUnseen(watched: Map<string, Watched>, { unseen }: Sight): void {
  for (const path of unseen) watched.set(`not ${path}`, { path, look: 'not' });
}
