/** One thing after another: what works on the kept contents of a store never works on them at the same time. */
import type { ChangeStore, FileState } from '#runtime/storage/change-store';

/** A change whose call runs. */
export interface OpenChange {
  /** What something else of ours did to files meanwhile: that is not this call's. */
  readonly others: Map<string, FileState | null>;
}

export interface Line {
  /** Runs the work when all before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Changes that this process has begun and not finished, by id. */
  readonly open: Map<string, OpenChange>;
}

const lines = new WeakMap<ChangeStore, Line>();

/** The one line of a store, whichever workspace uses it. */
export function lineOf(store: ChangeStore): Line {
  const known = lines.get(store);
  if (known !== undefined) return known;
  let last: Promise<unknown> = Promise.resolve();
  const line: Line = {
    run(work) {
      const next = last.then(work);
      last = next.catch(() => undefined);
      return next;
    },
    open: new Map(),
  };
  lines.set(store, line);
  return line;
}
