/** What a person should know now, each kind once; a dismissed one stays away until the next start. */
import type { Notice } from '#shared/schema/notice';

export interface ProblemList {
  all(): Notice[];
  add(...notices: readonly Notice[]): void;
  dismiss(code: string): void;
  /** Takes back what is no longer so. */
  forget(...codes: readonly string[]): void;
}

export function createProblemList(first: readonly Notice[]): ProblemList {
  let known: Notice[] = [];
  const list: ProblemList = {
    all: () => [...known],
    add(...notices) {
      known = [...known.filter((one) => !notices.some((next) => next.code === one.code)), ...notices];
    },
    dismiss: (code) => list.forget(code),
    forget(...codes) {
      known = known.filter((one) => !codes.includes(one.code));
    },
  };
  list.add(...first);
  return list;
}
