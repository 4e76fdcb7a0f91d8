/** Unsent text, kept by the host so that it survives a crash of the window: saved a moment after the last key. */
import { type Client, MESSAGE_LIMIT } from '#shared/contract/methods';
import { attempt } from './attempt.ts';
import { NEW } from './composer-data.ts';

const PAUSE_MS = 500;

interface Parts {
  readonly client: Client;
  readonly later: (run: () => void, ms: number) => () => void;
  /** What is to be kept for a key now: composer, queue and what could not be sent. */
  readonly textOf: (key: string) => string;
  /** A session was made for the new conversation, so that its text has a place. */
  readonly onCreated: (sessionId: string) => void;
}

export interface Drafts {
  /** Saves soon; a call meanwhile postpones it. */
  touch(key: string): void;
  /** Calls off what is due and waits for what is being saved, so that no draft comes after the message it became. */
  pause(key: string): Promise<void>;
  /** Saves what is due at once. */
  flush(): Promise<void>;
  /** What the host is known to hold. */
  learn(key: string, text: string): void;
  /** The session that is being made for the new conversation, if one is. */
  creation(): Promise<string | null> | null;
}

export function createDrafts({ client, later, textOf, onCreated }: Parts): Drafts {
  const due = new Map<string, () => void>();
  const held = new Map<string, string>();
  const saving = new Map<string, Promise<void>>();
  let creating: Promise<string | null> | null = null;

  const create = async (): Promise<string | null> => {
    const made = await attempt(client['session.create']({}));
    creating = null;
    if (!made.ok) return null;
    onCreated(made.value.id);
    return made.value.id;
  };
  const callOff = (key: string): void => {
    due.get(key)?.();
    due.delete(key);
  };
  /** One at a time for a key: a later text must not be overtaken by an earlier one. */
  const save = (key: string): Promise<void> => {
    callOff(key);
    const next = (saving.get(key) ?? Promise.resolve()).then(() => store(key));
    saving.set(key, next);
    return next;
  };
  const store = async (key: string): Promise<void> => {
    let sessionId = key;
    if (key === NEW) {
      if (textOf(NEW).trim() === '' || creating !== null) return;
      creating = create();
      const made = await creating;
      if (made === null) return;
      sessionId = made;
    }
    const text = textOf(sessionId);
    // Longer than any message may be: the last that was kept stays.
    if ((held.get(sessionId) ?? '') === text || text.length > MESSAGE_LIMIT) return;
    held.set(sessionId, text);
    const saved = await attempt(client['session.draft']({ sessionId, text }));
    // Not kept: the next key tries again.
    if (!saved.ok) held.delete(sessionId);
  };
  return {
    touch(key) {
      due.get(key)?.();
      due.set(
        key,
        later(() => void save(key), key === NEW ? PAUSE_MS * 3 : PAUSE_MS),
      );
    },
    async pause(key) {
      callOff(key);
      await saving.get(key);
    },
    flush: async () => void (await Promise.all([...due.keys()].map(save))),
    learn: (key, text) => void held.set(key, text),
    creation: () => creating,
  };
}
