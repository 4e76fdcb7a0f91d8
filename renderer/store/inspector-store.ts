/** The inspector: what the open conversation's prompt is made of, read while somebody looks and never before. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Context, PromptSight } from '#shared/schema/context';
import type { Notice } from '#shared/schema/notice';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { attempt } from './attempt.ts';
import { isDoubted } from './prompt-truth.ts';
import type { ThreadModel } from './thread-store.ts';

export const INSPECTOR_TABS = ['context', 'prompt', 'memory', 'events'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

/** How the pane was left. */
export interface Pane {
  readonly open: boolean;
  readonly tab: InspectorTab;
}
/** Keeps it over a reload of the window. */
export interface PanePlace {
  read(): Pane;
  write(pane: Pane): void;
}

/** What is known of one thing; a value stays while it is read again. */
export interface Reading<T> {
  readonly state: 'unread' | 'reading' | 'ready' | 'failed';
  readonly value: T | null;
  readonly reason: Notice | null;
}

interface Values {
  readonly context: Context;
  readonly prompt: PromptSight;
  /** Of the newest run, oldest first. */
  readonly events: readonly RunEvent[];
}
type Part = keyof Values;
type Readings = { readonly [P in Part]: Reading<Values[P]> };

export interface InspectorData extends Pane, Readings {
  /** The conversation that all of this is about. */
  readonly sessionId: string | null;
  /** The person asked for the pane, so that it takes the focus. */
  readonly wanted: boolean;
  /** What was being written when the prompt was read. */
  readonly draft: string;
}

export interface InspectorModel {
  readonly store: StoreApi<InspectorData>;
  toggle(): void;
  show(tab?: InspectorTab): void;
  close(): void;
  pick(tab: InspectorTab): void;
  /** The pane has the focus that was asked for. */
  tookFocus(): void;
  /** The place of the pane is there: beside the conversation it opens as it was left, over it (`narrow`) only when asked for. null: the place is gone. */
  fit(width: 'wide' | 'narrow' | null): void;
  noteEvent(event: RunEvent): void;
  /** Reads again what is looked at; anything may have changed. */
  refreshSoon(): void;
}

/** A step brings several events at once. */
const SOON_MS = 120;
/** Events that are read of a run; of a longer one those before its last are left out. */
const PAGE = 500;
const NEEDS: { readonly [T in InspectorTab]: readonly Part[] } = {
  context: ['context', 'prompt'],
  prompt: ['prompt'],
  memory: [],
  events: ['events'],
};
const PARTS: readonly Part[] = ['context', 'prompt', 'events'];
const UNREAD = { state: 'unread', value: null, reason: null } as const;
const NOTHING = { context: UNREAD, prompt: UNREAD, events: UNREAD } as const;

interface Parts {
  readonly client: Client;
  readonly thread: ThreadModel;
  readonly later: (run: () => void, ms: number) => () => void;
  readonly place: PanePlace;
  /** What is being written to a conversation. */
  readonly written: (sessionId: string) => string;
}

export function createInspector({ client, thread, later, place, written }: Parts): InspectorModel {
  const left = place.read();
  const { openId } = thread.store.getState();
  const store = createStore<InspectorData>(() => ({ open: false, tab: left.tab, wanted: false, draft: '', sessionId: openId, ...NOTHING }));
  const get = store.getState;
  let isDocked = left.open;
  let width: 'wide' | 'narrow' | null = null;
  const { read, isWorthReading, forget, makeStale, take, addLive } = createReader({ client, thread, store, written });
  let soon = false;

  const readNeeded = (): void => {
    addLive();
    for (const part of PARTS) void read(part);
  };
  const tick = (): void => {
    if (soon) return;
    soon = true;
    later(() => {
      soon = false;
      readNeeded();
    }, SOON_MS);
  };
  const setOpen = (open: boolean, tab: InspectorTab, wanted: boolean): void => {
    if (width !== 'narrow') {
      isDocked = open;
      place.write({ open, tab });
    }
    // What happened while it was closed was not followed.
    if (!get().open) forget();
    store.setState({ open, tab, wanted });
    readNeeded();
  };

  thread.store.subscribe(({ openId: now }) => {
    if (now === get().sessionId) {
      if (isWorthReading('context')) tick();
      return;
    }
    forget();
    store.setState({ sessionId: now, ...NOTHING });
    readNeeded();
  });
  const show = (tab: InspectorTab = get().tab): void => setOpen(true, tab, true);
  const close = (): void => setOpen(false, get().tab, false);
  return {
    store,
    show,
    close,
    toggle: () => (get().open ? close() : show()),
    pick(tab) {
      if (width === 'wide') place.write({ open: true, tab });
      store.setState({ tab });
      readNeeded();
    },
    tookFocus: () => store.setState({ wanted: false }),
    fit(next) {
      const { open, wanted } = get();
      width = next;
      // Asked for from another view, it is open before its place is there.
      const opens = next !== null && (wanted || (next === 'wide' && isDocked));
      if (opens && !open) forget();
      store.setState({ open: opens, wanted: opens && wanted });
      readNeeded();
    },
    noteEvent(event) {
      if (event.sessionId !== get().sessionId) return;
      take(event);
      if (event.type === 'planner.decided' || endsRun(event.type)) makeStale('context', 'prompt');
      if (get().open) tick();
    },
    refreshSoon() {
      makeStale(...PARTS);
      tick();
    },
  };
}

interface ReaderParts extends Pick<Parts, 'client' | 'thread' | 'written'> {
  readonly store: StoreApi<InspectorData>;
}

/** Reads each part at most once at a time, and only what is looked at. */
function createReader({ client, thread, store, written }: ReaderParts) {
  const get = store.getState;
  const stale = new Set<Part>(PARTS);
  const flying = new Set<Part>();
  /** Events that came since the page was asked for. */
  let live: RunEvent[] = [];
  const calls: { readonly [P in Part]: (sessionId: string) => Promise<Values[P]> } = {
    context: (sessionId) => client['context.get']({ sessionId }),
    prompt(sessionId) {
      const draft = written(sessionId).trim();
      store.setState({ draft });
      return client['prompt.inspect']({ sessionId, text: draft });
    },
    events: async (sessionId) => newestRun((await client['session.events']({ sessionId, limit: PAGE })).events),
  };
  const isNeeded = (part: Part): boolean => {
    const { open, tab } = get();
    return (open && NEEDS[tab].includes(part)) || (part === 'context' && isDoubted(thread.store.getState().log));
  };
  const put = <P extends Part>(part: P, change: Partial<Reading<Values[P]>>): void =>
    store.setState((data) => ({ [part]: { ...data[part], ...change } }));
  const addLive = (): void => {
    const { value } = get().events;
    if (value === null || live.length === 0) return;
    const last = value.at(-1)?.cursor ?? 0;
    put('events', { value: newestRun([...value, ...live.filter(({ cursor }) => cursor > last)]) });
    live = [];
  };
  return {
    addLive,
    /** What went out of date meanwhile is read once more; what failed is tried again when something happens, not at once. */
    async read(part: Part): Promise<void> {
      if (flying.has(part)) return;
      flying.add(part);
      for (let id = get().sessionId; id !== null && stale.has(part) && isNeeded(part); id = get().sessionId) {
        stale.delete(part);
        if (get()[part].value === null) put(part, { state: 'reading' });
        const done = await attempt<Values[Part]>(calls[part](id));
        if (id !== get().sessionId) continue;
        put(part, done.ok ? { state: 'ready', value: done.value, reason: null } : { state: 'failed', reason: done.reason });
        if (done.ok) continue;
        stale.add(part);
        break;
      }
      flying.delete(part);
    },
    isWorthReading: (part: Part): boolean => stale.has(part) && !flying.has(part) && get()[part].state !== 'failed' && isNeeded(part),
    makeStale(...parts: readonly Part[]): void {
      for (const part of parts) stale.add(part);
    },
    forget(): void {
      for (const part of PARTS) stale.add(part);
      live = [];
    },
    take(event: RunEvent): void {
      // Until the page is asked for, it will have it.
      if (flying.has('events') || (get().open && get().events.value !== null)) live.push(event);
    },
  };
}

/** Those of the run that the last one belongs to. */
function newestRun(events: readonly RunEvent[]): readonly RunEvent[] {
  const runId = events.at(-1)?.runId;
  return events.filter((event) => event.runId === runId);
}
