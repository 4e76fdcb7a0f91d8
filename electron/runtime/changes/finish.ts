/** Looks what became of what was kept, once the call has ended or a crash has ended it. */
import type { ChangedPath, FileState, StoredChange } from '#runtime/storage/change-store';
import type { Change } from '#shared/schema/change';
import { emptySight, isWithin, type Looking, lookAt, lookAtThemselves, type Sight } from './look.ts';
import { dropContents, type Parts, shown, stepwise, tellOthers, trim } from './parts.ts';
import { isSame, withPlace } from './place.ts';
import { withoutSetId } from './set-id.ts';

export interface Finishing {
  /** With what was watched; its files are not read. */
  readonly change: StoredChange;
  readonly before: ReadonlyMap<string, FileState>;
  readonly others: ReadonlyMap<string, FileState | null>;
  /** Contents that may be needed by this change alone. */
  readonly own: Iterable<string>;
}

/** Part of the store that the new contents of one call may take: they are shown beside later edits; undo keeps them anyway. */
const SHARE = 1 / 8;

/** null when nothing changed. A change of a workspace that is gone stays open. */
export async function finishChange(parts: Parts, finishing: Finishing): Promise<Change | null> {
  const { store, snapshots, limits } = parts;
  const { change, before, own } = finishing;
  const isThere = await withPlace(parts.root, '', false, async () => true).catch(() => false);
  if (!isThere) return null;
  const intake = snapshots.intake();
  const how: Looking = {
    intake,
    signal: new AbortController().signal,
    limits: limits.call,
    known: (path) => before.get(path),
    without: 'hash',
    counts: 'new',
    enough: limits.bytes * SHARE,
  };
  const found = differences(await lookAgain(parts, finishing, how), finishing);
  const files: ChangedPath[] = [];
  for (const one of found) files.push({ ...one, after: await withoutSetId(parts.root, one.path, one.before, one.after) });
  const done: StoredChange = { ...change, state: 'applied', files };
  if (files.length === 0) {
    await intake.abandon();
    store.remove(change.id);
  } else {
    // Without its new contents the change can be taken back all the same.
    const fresh = await intake.settle().catch(() => []);
    store.apply(done, fresh);
    tellOthers(
      parts,
      files.map(({ path, after }) => [path, after]),
    );
  }
  await stepwise(store.sweep());
  await dropContents(parts, own);
  await trim(parts);
  return files.length === 0 ? null : shown(store.get(change.root, change.id) ?? done);
}

/** What stands now at all that was watched. Where the disk does not say, all counts as it was. */
async function lookAgain(parts: Parts, { change, before }: Finishing, how: Looking): Promise<Sight> {
  const sight = emptySight();
  const of = (which: 'deep' | 'alone'): string[] => change.watched.flatMap(({ path, look }) => (look === which ? [path] : []));
  for (const paths of [of('deep').filter((path) => path !== ''), of('deep').filter((path) => path === '')])
    await lookAt(parts, paths, sight, how).catch(() => paths.map((path) => sight.unseen.add(path)));
  await lookAtThemselves(parts, of('alone'), sight, how).catch(() => of('alone').map((path) => sight.unseen.add(path)));
  const unsure = [...before.keys()].filter((path) => !sight.states.has(path) && isWithin(path, sight.unseen));
  for (const path of unsure)
    await lookAtThemselves(parts, [path], sight, how).catch(() => sight.states.set(path, before.get(path) as FileState));
  return sight;
}

function differences({ states }: Sight, { change, before, others }: Finishing): ChangedPath[] {
  const unseen = new Set(change.watched.flatMap(({ path, look }) => (look === 'not' ? [path] : [])));
  const found: ChangedPath[] = [];
  for (const path of new Set([...before.keys(), ...states.keys()])) {
    const after = states.get(path) ?? null;
    const other = others.get(path);
    const was = other === undefined || isSame(other, before.get(path) ?? null) ? (before.get(path) ?? null) : other;
    if (isSame(was, after)) continue;
    if (was === null && !before.has(path) && isWithin(path, unseen)) continue;
    found.push({ path, before: was, after });
  }
  return found;
}
