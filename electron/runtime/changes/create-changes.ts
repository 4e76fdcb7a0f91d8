/** What the agent changes on the disk, kept before it happens, so that it can be taken back and done again. */
import type { Clock } from '#runtime/clock';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import type { ChangedPath, ChangeStore, FileState, StoredChange } from '#runtime/storage/change-store';
import type { Change, Conflict, Turn } from '#shared/schema/change';
import { notice } from '#shared/schema/notice';
import type { ChangeSet, Changes } from './changes.ts';
import { emptySight, isSame, type Looking, lookAt, type Sight } from './look.ts';
import { withoutSetId } from './set-id.ts';
import { createSnapshots, isFull, SNAPSHOT_LIMIT, SnapshotFull } from './snapshots.ts';
import { isConflict, planTurn, type TurnParts, takeTurn } from './turn.ts';

export interface ChangesParts {
  readonly files: FileWall;
  /** Real path of the workspace. */
  readonly root: string;
  /** Where contents are kept. */
  readonly folder: string;
  readonly store: ChangeStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly limits?: { readonly bytes?: number; readonly changes?: number };
}

/** Changes that are kept undoable. */
const CHANGES_LIMIT = 500;
/** Characters of a text that is shown beside another. */
const SHOWN = 500_000;

/** Touches no disk before it is used. */
export function createChanges(parts: ChangesParts): Changes {
  const { store, root, limits = {} } = parts;
  const snapshots = createSnapshots({ folder: parts.folder, store, limit: limits.bytes ?? SNAPSHOT_LIMIT });
  const out: TurnParts = { root, files: parts.files, snapshots, cache: new Map() };
  const trim = async (): Promise<void> => {
    while (store.usage().changes > (limits.changes ?? CHANGES_LIMIT)) {
      const freed = store.giveUpOldest();
      if (freed === undefined) return;
      await snapshots.drop(freed);
    }
  };
  const finish = async (change: StoredChange): Promise<Change | null> => {
    const done = await finishSet(out, change);
    if (done === null) {
      store.remove(change.id);
      await snapshots.drop(store.takeOrphans());
      return null;
    }
    save(out, store, done);
    await trim();
    return shown(done);
  };
  const turn = (id: string, towards: 'before' | 'after', force: boolean): Promise<Outcome<Turn>> =>
    turnOver(out, store, { id, towards, force });
  return {
    begin(origin) {
      const id = parts.newId();
      const set: StoredChange = {
        id,
        root,
        ...origin,
        at: parts.clock.now(),
        state: 'open',
        turning: false,
        available: true,
        paths: [],
        watched: [],
      };
      return openSet({ out, store, finish }, set);
    },
    get(id) {
      const change = store.get(root, id);
      return change === undefined || change.state === 'open' ? undefined : shown(change);
    },
    list: (filter) => store.list(root, filter).map(shown),
    async file(id, path) {
      const change = store.get(root, id);
      const found = change?.paths.find((one) => one.path === path);
      if (change === undefined || found === undefined) return failed('change_unknown', { id });
      if (!change.available) return failed('change_gone', { path });
      const [step] = await planTurn(out, [found], 'before');
      return { ok: true, value: await conflictOf(out, found, step?.now ?? null) };
    },
    undo: (id, force) => turn(id, 'before', force),
    redo: (id, force) => turn(id, 'after', force),
    usage() {
      const { bytes, changes } = store.usage();
      return { bytes, limit: limits.bytes ?? SNAPSHOT_LIMIT, changes };
    },
    async recover() {
      for (const change of store.unfinished(root)) {
        if (change.state === 'open') await finish(change);
        else await finishTurn(out, store, change);
      }
      await snapshots.drop(store.takeOrphans());
    },
  };
}

/** Stores a change together with the contents that were kept for it. */
function save({ snapshots }: TurnParts, store: ChangeStore, change: StoredChange): void {
  store.put(change, snapshots.pending);
  for (const { before, after } of change.paths) for (const one of [before, after]) if (one !== null) snapshots.pending.delete(one.hash);
}

interface SetParts {
  readonly out: TurnParts;
  readonly store: ChangeStore;
  readonly finish: (change: StoredChange) => Promise<Change | null>;
}

function openSet({ out, store, finish }: SetParts, first: StoredChange): ChangeSet {
  const sight: Sight = emptySight();
  const watched = new Set<string>();
  const keep = async (paths: readonly string[], how: Looking): Promise<Outcome<{ files: number; left: number }>> => {
    const before = { files: sight.files, left: sight.left };
    try {
      for (const path of paths) {
        watched.add(path);
        await lookAt(out, path, sight, how);
      }
    } catch (error) {
      if (how.signal.aborted) return { ok: false, kind: 'cancelled', error: notice('cancelled') };
      if (error instanceof SnapshotFull || isFull(error)) return failed('snapshot_full');
      return { ok: false, kind: 'failed', error: notice('snapshot_failed', {}, error instanceof Error ? error.message : String(error)) };
    }
    const kept = [...sight.states].map(([path, state]): ChangedPath => ({ path, before: state, after: null }));
    save(out, store, { ...first, paths: kept, watched: [...watched] });
    return { ok: true, value: { files: sight.files - before.files, left: sight.left - before.left } };
  };
  return {
    keep: (paths, signal) => keep(paths, { durable: true, wholeWorkspace: false, signal }),
    keepAll: (signal) => keep([''], { durable: false, wholeWorkspace: true, signal }),
    async finish() {
      const open = store.get(first.root, first.id);
      return open === undefined ? null : await finish(open);
    },
  };
}

/** Looks what became of what was kept; null when nothing changed. */
async function finishSet(out: TurnParts, change: StoredChange): Promise<StoredChange | null> {
  const sight = emptySight();
  const signal = new AbortController().signal;
  const whole = change.watched.includes('');
  for (const path of change.watched)
    await lookAt(out, path, sight, { durable: false, wholeWorkspace: whole && path === '', signal }).catch(() => undefined);
  const before = new Map(change.paths.map((one) => [one.path, one.before]));
  const paths: ChangedPath[] = [];
  for (const path of new Set([...before.keys(), ...sight.states.keys()])) {
    const was = before.get(path) ?? null;
    const is = sight.states.get(path) ?? null;
    if (!isSame(was, is)) paths.push({ path, before: was, after: await withoutSetId(out.root, path, was, is) });
  }
  return paths.length === 0 ? null : { ...change, state: 'applied', paths };
}

function shown({ id, runId, sessionId, callId, tool, at, state, available, paths }: StoredChange): Change {
  const files = paths
    .filter(({ before, after }) => (after ?? before)?.type !== 'folder')
    .map(({ path, before, after }) => ({
      path,
      change: before === null ? ('create' as const) : after === null ? ('delete' as const) : ('modify' as const),
      before: before?.size ?? null,
      after: after?.size ?? null,
      kept: before === null || before.hash !== '',
    }));
  return { id, runId, sessionId, callId, tool, at, files, state: state === 'undone' ? 'undone' : 'applied', available };
}

interface TurnWish {
  readonly id: string;
  readonly towards: 'before' | 'after';
  readonly force: boolean;
}

async function turnOver(out: TurnParts, store: ChangeStore, { id, towards, force }: TurnWish): Promise<Outcome<Turn>> {
  const change = store.get(out.root, id);
  if (change === undefined || change.state === 'open') return failed('change_unknown', { id });
  if (!change.available) return failed('change_gone', { path: change.paths[0]?.path ?? '' });
  if ((change.state === 'undone') === (towards === 'before'))
    return { ok: true, value: { change: shown(change), done: [], conflicts: [] } };
  // What was not kept cannot be brought back; the rest can.
  const turnable = change.paths.filter(({ before, after }) =>
    [before, after].every((one) => one === null || one.type === 'folder' || one.hash !== ''),
  );
  let steps: Awaited<ReturnType<typeof planTurn>>;
  try {
    steps = await planTurn(out, turnable, towards);
  } catch (error) {
    return error instanceof SnapshotFull ? failed('snapshot_full') : failed('snapshot_failed');
  }
  const clashing = steps.filter(isConflict);
  if (clashing.length > 0 && !force) {
    const conflicts = await Promise.all(
      clashing.map((step) => conflictOf(out, change.paths.find(({ path }) => path === step.path) as ChangedPath, step.now)),
    );
    return { ok: true, value: { change: shown(change), done: [], conflicts } };
  }
  // What stands there now becomes what the opposite turn brings back, later edits included.
  const now = new Map(steps.map((step) => [step.path, step.now]));
  const paths = change.paths.map((one) =>
    now.has(one.path) ? { ...one, [towards === 'before' ? 'after' : 'before']: now.get(one.path) ?? null } : one,
  );
  save(out, store, { ...change, paths, turning: true });
  const turned = await takeTurn(out, steps);
  if (!turned.ok) {
    store.put(change);
    return turned;
  }
  const done: StoredChange = { ...change, paths, state: towards === 'before' ? 'undone' : 'applied', turning: false };
  save(out, store, done);
  return { ok: true, value: { change: shown(done), done: turned.value, conflicts: [] } };
}

/** After a crash in the middle of a turn: it is completed, unless somebody has changed something since. */
async function finishTurn(out: TurnParts, store: ChangeStore, change: StoredChange): Promise<void> {
  const towards = change.state === 'applied' ? 'before' : 'after';
  const steps = await planTurn(out, change.paths, towards);
  const turned = steps.some(isConflict) ? { ok: false } : await takeTurn(out, steps);
  store.put({ ...change, turning: false, state: turned.ok ? (towards === 'before' ? 'undone' : 'applied') : change.state });
}

async function conflictOf(out: TurnParts, { path, before, after }: ChangedPath, now: FileState | null): Promise<Conflict> {
  const texts = await Promise.all(
    [before, after, now].map(async (state) => (state === null || state.hash === '' ? null : await out.snapshots.read(state.hash))),
  );
  const binary = texts.some((bytes) => bytes?.includes(0));
  const [was, agent, is] = texts.map((bytes) => (bytes === null || binary ? null : bytes.toString('utf8').slice(0, SHOWN)));
  return { path, before: was ?? null, agent: agent ?? null, now: is ?? null, binary };
}

function failed(
  code: 'change_unknown' | 'change_gone' | 'snapshot_full' | 'snapshot_failed',
  params?: Record<string, string>,
): Outcome<never> {
  return { ok: false, kind: 'failed', error: notice(code, params) };
}
