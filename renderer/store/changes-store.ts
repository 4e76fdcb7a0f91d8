/** What the assistant changed on the disk, as this window knows it: which changes stand, and taking them back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Change, Conflict, SnapshotUsage } from '#shared/schema/change';
import { type Attempt, attempt } from './attempt.ts';
import type { Toasts } from './toast-store.ts';

export type Way = 'undo' | 'redo';

/** Files that were changed after the assistant's change: the person decides. */
export interface Clash {
  readonly change: Change;
  readonly way: Way;
  readonly conflicts: readonly Conflict[];
}

export interface ChangesData {
  readonly known: Readonly<Record<string, Change>>;
  readonly usage: SnapshotUsage | null;
  /** Changes that are being taken back or brought back, by id. */
  readonly busy: Readonly<Record<string, Way>>;
  readonly clash: Clash | null;
}

export interface ChangesModel {
  readonly store: StoreApi<ChangesData>;
  /** Reads the changes of a session when this one of it is not known; asked for once. */
  need(sessionId: string, id: string): void;
  /** Reads again what somebody looks at. */
  refreshSoon(): void;
  readUsage(): Promise<void>;
  file(id: string, path: string): Promise<Attempt<Conflict>>;
  /** Takes a change back, or brings it back. Says what came of it; a clash opens the view of it. `true` once done. */
  turn(id: string, way: Way, force?: boolean): Promise<boolean>;
  /** Leaves the files as they are. */
  keepMine(): void;
  /** The newest change of the session that stands; null where there is none. */
  newest(sessionId: string): Promise<Attempt<Change | null>>;
}

/** Many changes at once are one reading. */
const SOON_MS = 60;
/** The most that the host gives. */
const MOST = 1000;

interface Parts {
  readonly client: Client;
  readonly toasts: Toasts;
  readonly later: (run: () => void, ms: number) => () => void;
}

export function createChanges({ client, toasts, later }: Parts): ChangesModel {
  const store = createStore<ChangesData>(() => ({ known: {}, usage: null, busy: {}, clash: null }));
  /** Ids that were asked for, by the session they belong to. */
  const asked = new Map<string, string>();
  const due = new Set<string>();
  let usageAsked = false;
  let soon = false;

  const learn = (changes: readonly Change[]): void =>
    store.setState(({ known }) => ({ known: { ...known, ...Object.fromEntries(changes.map((change) => [change.id, change])) } }));
  const list = async (sessionId: string): Promise<Attempt<readonly Change[]>> => {
    const got = await attempt(client['change.list']({ sessionId, limit: MOST }));
    if (!got.ok) return got;
    learn(got.value.changes);
    store.setState({ usage: got.value.usage });
    return { ok: true, value: got.value.changes };
  };
  const readUsage = async (): Promise<void> => {
    usageAsked = true;
    const got = await attempt(client['change.list']({ limit: 1 }));
    if (got.ok) store.setState({ usage: got.value.usage });
  };
  const readSoon = (): void => {
    if (soon) return;
    soon = true;
    later(() => {
      soon = false;
      const sessions = [...due];
      due.clear();
      for (const sessionId of sessions) void list(sessionId);
      if (sessions.length === 0) void readUsage();
    }, SOON_MS);
  };
  const setBusy = (id: string, way: Way | null): void =>
    store.setState(({ busy }) => {
      const { [id]: _, ...rest } = busy;
      return { busy: way === null ? rest : { ...rest, [id]: way } };
    });

  return {
    store,
    readUsage,
    need(sessionId, id) {
      if (store.getState().known[id] !== undefined || asked.has(id)) return;
      asked.set(id, sessionId);
      due.add(sessionId);
      readSoon();
    },
    refreshSoon() {
      for (const sessionId of asked.values()) due.add(sessionId);
      if (due.size > 0 || usageAsked) readSoon();
    },
    file: (id, path) => attempt(client['change.file']({ id, path })),
    async turn(id, way, force = false) {
      if (store.getState().busy[id] !== undefined) return false;
      setBusy(id, way);
      const done = await attempt(client[`change.${way}`]({ id, ...(force ? { force } : {}) }));
      setBusy(id, null);
      if (!done.ok) {
        toasts.show({ words: { notice: done.reason }, tone: 'danger' });
        return false;
      }
      const { change, conflicts, done: files } = done.value;
      learn([change]);
      if (conflicts.length > 0) {
        store.setState({ clash: { change, way, conflicts } });
        return false;
      }
      store.setState(({ clash }) => (clash?.change.id === id ? { clash: null } : {}));
      const name = files.length === 1 ? (files[0] ?? '') : '';
      toasts.show({
        words:
          name === ''
            ? { key: `policy:changes.did-${way}`, params: { count: files.length } }
            : { key: `policy:changes.did-${way}-one`, params: { name } },
        tone: 'ok',
      });
      return true;
    },
    keepMine: () => store.setState({ clash: null }),
    async newest(sessionId) {
      const got = await list(sessionId);
      return got.ok ? { ok: true, value: got.value.find(({ state }) => state === 'applied') ?? null } : got;
    },
  };
}

/** What a tool's result told of its change. */
export interface ChangeMark {
  readonly id: string;
  readonly undoable: boolean;
}

export interface TurnState {
  readonly state: Change['state'];
  /** What can be done now. */
  readonly way: Way;
  /** false: gone, or never kept. */
  readonly possible: boolean;
  readonly busy: Way | null;
}

/** Until the list is read, what the result told holds. */
export function turnState(mark: ChangeMark, change: Change | undefined, busy: Way | undefined): TurnState {
  const state = change?.state ?? 'applied';
  const possible = change === undefined ? mark.undoable : change.available && change.files.some(({ kept }) => kept);
  return { state, way: state === 'applied' ? 'undo' : 'redo', possible, busy: busy ?? null };
}
