/** ULIDs: sortable by time, also within a millisecond. */
import { monotonicFactory } from 'ulid';

/** A maker of ids for one host; `now` gives milliseconds since 1970. */
export function createIds(now: () => number): () => string {
  const make = monotonicFactory();
  return () => make(now());
}
