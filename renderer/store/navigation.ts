/** Which conversation is open: choosing one, beginning one, deleting one with a way back. */
import type { AppModel } from './app-store.ts';
import type { ComposerModel } from './composer-store.ts';
import type { SessionsModel } from './sessions-store.ts';
import type { ThreadModel } from './thread-store.ts';
import type { Toasts } from './toast-store.ts';

/** Which conversation is open, over a reload of this window. */
export interface Place {
  read(): string | null;
  write(sessionId: string | null): void;
}

export interface Navigation {
  openSession(sessionId: string | null): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;
  /** What was open before a reload, else the newest conversation, else a new one. */
  firstOpen(): Promise<void>;
  /** A session was made for the new conversation, by a message or to keep a draft. */
  onSession(sessionId: string, sent: boolean): void;
}

interface Parts {
  readonly app: AppModel;
  readonly sessions: SessionsModel;
  readonly thread: ThreadModel;
  /** Asked for late: the composer tells of new sessions itself. */
  readonly composer: () => ComposerModel;
  readonly toasts: Toasts;
  readonly place: Place;
}

export function createNavigation({ app, sessions, thread, composer, toasts, place }: Parts): Navigation {
  const madeForDraft = new Set<string>();
  const openId = (): string | null => thread.store.getState().openId;
  const list = () => sessions.store.getState().sessions;

  /** A session that was made only to keep a draft goes again when nothing came of it. */
  const leave = (): void => {
    const { openId: id, log, state } = thread.store.getState();
    if (id === null || !madeForDraft.has(id) || state !== 'ready' || log.runs.length > 0 || composer().holds(id)) return;
    madeForDraft.delete(id);
    void sessions.remove(id);
  };
  const openSession = async (sessionId: string | null): Promise<void> => {
    app.open('chat');
    if (sessionId !== null && sessionId === openId()) return;
    leave();
    place.write(sessionId);
    const session = list().find(({ id }) => id === sessionId);
    if (session !== undefined) composer().learnDraft(session.id, session.draft);
    await thread.open(sessionId);
  };
  const undoDelete = async (sessionId: string, wasOpen: boolean): Promise<void> => {
    const refused = await sessions.restore(sessionId);
    if (refused !== null) toasts.show({ words: { notice: refused }, tone: 'danger' });
    else if (wasOpen) await openSession(sessionId);
  };
  return {
    openSession,
    async deleteSession(sessionId) {
      const wasOpen = openId() === sessionId;
      const reason = await sessions.remove(sessionId);
      if (reason !== null) {
        toasts.show({ words: { notice: reason }, tone: 'danger' });
        return;
      }
      if (wasOpen) await openSession(null);
      toasts.show({ words: { key: 'chat.deleted' }, tone: 'plain', undo: () => void undoDelete(sessionId, wasOpen) });
    },
    async firstOpen() {
      const kept = list().find(({ id }) => id === place.read());
      const latest = [...list()].sort((one, two) => two.updatedAt - one.updatedAt)[0];
      await openSession((kept ?? latest)?.id ?? null);
    },
    onSession(sessionId, sent) {
      sessions.refreshSoon();
      if (!sent) madeForDraft.add(sessionId);
      if (openId() !== null) return;
      place.write(sessionId);
      if (sent) void thread.open(sessionId);
      else thread.adopt(sessionId);
    },
  };
}
