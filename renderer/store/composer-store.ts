/** Everything typed and not yet in the log: drafts, the queue behind a run, and messages on their way. Text is never lost. */
import { createStore } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import {
  adoptNew,
  type ComposerData,
  type ComposerStore,
  clearText,
  joinTexts,
  LONG_TEXT,
  type LocalWords,
  NEW,
  type Queued,
  takeText,
  unsentText,
  writtenText,
} from './composer-data.ts';
import { createDrafts } from './drafts.ts';
import { createOutbox, type Outbox } from './outbox.ts';

export interface ComposerModel extends Outbox {
  readonly store: ComposerStore;
  setText(key: string, text: string): void;
  /** Puts a text before what is being written. */
  putText(key: string, text: string): void;
  setPasted(key: string, text: string): void;
  /** Adds a long text to what was pasted before. */
  paste(key: string, text: string): void;
  /** All that is in the composer. */
  written(key: string): string;
  clear(key: string): void;
  /** Why what is written was not taken; it stays. */
  refuse(reason: Notice | LocalWords): void;
  /** Takes over what the host kept, unless something was typed here. */
  learnDraft(sessionId: string, text: string): void;
  /** Sends what is written, or refuses it and leaves it where it is. */
  submit(sessionId: string | null): Promise<void>;
  enqueue(sessionId: string): void;
  unqueue(sessionId: string, id: string): Queued | null;
  /** Sends the next of the queue, if there is one. */
  sendNext(sessionId: string): Promise<void>;
  /** Whether anything unsent belongs to the session. */
  holds(sessionId: string): boolean;
  flush(): Promise<void>;
}

interface Parts {
  readonly client: Client;
  readonly later: (run: () => void, ms: number) => () => void;
  readonly newKey: () => string;
  /** A session was made for the new conversation; `sent`: by a message, else by a draft. */
  readonly onSession: (sessionId: string, sent: boolean) => void;
}

export function createComposer({ client, later, newKey, onSession }: Parts): ComposerModel {
  const store = createStore<ComposerData>(() => ({ texts: {}, pasted: {}, queues: {}, outgoing: [], refusal: null }));
  const { getState: get } = store;
  const drafts = createDrafts({
    client,
    later,
    textOf: (key) => unsentText(get(), key),
    onCreated(sessionId) {
      adoptNew(store, sessionId);
      onSession(sessionId, false);
    },
  });
  const setText = (key: string, text: string): void => {
    // What was wrong with a command is over once it is another one.
    store.setState(({ texts, refusal }) => ({
      texts: { ...texts, [key]: text },
      refusal: text === '' || (refusal !== null && 'key' in refusal) ? null : refusal,
    }));
    drafts.touch(key);
  };
  const setPasted = (key: string, text: string): void => {
    store.setState(({ pasted }) => ({ pasted: { ...pasted, [key]: text }, refusal: null }));
    drafts.touch(key);
  };
  const prepend = (key: string, text: string): void => {
    if (text.length < LONG_TEXT) setText(key, joinTexts([text, get().texts[key] ?? '']));
    else setPasted(key, joinTexts([text, get().pasted[key] ?? '']));
  };
  const setQueue = (sessionId: string, change: (queue: readonly Queued[]) => readonly Queued[]): void => {
    store.setState(({ queues }) => ({ queues: { ...queues, [sessionId]: change(queues[sessionId] ?? []) } }));
    drafts.touch(sessionId);
  };
  const requeue = (sessionId: string, text: string): void => setQueue(sessionId, (queue) => [{ id: newKey(), text }, ...queue]);
  const outbox = createOutbox({
    client,
    store,
    drafts,
    newKey,
    prepend,
    requeue,
    onSession(sessionId) {
      adoptNew(store, sessionId);
      onSession(sessionId, true);
    },
  });
  return {
    ...outbox,
    store,
    setText,
    putText: prepend,
    setPasted,
    paste: (key, text) => setPasted(key, joinTexts([get().pasted[key] ?? '', text])),
    written: (key) => writtenText(get(), key),
    clear(key) {
      clearText(store, key);
      drafts.touch(key);
    },
    refuse: (refusal) => store.setState({ refusal }),
    learnDraft(sessionId, text) {
      drafts.learn(sessionId, text);
      if (get().texts[sessionId] !== undefined) return;
      const field = text.length < LONG_TEXT ? text : '';
      store.setState(({ texts, pasted }) => ({
        texts: { ...texts, [sessionId]: field },
        pasted: { ...pasted, [sessionId]: field === '' ? text : '' },
      }));
    },
    async submit(sessionId) {
      const text = takeText(store, sessionId ?? NEW);
      if (text !== null) await outbox.deliver(sessionId, text);
    },
    enqueue(sessionId) {
      const text = takeText(store, sessionId);
      if (text !== null) setQueue(sessionId, (queue) => [...queue, { id: newKey(), text }]);
    },
    unqueue(sessionId, id) {
      const found = get().queues[sessionId]?.find((one) => one.id === id) ?? null;
      setQueue(sessionId, (queue) => queue.filter((one) => one.id !== id));
      return found;
    },
    async sendNext(sessionId) {
      const next = get().queues[sessionId]?.[0];
      if (next === undefined) return;
      setQueue(sessionId, (queue) => queue.slice(1));
      await outbox.deliver(sessionId, next.text);
    },
    holds: (sessionId) => unsentText(get(), sessionId) !== '' || get().outgoing.some((one) => one.sessionId === sessionId),
    flush: drafts.flush,
  };
}
