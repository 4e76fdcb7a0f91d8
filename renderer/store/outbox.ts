/** Messages on their way: sent once each, kept where nobody answered, and given back where they were refused. */
import type { Client } from '#shared/contract/methods';
import { type Attempt, attempt } from './attempt.ts';
import { type ComposerStore, NEW, type Outgoing } from './composer-data.ts';
import type { Drafts } from './drafts.ts';

export interface Outbox {
  /** Sends a text. Without a session the host makes one. */
  deliver(sessionId: string | null, text: string): Promise<void>;
  resend(key: string): Promise<void>;
  /** Sends again whatever nobody answered. */
  resendAll(): Promise<void>;
  /** Gives a message that did not arrive back to the composer. */
  putBack(key: string): void;
  /** The log has it now. */
  arrived(runId: string): void;
}

interface Parts {
  readonly client: Client;
  readonly store: ComposerStore;
  readonly drafts: Drafts;
  readonly newKey: () => string;
  /** A session was made by a message. */
  readonly onSession: (sessionId: string) => void;
  /** Puts a text before what is being written. */
  readonly prepend: (key: string, text: string) => void;
  /** Puts a text first in the queue. */
  readonly requeue: (sessionId: string, text: string) => void;
}

/** After these it is not known whether the host took the message: only the same key may be tried again. */
const UNKNOWN: ReadonlySet<string> = new Set(['not_connected', 'bad_output']);

export function createOutbox({ client, store, drafts, newKey, onSession, prepend, requeue }: Parts): Outbox {
  // The event may be faster than the answer to the call that caused it.
  const seen = new Set<string>();
  const change = (key: string, part: Partial<Outgoing>): void =>
    store.setState(({ outgoing }) => ({ outgoing: outgoing.map((one) => (one.key === key ? { ...one, ...part } : one)) }));
  const takeOut = (key: string): Outgoing | null => {
    const found = store.getState().outgoing.find((one) => one.key === key) ?? null;
    store.setState(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.key !== key) }));
    return found;
  };
  const refuse = (sent: Outgoing, { reason }: Attempt<unknown> & { readonly ok: false }): void => {
    if (UNKNOWN.has(reason.code)) {
      change(sent.key, { reason });
      drafts.touch(sent.sessionId ?? NEW);
      return;
    }
    takeOut(sent.key);
    // Another window was faster: the message waits for that run, like any other.
    if (reason.code === 'run_active' && sent.sessionId !== null) {
      requeue(sent.sessionId, sent.text);
      return;
    }
    prepend(sent.sessionId ?? NEW, sent.text);
    store.setState({ refusal: reason });
  };
  const send = async (message: Outgoing): Promise<void> => {
    const { key, text } = message;
    const answer = await attempt(
      client['run.start']({ text, key, ...(message.sessionId === null ? {} : { sessionId: message.sessionId }) }),
    );
    if (!answer.ok) {
      refuse(message, answer);
      return;
    }
    const { runId, sessionId } = answer.value;
    if (seen.has(runId)) takeOut(key);
    else change(key, { runId, sessionId });
    // The host forgot its draft with the message; what is still unsent here is to be kept anew.
    drafts.learn(sessionId, '');
    drafts.touch(sessionId);
    if (message.sessionId === null) onSession(sessionId);
  };
  const resend = async (key: string): Promise<void> => {
    const message = store.getState().outgoing.find((one) => one.key === key);
    if (message === undefined || message.reason === null) return;
    change(key, { reason: null });
    await send({ ...message, reason: null });
  };
  return {
    async deliver(sessionId, text) {
      const message: Outgoing = { key: newKey(), text, sessionId, runId: null, reason: null };
      store.setState(({ outgoing }) => ({ outgoing: [...outgoing, message] }));
      await drafts.pause(sessionId ?? NEW);
      // The new conversation may have got its session meanwhile, for the draft that this message was.
      await send(store.getState().outgoing.find((one) => one.key === message.key) ?? message);
    },
    resend,
    async resendAll() {
      for (const { key, reason } of store.getState().outgoing) if (reason !== null) await resend(key);
    },
    putBack(key) {
      const message = takeOut(key);
      if (message !== null) prepend(message.sessionId ?? NEW, message.text);
    },
    arrived(runId) {
      seen.add(runId);
      store.setState(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.runId !== runId) }));
    },
  };
}
