/** Conversations: list, rename, pin, delete with a way back, drafts, events. */
import type { Handlers } from '#shared/contract/methods';
import type { Session } from '#shared/schema/session';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';

type SessionMethods = Extract<keyof Handlers, `session.${string}`>;

/** Events of one page where none is asked for. */
const PAGE = 1_000;

export function sessionHandlers({ sessions, events, log, clock, newId, manager }: HostParts): Pick<Handlers, SessionMethods> {
  const existing = (id: string): Session => sessions.get(id) ?? refuseCall('session_unknown', { id });
  const changed = (id: string): Session => {
    log.signal({ kind: 'changed', what: 'sessions' });
    return existing(id);
  };
  return {
    'session.list': async ({ query = '' }) => ({ sessions: sessions.list(query.trim()) }),
    'session.create': async ({ kind = 'main' }) => {
      const { id } = sessions.create({ id: newId(), title: '', kind, at: clock.now() });
      return changed(id);
    },
    'session.rename': async ({ sessionId, title }) => {
      existing(sessionId);
      sessions.rename(sessionId, title);
      return changed(sessionId);
    },
    'session.pin': async ({ sessionId, pinned }) => {
      existing(sessionId);
      sessions.pin(sessionId, pinned);
      return changed(sessionId);
    },
    'session.delete': async ({ sessionId }) => {
      const { activeRun } = existing(sessionId);
      if (activeRun?.state === 'running') refuseCall('run_active_elsewhere');
      if (activeRun !== null) await manager.cancel(activeRun.id); // a question nobody can see can have no answer
      sessions.markDeleted(sessionId, clock.now());
      changed(sessionId);
      return { done: true };
    },
    'session.restore': async ({ sessionId }) => {
      existing(sessionId);
      sessions.markDeleted(sessionId, null);
      return changed(sessionId);
    },
    'session.draft': async ({ sessionId, text }) => {
      existing(sessionId);
      sessions.setDraft(sessionId, text);
      return { done: true };
    },
    'session.events': async ({ sessionId, before = Number.MAX_SAFE_INTEGER, limit = PAGE }) => {
      existing(sessionId);
      return events.ofSession(sessionId, before, limit);
    },
  };
}
