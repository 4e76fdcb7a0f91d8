/** The list of conversations: read from the host, kept fresh by events, searched by the host. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import type { Session } from '#shared/schema/session';
import { attempt } from './attempt.ts';

export interface SessionsData {
  readonly sessions: readonly Session[];
  readonly loaded: boolean;
  readonly query: string;
  /** null while nothing is searched. */
  readonly found: readonly Session[] | null;
}

export interface SessionsModel {
  readonly store: StoreApi<SessionsData>;
  /** Rejects when the host cannot be reached. */
  refresh(): Promise<void>;
  /** Soon, and once for many calls. */
  refreshSoon(): void;
  search(query: string): Promise<void>;
  rename(sessionId: string, title: string): Promise<Notice | null>;
  pin(sessionId: string, pinned: boolean): Promise<Notice | null>;
  remove(sessionId: string): Promise<Notice | null>;
  restore(sessionId: string): Promise<Notice | null>;
  add(session: Session): void;
  noteEvent(event: RunEvent): void;
}

/** Many events at once are one reading of the list. */
const SOON_MS = 60;

type Later = (run: () => void, ms: number) => () => void;

export function createSessions({ client, later }: { readonly client: Client; readonly later: Later }): SessionsModel {
  const store = createStore<SessionsData>(() => ({ sessions: [], loaded: false, query: '', found: null }));
  let waiting = false;

  const put = (session: Session): void => {
    const swap = (list: readonly Session[]): readonly Session[] => list.map((known) => (known.id === session.id ? session : known));
    store.setState(({ sessions, found }) => ({
      sessions: sessions.some((known) => known.id === session.id) ? swap(sessions) : [session, ...sessions],
      found: found === null ? null : swap(found),
    }));
  };
  const drop = (sessionId: string): void =>
    store.setState(({ sessions, found }) => ({
      sessions: sessions.filter(({ id }) => id !== sessionId),
      found: found?.filter(({ id }) => id !== sessionId) ?? null,
    }));
  const refresh = async (): Promise<void> => {
    const { sessions } = await client['session.list']({});
    store.setState({ sessions: sessions.filter((session) => session.deletedAt === null), loaded: true });
    const { query } = store.getState();
    if (query !== '') await search(query);
  };
  const search = async (query: string): Promise<void> => {
    store.setState({ query, ...(query.trim() === '' ? { found: null } : {}) });
    if (query.trim() === '') return;
    const answer = await attempt(client['session.list']({ query: query.trim().slice(0, 200) }));
    // A slow answer to an older question is of no use.
    if (answer.ok && store.getState().query === query) {
      store.setState({ found: answer.value.sessions.filter((session) => session.deletedAt === null) });
    }
  };
  const refreshSoon = (): void => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      void attempt(refresh());
    }, SOON_MS);
  };
  const change = async (call: Promise<Session>): Promise<Notice | null> => {
    const done = await attempt(call);
    if (!done.ok) return done.reason;
    put(done.value);
    return null;
  };
  return {
    store,
    refresh,
    refreshSoon,
    search,
    rename: (sessionId, title) => change(client['session.rename']({ sessionId, title })),
    pin: (sessionId, pinned) => change(client['session.pin']({ sessionId, pinned })),
    restore: (sessionId) => change(client['session.restore']({ sessionId })),
    async remove(sessionId) {
      const done = await attempt(client['session.delete']({ sessionId }));
      if (!done.ok) return done.reason;
      drop(sessionId);
      return null;
    },
    add: put,
    noteEvent(event) {
      const session = store.getState().sessions.find(({ id }) => id === event.sessionId);
      const activeRun = activeRunAfter(event);
      if (session !== undefined && activeRun !== undefined)
        put({ ...session, activeRun, updatedAt: Math.max(session.updatedAt, event.at) });
      // The title and the order are the host's: it makes them from the first message.
      if (session === undefined || event.type === 'message.received' || endsRun(event.type)) refreshSoon();
    },
  };
}

/** undefined where the event says nothing about it. */
function activeRunAfter(event: RunEvent): Session['activeRun'] | undefined {
  if (endsRun(event.type)) return null;
  switch (event.type) {
    case 'run.started':
    case 'clarification.answered':
    case 'approval.decided':
      return { id: event.runId, state: 'running' };
    case 'clarification.needed':
    case 'approval.requested':
      return { id: event.runId, state: 'waiting' };
    default:
      return undefined;
  }
}
