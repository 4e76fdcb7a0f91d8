/** The open conversation: its log, read page by page, then fed by live events once a frame. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import type { RunEvent } from '#shared/schema/run-event';
import { attempt } from './attempt.ts';
import { addDeltas, addEvents, addPage, type Delta, emptyLog, type SessionLog } from './session-log.ts';

/** Events a page; some ten to a run. */
const PAGE = 2000;
/** Characters of a streamed text from which it is drawn less often. */
const HEAVY = 20_000;

export interface ThreadData {
  /** null: a new conversation that has no session yet. */
  readonly openId: string | null;
  readonly log: SessionLog;
  readonly state: 'ready' | 'loading' | 'failed';
  readonly reason: Notice | null;
}

export interface ThreadModel {
  readonly store: StoreApi<ThreadData>;
  /** Opens a session, or with null a new conversation. Reads it again when it is open already. */
  open(sessionId: string | null): Promise<void>;
  /** Gives the new conversation the session that was made for it; nothing is read. */
  adopt(sessionId: string): void;
  older(): Promise<void>;
  takeEvent(event: RunEvent): void;
  takeDelta(sessionId: string, delta: Delta): void;
}

interface Parts {
  readonly client: Client;
  /** Runs once before the next frame; `heavy`: a little later, since each change of a very long text costs more. */
  readonly frame: (run: () => void, heavy: boolean) => void;
}

export function createThread({ client, frame }: Parts): ThreadModel {
  const store = createStore<ThreadData>(() => ({ openId: null, log: emptyLog(''), state: 'ready', reason: null }));
  let pending: (RunEvent | Delta)[] = [];
  let scheduled = false;
  let turn = 0;

  const flush = (): void => {
    scheduled = false;
    if (store.getState().state === 'loading') return;
    const items = pending;
    pending = [];
    const log = items.reduce(
      (before, item) => ('seq' in item ? addEvents(before, [item]) : addDeltas(before, [item])),
      store.getState().log,
    );
    if (log !== store.getState().log) store.setState({ log });
  };
  const take = (item: RunEvent | Delta): void => {
    const last = pending.at(-1);
    if (last !== undefined && !('seq' in last) && !('seq' in item) && continues(last, item)) {
      pending[pending.length - 1] = { ...last, text: last.text + item.text };
    } else pending.push(item);
    if (scheduled) return;
    scheduled = true;
    frame(
      flush,
      store.getState().log.runs.some((run) => (run.live?.text.length ?? 0) > HEAVY),
    );
  };
  /** Pages back until at least one run is whole. */
  const readPages = async (log: SessionLog): Promise<SessionLog> => {
    let read = log;
    do {
      const before = read.oldest;
      const page = await client['session.events']({ sessionId: log.sessionId, limit: PAGE, ...(before === undefined ? {} : { before }) });
      read = addPage(read, page.events, page.more && page.events.length > 0);
    } while (read.more && read.runs.length === log.runs.length);
    return read;
  };
  return {
    store,
    async open(sessionId) {
      turn += 1;
      const mine = turn;
      pending = [];
      const log = emptyLog(sessionId ?? '');
      store.setState({ openId: sessionId, log, state: sessionId === null ? 'ready' : 'loading', reason: null });
      if (sessionId === null) return;
      const read = await attempt(readPages(log));
      if (turn !== mine) return;
      store.setState(read.ok ? { log: read.value, state: 'ready' } : { state: 'failed', reason: read.reason });
      if (read.ok) flush();
    },
    adopt(sessionId) {
      turn += 1;
      store.setState({ openId: sessionId, log: emptyLog(sessionId), state: 'ready', reason: null });
      flush();
    },
    async older() {
      const { log, state } = store.getState();
      if (!log.more || state === 'loading') return;
      const mine = turn;
      const read = await attempt(readPages({ ...log, runs: [] }));
      if (turn !== mine || !read.ok) return;
      store.setState((data) => {
        const known = new Set(read.value.runs.map((run) => run.runId));
        return { log: { ...read.value, runs: [...read.value.runs, ...data.log.runs.filter((run) => !known.has(run.runId))] } };
      });
    },
    takeEvent(event) {
      if (event.sessionId === store.getState().openId) take(event);
    },
    takeDelta(sessionId, delta) {
      if (sessionId === store.getState().openId) take(delta);
    },
  };
}

/** A frame may bring many small pieces; one that follows on another is one with it. */
function continues(last: Delta, next: Delta): boolean {
  return last.runId === next.runId && last.step === next.step && last.offset + last.text.length === next.offset;
}
