/** Undo and redo of one change, and what a crash left of one. */
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { StoredChange } from '#runtime/storage/change-store';
import type { Turn } from '#shared/schema/change';
import { conflictOf } from './conflict.ts';
import { dropContents, failed, isNamed, isTurnable, type Parts, shown, storeContents, tellOthers } from './parts.ts';
import { holdsSame, isSame } from './place.ts';
import type { Intake } from './snapshots.ts';
import { isConflict, planTurn, type Step, takeTurn } from './turn.ts';
import { SnapshotFull } from './write-flushed.ts';

type Side = 'before' | 'after';

/** Brings one side back. With later edits and no `force` nothing is touched and the conflicts are given. */
export async function turnOver(parts: Parts, id: string, towards: Side, force: boolean): Promise<Outcome<Turn>> {
  const { store, root, snapshots } = parts;
  await snapshots.check();
  const change = store.get(root, id);
  if (change === undefined || change.state === 'open') return failed('change_unknown', { id });
  if (!change.turning && (change.state === 'undone') === (towards === 'before'))
    return { ok: true, value: { change: shown(change), done: [], conflicts: [] } };
  // What was not kept stays as it is; the rest can be turned.
  const turnable = change.files.filter(isTurnable);
  if (!change.available || turnable.length === 0) return failed('change_gone', { path: change.files.find(isNamed)?.path ?? '' });
  parts.current.id = id;
  const intake = snapshots.intake();
  const planned = await plan(parts, turnable, towards, intake);
  if (!planned.ok) return planned;
  const steps = planned.value;
  // What a turn that stopped halfway left is no later edit.
  const clashing = steps.filter((step) => isConflict(step) && !(change.turning && isOurs(step)));
  if (clashing.length > 0 && !force) {
    await intake.abandon();
    const conflicts = [];
    for (const { path } of clashing) conflicts.push(await conflictOf(parts, change, path));
    return { ok: true, value: { change: shown(change), done: [], conflicts } };
  }
  return turnAll(parts, { change, towards, steps, intake });
}

async function plan(parts: Parts, turnable: StoredChange['files'], towards: Side, intake: Intake): Promise<Outcome<Step[]>> {
  try {
    const steps = await planTurn(parts, turnable, towards, intake);
    // What stands there now and cannot be kept is not replaced: that could not be taken back.
    const unkept = steps.find(({ now, target }) => now !== null && now.type !== 'folder' && now.hash === '' && !isSame(now, target));
    if (unkept === undefined) return { ok: true, value: steps };
    await intake.abandon();
    return failed('snapshot_full');
  } catch (error) {
    await intake.abandon();
    if (error instanceof SnapshotFull) return failed('snapshot_full');
    if (error instanceof Error && 'code' in error) return failed('snapshot_failed', {}, String(error.code));
    throw error;
  }
}

interface Turning {
  readonly change: StoredChange;
  readonly towards: Side;
  readonly steps: readonly Step[];
  readonly intake: Intake;
}

async function turnAll(parts: Parts, { change, towards, steps, intake }: Turning): Promise<Outcome<Turn>> {
  const { store } = parts;
  const other = towards === 'before' ? 'after' : 'before';
  // What stands there now becomes what the opposite turn brings back, later edits included.
  const now = new Map(steps.filter((step) => !isSame(step.now, step.target)).map((step) => [step.path, step.now]));
  const files = change.files.map((one) => (now.has(one.path) ? { ...one, [other]: now.get(one.path) ?? null } : one));
  const fresh = await storeContents(parts, intake);
  store.turn({ ...change, files, turning: true }, []);
  const turned = await takeTurn(parts, steps);
  if (!turned.ok) {
    if (isHalfway(turned)) return turned;
    store.turn(change, []);
    await dropContents(
      parts,
      fresh.map(({ hash }) => hash),
    );
    return turned;
  }
  const done: StoredChange = { ...change, files, state: towards === 'before' ? 'undone' : 'applied', turning: false };
  store.turn(done, []);
  tellOthers(
    parts,
    steps.map(({ path, target }) => [path, target]),
  );
  await dropContents(
    parts,
    change.files.flatMap((one) => one[other]?.hash || []),
  );
  return { ok: true, value: { change: shown(done), done: turned.value, conflicts: [] } };
}

/** After a crash in the middle of a turn: it goes on, unless somebody has changed something since; then it is taken back. */
export async function finishTurn(parts: Parts, change: StoredChange): Promise<void> {
  const { store } = parts;
  const towards: Side = change.state === 'applied' ? 'before' : 'after';
  const steps = await planTurn(parts, change.files.filter(isTurnable), towards, null);
  const ours = steps.filter(isOurs);
  const on = ours.length === steps.length ? await takeTurn(parts, steps) : null;
  if (on?.ok === true) store.turn({ ...change, turning: false, state: towards === 'before' ? 'undone' : 'applied' }, []);
  if (on !== null && (on.ok || isHalfway(on))) return;
  const back = ours.map((step) => ({ ...step, target: step.expected, expected: step.target }));
  const taken = await takeTurn(parts, back);
  if (taken.ok) store.turn({ ...change, turning: false }, []);
}

/** The next undo, redo or start goes on with it. */
function isHalfway(turned: Outcome<unknown>): boolean {
  return !turned.ok && turned.error.code === 'undo_halfway';
}

/** Whether a path stands on one side, or on the way between: rights not set yet, or removed and not made again. */
function isOurs({ expected, now, target }: Step): boolean {
  const sides = [expected, target].filter((side) => side !== null);
  if (now !== null) return sides.some((side) => holdsSame(now, side));
  return sides.length < 2 || target?.type === 'link' || expected?.type !== target?.type;
}
