/** Decides whether a key or a click was meant for a request: pure. What was typed or clicked before anybody could have read it does not count. */

/** Times are those of events: milliseconds since the window began, at which it happened, not at which it was handled. */

/** Milliseconds of quiet after which the person is taken to have seen what is shown. */
export const QUIET_MS = 300;

export interface Guard {
  /** When the request, or another text of it, came up. */
  readonly shownAt: number;
  /** When the last key came that belonged to what was done before. */
  readonly stirredAt: number;
}

/** Nothing counts before it has been painted. */
export const unpainted: Guard = { shownAt: Number.POSITIVE_INFINITY, stirredAt: Number.POSITIVE_INFINITY };

export function startGuard(now: number): Guard {
  return { shownAt: now, stirredAt: now };
}

export function clickCounts(guard: Guard, now: number): boolean {
  return now - guard.shownAt >= QUIET_MS;
}

export interface Key {
  readonly key: string;
  readonly repeat: boolean;
}

/** Keys that move or only hold say nothing. */
const QUIET_KEYS = /^(?:Control|Shift|Alt|Meta|Tab|Escape|CapsLock|Arrow.*|Page.*|Home|End|F\d+)$/;

/** A burst of typing that began before the request came up goes on until it pauses. */
export function takeKey(guard: Guard, { key, repeat }: Key, now: number): { readonly guard: Guard; readonly counts: boolean } {
  if (QUIET_KEYS.test(key)) return { guard, counts: false };
  if (!repeat && now - guard.stirredAt >= QUIET_MS) return { guard, counts: true };
  // Holding a key down is no typing.
  const holds = guard === unpainted || (repeat && now - guard.stirredAt >= QUIET_MS);
  return { guard: holds ? guard : { ...guard, stirredAt: now }, counts: false };
}
