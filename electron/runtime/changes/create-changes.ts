/** What the agent changes on the disk, kept before it happens, so that it can be taken back and made again. */
import type { Clock } from '#runtime/clock';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { ChangeStore, StoredChange } from '#runtime/storage/change-store';
import { openChangeSet } from './change-set.ts';
import type { Changes } from './changes.ts';
import { conflictOf } from './conflict.ts';
import { finishChange } from './finish.ts';
import { createKnownFiles, type KnownFiles } from './known-files.ts';
import { lineOf } from './line.ts';
import { CHANGE_LIMITS, type ChangeLimits, failed, type Parts, shown, stepwise } from './parts.ts';
import { createSnapshots } from './snapshots.ts';
import { finishTurn, turnOver } from './turn-over.ts';

export interface ChangesParts {
  readonly files: FileWall;
  /** Real path of the workspace. */
  readonly root: string;
  /** Where contents are kept. */
  readonly folder: string;
  readonly store: ChangeStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly limits?: Partial<ChangeLimits>;
}

/** Touches no disk before it is used. */
export function createChanges({ files, root, folder, store, clock, newId, limits: given }: ChangesParts): Changes {
  const limits = { ...CHANGE_LIMITS, ...given };
  const known = createKnownFiles(store, root);
  const current = { id: '' };
  const snapshots = createSnapshots({ folder, store, limit: limits.bytes, giveUp: () => giveUp(store, { root, known, current }) });
  const parts: Parts = { root, files, store, snapshots, limits, line: lineOf(store), current };
  return {
    begin(origin) {
      const rest = { state: 'open', turning: false, available: true, watched: [], files: [] } as const;
      return openChangeSet(parts, known, { id: newId(), root, ...origin, at: clock.now(), ...rest });
    },
    get(id) {
      const change = store.get(root, id);
      return change === undefined || change.state === 'open' ? undefined : shown(change);
    },
    list: (filter) => store.list(root, filter).map(shown),
    async file(id, path) {
      const change = store.get(root, id);
      const found = change?.files.find((one) => one.path === path);
      if (change === undefined || change.state === 'open' || found === undefined) return failed('change_unknown', { id });
      if (!change.available || (found.before !== null && found.before.hash === '')) return failed('change_gone', { path });
      return { ok: true, value: await conflictOf(parts, change, path) };
    },
    undo: (id, force) => parts.line.run(() => turnOver(parts, id, 'before', force)),
    redo: (id, force) => parts.line.run(() => turnOver(parts, id, 'after', force)),
    usage: () => ({ bytes: store.bytes(), limit: limits.bytes, changes: store.available() }),
    recover: () =>
      parts.line.run(async () => {
        try {
          await recover(parts);
        } catch (error) {
          if (store.isOpen()) throw error; // closed in the meantime: the next start goes on
        }
      }),
  };
}

async function recover(parts: Parts): Promise<void> {
  const { store, snapshots, line, root } = parts;
  await stepwise(store.sweep());
  await snapshots.tidy();
  for (const change of store.unfinished(root)) {
    if (line.open.has(change.id)) continue;
    parts.current.id = change.id;
    if (change.state === 'open') await finishOpen(parts, change);
    else await finishTurn(parts, change);
  }
}

async function finishOpen(parts: Parts, change: StoredChange): Promise<void> {
  const before = new Map(change.files.flatMap((one) => (one.before === null ? [] : [[one.path, one.before] as const])));
  const own = [...before.values()].flatMap(({ hash }) => (hash === '' ? [] : [hash]));
  await finishChange(parts, { change, before, others: new Map(), own });
}

interface GivingUp {
  readonly root: string;
  readonly known: KnownFiles;
  readonly current: { readonly id: string };
}

/** What is known of other workspaces is only a saving of time; then the oldest changes go, and last what is known of this one. */
function giveUp(store: ChangeStore, { root, known, current }: GivingUp): string[] | undefined {
  const elsewhere = store.forgetKnown({ but: root });
  if (elsewhere !== undefined) return elsewhere;
  const oldest = store.giveUpOldest(current.id);
  if (oldest !== undefined) return oldest;
  known.forget();
  return store.forgetKnown({ root });
}
