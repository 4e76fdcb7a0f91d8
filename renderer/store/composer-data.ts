/** What the composer, its queue and its outbox share: one store. */
import type { StoreApi } from 'zustand/vanilla';
import { MESSAGE_LIMIT } from '#shared/contract/methods';
import { type Notice, notice } from '#shared/schema/notice';

export interface Queued {
  readonly id: string;
  readonly text: string;
}

/** A message between the key and the log. Its key makes a repeated call give the same run. */
export interface Outgoing {
  readonly key: string;
  readonly text: string;
  readonly sessionId: string | null;
  readonly runId: string | null;
  /** null while it is on its way; why it did not arrive otherwise. */
  readonly reason: Notice | null;
}

/** Words of this window's own, by their key. */
export interface LocalWords {
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export interface ComposerData {
  /** By session id; `NEW` for the new conversation. */
  readonly texts: Readonly<Record<string, string>>;
  /** Long texts that were pasted, by the same keys: beside the field, which would freeze over them; sent after it. */
  readonly pasted: Readonly<Record<string, string>>;
  readonly queues: Readonly<Record<string, readonly Queued[]>>;
  readonly outgoing: readonly Outgoing[];
  /** Why the last text was not taken; it is still in the composer. */
  readonly refusal: Notice | LocalWords | null;
}

/** Characters from which a text is kept beside the field. */
export const LONG_TEXT = 20_000;

export type ComposerStore = StoreApi<ComposerData>;

/** The key of the conversation that has no session yet. */
export const NEW = '';

export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** What is in the composer: the field, then what was pasted. */
export function writtenText({ texts, pasted }: ComposerData, key: string): string {
  return joinTexts([texts[key] ?? '', pasted[key] ?? '']);
}

export function clearText(store: ComposerStore, key: string): void {
  store.setState(({ texts, pasted }) => ({ texts: { ...texts, [key]: '' }, pasted: { ...pasted, [key]: '' }, refusal: null }));
}

/** The new conversation has its session: what is written and on its way belongs to that now. */
export function adoptNew(store: ComposerStore, sessionId: string): void {
  store.setState(({ texts, pasted, outgoing }) => ({
    texts: { ...texts, [NEW]: '', [sessionId]: joinTexts([texts[sessionId] ?? '', texts[NEW] ?? '']) },
    pasted: { ...pasted, [NEW]: '', [sessionId]: joinTexts([pasted[sessionId] ?? '', pasted[NEW] ?? '']) },
    outgoing: outgoing.map((one) => (one.sessionId === null ? { ...one, sessionId } : one)),
  }));
}

/** Everything of a conversation that is not in the log, as one text. */
export function unsentText({ texts, pasted, queues, outgoing }: ComposerData, key: string): string {
  const stranded = outgoing.filter((one) => (one.sessionId ?? NEW) === key && one.runId === null);
  return joinTexts([
    ...stranded.map(({ text }) => text),
    ...(queues[key] ?? []).map(({ text }) => text),
    texts[key] ?? '',
    pasted[key] ?? '',
  ]);
}

/** Takes the text out of the composer; null where it cannot be sent: then it stays, with the reason. */
export function takeText(store: ComposerStore, key: string): string | null {
  const text = writtenText(store.getState(), key);
  if (text.trim() === '') {
    store.setState({ refusal: null });
    return null;
  }
  if (text.length > MESSAGE_LIMIT) {
    store.setState({ refusal: notice('message_too_long', { limit: MESSAGE_LIMIT, length: text.length }) });
    return null;
  }
  clearText(store, key);
  return text;
}
