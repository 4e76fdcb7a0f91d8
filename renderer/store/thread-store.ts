/** The open conversation: its log, read page by page, then fed by live events once a frame. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import type { RunEvent } from '#shared/schema/run-event';
import { attempt } from './attempt.ts';
import { createBuffer } from './frame-buffer.ts';
import { addDeltas, addEvents, addPage, type Delta, emptyLog, type SessionLog } from './session-log.ts';

/** Events a page; some ten to a run. The host reads a page without a break, so a larger one would hold up every other window. */
const PAGE = 500;
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
  let turn = 0;
  const buffer = createBuffer({
    frame,
    ready: () => store.getState().state !== 'loading',
    heavy: () => store.getState().log.runs.some((run) => (run.live?.text.length ?? 0) > HEAVY),
    take(items) {
      const before = store.getState().log;
      const log = items.reduce((now, item) => ('seq' in item ? addEvents(now, [item]) : addDeltas(now, [item])), before);
      if (log !== before) store.setState({ log });
    },
  });
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
      buffer.clear();
      const log = emptyLog(sessionId ?? '');
      store.setState({ openId: sessionId, log, state: sessionId === null ? 'ready' : 'loading', reason: null });
      if (sessionId === null) return;
      const read = await attempt(readPages(log));
      if (turn !== mine) return;
      store.setState(read.ok ? { log: read.value, state: 'ready' } : { state: 'failed', reason: read.reason });
      if (read.ok) buffer.flush();
    },
    adopt(sessionId) {
      turn += 1;
      store.setState({ openId: sessionId, log: emptyLog(sessionId), state: 'ready', reason: null });
      buffer.flush();
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
      if (event.sessionId === store.getState().openId) buffer.add(event);
    },
    takeDelta(sessionId, delta) {
      if (sessionId === store.getState().openId) buffer.add(delta);
    },
  };
}
