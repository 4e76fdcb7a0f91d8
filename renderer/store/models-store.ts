/** Models as the window sees them: their servers, what is fetched and examined, and what each run's model does now. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client, Output } from '#shared/contract/methods';
import type { Push } from '#shared/contract/wire';
import {
  type Endpoint,
  type ExamProgress,
  type ModelPhase,
  type ModelSettings,
  type ModelSource,
  OFFLINE_MODEL,
  type Pull,
} from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import type { AppModel } from './app-store.ts';
import { type Attempt, attempt } from './attempt.ts';

export interface PhaseView {
  readonly model: string;
  readonly phase: ModelPhase;
  /** Milliseconds since 1970 at which it began, by the host's clock: the same computer's. */
  readonly since: number;
}

export interface ModelsData {
  readonly state: 'unread' | 'reading' | 'ready' | 'failed';
  readonly reason: Notice | null;
  readonly sources: readonly ModelSource[];
  readonly pulls: readonly Pull[];
  /** Running exams by model id; null before the first progress. */
  readonly exams: Readonly<Record<string, ExamProgress | null>>;
  /** By run. */
  readonly phases: Readonly<Record<string, PhaseView>>;
  /** Where keys lie, as the host said when one was last kept; null before that. */
  readonly keysIn: KeyPlace | null;
}

/** system: the key store of the operating system. file: one that only this person can read. */
export type KeyPlace = Output<'endpoint.save'>['kept'];

export interface ModelsModel {
  readonly store: StoreApi<ModelsData>;
  /** Asks every server. Never rejects. */
  refresh(): Promise<void>;
  /** Reads again what somebody looked at. */
  refreshSoon(): void;
  take(push: Extract<Push, { kind: 'phase' | 'pull' | 'exam' }>): void;
  /** The run has ended or its model is done. */
  forget(runId: string): void;
  /** All of these give null once done, else why not. Changes are made one after the other, each to what the one before left. */
  change(make: (models: ModelSettings) => ModelSettings): Promise<Notice | null>;
  pull(name: string): Promise<Notice | null>;
  pause(name: string, forget?: boolean): Promise<Notice | null>;
  exam(id: string): Promise<Notice | null>;
  stopExam(id: string): Promise<Notice | null>;
  /** `key`: a text is kept, null removes the kept one, undefined changes nothing. Gives where keys lie. */
  saveEndpoint(endpoint: Endpoint, key: string | null | undefined): Promise<Attempt<KeyPlace>>;
  removeEndpoint(id: string): Promise<Notice | null>;
  choose(sessionId: string, model: string): Promise<Notice | null>;
}

const SOON_MS = 120;
/** Models in the order at most, as `modelSettingsSchema` has it. */
export const ORDER_LIMIT = 10;
const empty: ModelsData = { state: 'unread', reason: null, sources: [], pulls: [], exams: {}, phases: {}, keysIn: null };

interface Parts {
  readonly client: Client;
  readonly app: AppModel;
  readonly later: (run: () => void, ms: number) => () => void;
}

export function createModels({ client, app, later }: Parts): ModelsModel {
  const store = createStore<ModelsData>(() => empty);
  /** Taken off the list here: the host's last word on them may come later. */
  const forgotten = new Set<string>();
  let turn = 0;
  let soon = false;
  let changes: Promise<unknown> = Promise.resolve();
  const put = ({ sources, pulls, exams }: Output<'model.list'>): void =>
    store.setState(({ exams: known }) => ({
      ...{ state: 'ready', reason: null, sources, pulls },
      exams: Object.fromEntries(exams.map((id) => [id, known[id] ?? null])),
    }));
  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    store.setState(({ state }) => ({ state: state === 'ready' ? 'ready' : 'reading' }));
    const read = await attempt(client['model.list']({}));
    if (mine !== turn) return;
    if (read.ok) put(read.value);
    else store.setState({ state: 'failed', reason: read.reason });
  };
  const told = async (call: Promise<unknown>): Promise<Notice | null> => {
    const done = await attempt(call);
    return done.ok ? null : done.reason;
  };
  const takePull = (pull: Pull): void => {
    if (forgotten.has(pull.name) && pull.state !== 'pulling') return;
    store.setState(({ pulls }) => ({
      pulls: pulls.some(({ name }) => name === pull.name) ? pulls.map((one) => (one.name === pull.name ? pull : one)) : [...pulls, pull],
    }));
  };
  const afterEndpoint = async (): Promise<void> => {
    await Promise.all([attempt(app.refresh()), refresh()]);
  };
  return {
    store,
    refresh,
    refreshSoon() {
      if (soon || store.getState().state === 'unread') return;
      soon = true;
      later(() => {
        soon = false;
        void refresh();
      }, SOON_MS);
    },
    take(push) {
      if (push.kind === 'phase') {
        const { runId, model: id, phase, at } = push;
        store.setState(({ phases }) => ({ phases: { ...phases, [runId]: { model: id, phase, since: at } } }));
      } else if (push.kind === 'pull') takePull(push.pull);
      else {
        const { progress } = push;
        store.setState(({ exams }) => ({ exams: { ...exams, [progress.modelId]: progress } }));
      }
    },
    forget: (runId) =>
      store.setState(({ phases }) => {
        const { [runId]: _, ...rest } = phases;
        return { phases: rest };
      }),
    change(make) {
      const saved = changes.then(async (): Promise<Notice | null> => {
        const known = app.store.getState().app?.settings.models;
        return known === undefined ? { code: 'not_connected' } : app.save({ models: make(known) });
      });
      changes = saved;
      return saved;
    },
    pull(name) {
      forgotten.delete(name);
      return told(client['model.pull']({ name }));
    },
    async pause(name, forget = false) {
      if (forget) forgotten.add(name);
      const reason = await told(client['model.pause']({ name, forget }));
      if (reason !== null) forgotten.delete(name);
      else if (forget) store.setState(({ pulls }) => ({ pulls: pulls.filter((pull) => pull.name !== name) }));
      return reason;
    },
    async exam(id) {
      store.setState(({ exams }) => ({ exams: { ...exams, [id]: null } }));
      const reason = await told(client['model.exam']({ id }));
      store.setState(({ exams }) => {
        const { [id]: _, ...rest } = exams;
        return { exams: rest };
      });
      await refresh();
      return reason;
    },
    stopExam: (id) => told(client['model.stop-exam']({ id })),
    async saveEndpoint(endpoint, key) {
      const saved = await attempt(client['endpoint.save']({ endpoint, ...(key === undefined ? {} : { key }) }));
      if (!saved.ok) return saved;
      store.setState({ keysIn: saved.value.kept });
      await afterEndpoint();
      return { ok: true, value: saved.value.kept };
    },
    async removeEndpoint(id) {
      const reason = await told(client['endpoint.remove']({ id }));
      if (reason === null) await afterEndpoint();
      return reason;
    },
    choose: (sessionId, id) => told(client['model.choose']({ sessionId, model: id })),
  };
}

/** The server's own name of a model, without its source. */
export function modelName(id: string): string {
  return id === OFFLINE_MODEL ? id : id.slice(id.indexOf('/') + 1);
}

/** The order with this model first; each only once. */
export const usedFirst =
  (id: string) =>
  (models: ModelSettings): ModelSettings => ({
    ...models,
    order: id === OFFLINE_MODEL ? [] : [id, ...models.order.filter((one) => one !== id)],
  });

export const withoutModel =
  (id: string) =>
  (models: ModelSettings): ModelSettings => ({ ...models, order: models.order.filter((one) => one !== id) });

export const alsoUsed =
  (id: string) =>
  (models: ModelSettings): ModelSettings => ({ ...models, order: [...models.order.filter((one) => one !== id), id] });

/** One place up (-1) or down (1); at the end of the list it stays where it is. */
export const movedBy =
  (id: string, by: -1 | 1) =>
  (models: ModelSettings): ModelSettings => {
    const from = models.order.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= models.order.length) return models;
    return { ...models, order: models.order.toSpliced(from, 1).toSpliced(to, 0, id) };
  };

/** null leaves it to the app. */
export const withWindow =
  (id: string, tokens: number | null) =>
  (models: ModelSettings): ModelSettings => {
    const { [id]: _, ...rest } = models.windows;
    return { ...models, windows: tokens === null ? rest : { ...rest, [id]: tokens } };
  };

/** Windows that can be asked of a model, up to what it was trained for. */
export function windowsFor(trained: number | null, now: number): number[] {
  const most = trained ?? 131_072;
  const sizes = [4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144].filter((size) => size <= most);
  return [...new Set([...sizes, ...(trained === null ? [] : [trained]), now])].sort((one, other) => one - other);
}
