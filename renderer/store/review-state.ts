/** Which request the dialog shows: a pure fold, so that every order of answers, windows and keys can be tried. */
import type { Approval } from '#shared/schema/approval';

export interface Review {
  /** As it was last read; its state is another than `waiting` once it was settled elsewhere. */
  readonly shown: Approval | null;
  /** session: those of this conversation follow one after another; one: only this one. */
  readonly series: 'session' | 'one';
  /** Requests of the series that are through. */
  readonly done: number;
  /** Ids that the person closed unanswered: they open on demand only. */
  readonly aside: ReadonlySet<string>;
}

/** What the window shows now. */
export interface Scene {
  /** The conversation in sight; null where none is. */
  readonly sessionId: string | null;
  /** false while the window is behind others, something floats, or somebody types. */
  readonly free: boolean;
}

export const noReview: Review = { shown: null, series: 'one', done: 0, aside: new Set() };

function nextOf(review: Review, waiting: readonly Approval[], sessionId: string | null): Approval | null {
  return waiting.find((one) => one.sessionId === sessionId && one.id !== review.shown?.id && !review.aside.has(one.id)) ?? null;
}

/** Opens the oldest request of the conversation in sight, unless one is open. */
export function openBySelf(review: Review, waiting: readonly Approval[], { sessionId, free }: Scene): Review {
  if (review.shown !== null || !free) return review;
  const shown = nextOf(review, waiting, sessionId);
  return shown === null ? review : { ...review, shown, series: 'session', done: 0 };
}

/** On demand; what is open stays. */
export function openOne(review: Review, approval: Approval, series: Review['series']): Review {
  if (review.shown !== null) return review;
  const aside = new Set(review.aside);
  aside.delete(approval.id);
  return { shown: approval, series, done: 0, aside };
}

/** Closed without an answer. The others of the series are left alone too: whoever says "not now" means it. */
export function putAside(review: Review, waiting: readonly Approval[]): Review {
  const { shown, series } = review;
  if (shown === null) return review;
  const left = waiting.filter(({ id, sessionId }) => id === shown.id || (series === 'session' && sessionId === shown.sessionId));
  return { ...noReview, aside: new Set([...review.aside, ...left.map(({ id }) => id)]) };
}

/** What was read anew of the request that is shown: changed, or settled elsewhere. */
export function takeShown(review: Review, approval: Approval): Review {
  const { shown } = review;
  if (shown?.id !== approval.id || shown.state !== 'waiting') return review;
  return shown.nonce === approval.nonce && approval.state === 'waiting' ? review : { ...review, shown: approval };
}

/** The shown one is through: the next of its series, or none. */
export function goOn(review: Review, waiting: readonly Approval[]): Review {
  const { shown, series } = review;
  if (shown === null) return review;
  const next = series === 'session' ? nextOf(review, waiting, shown.sessionId) : null;
  return next === null ? { ...noReview, aside: review.aside } : { ...review, shown: next, done: review.done + 1 };
}

/** Such as 1 of 3. */
export function placeOf(review: Review, waiting: readonly Approval[]): { readonly at: number; readonly of: number } {
  const { shown, series, done, aside } = review;
  if (shown === null) return { at: 0, of: 0 };
  const rest =
    series === 'one' ? [] : waiting.filter((one) => one.sessionId === shown.sessionId && one.id !== shown.id && !aside.has(one.id));
  return { at: done + 1, of: done + 1 + rest.length };
}
