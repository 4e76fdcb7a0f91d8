/** What a person should know now, each matter once, until it is put away; what was damaged is remembered over restarts, whoever found it. */
import { existsSync, readFileSync } from 'node:fs';
import { type Notice, type NoticeCode, noticeSchema } from '#shared/schema/notice';

/** Told until somebody has seen it: the process that repaired it may have been a single command. */
const LASTING: ReadonlySet<NoticeCode> = new Set(['database_damaged', 'settings_damaged', 'keys_damaged']);

export interface ProblemList {
  /** Known problems and those of the moment, without what was put away. */
  all(...present: readonly Notice[]): Notice[];
  add(...notices: readonly Notice[]): void;
  /** Puts every notice of that code away, also those of the moment, until it says something new. */
  dismiss(code: string, ...present: readonly Notice[]): void;
  /** Takes back what is no longer so. */
  forget(...codes: readonly NoticeCode[]): void;
}

export interface ProblemListOptions {
  /** Where lasting problems are kept. */
  readonly file: string;
  readonly write: (file: string, text: string) => void;
}

const keyOf = (notice: Notice): string => JSON.stringify([notice.code, notice.params]);

export function createProblemList({ file, write }: ProblemListOptions): ProblemList {
  let known: Notice[] = readLasting(file);
  const seen = new Set<string>();
  const keep = (next: Notice[]): void => {
    const before = lasting(known);
    known = next;
    if (JSON.stringify(lasting(next)) !== JSON.stringify(before)) write(file, `${JSON.stringify(lasting(next))}\n`);
  };
  return {
    all: (...present) => [...known, ...present].filter((notice) => !seen.has(keyOf(notice))),
    add: (...notices) => keep([...known.filter((one) => !notices.some((next) => next.code === one.code)), ...notices]),
    dismiss(code, ...present) {
      for (const notice of [...known, ...present]) if (notice.code === code) seen.add(keyOf(notice));
      keep(known.filter((one) => one.code !== code));
    },
    forget: (...codes) => keep(known.filter((one) => !codes.includes(one.code))),
  };
}

const lasting = (notices: readonly Notice[]): Notice[] => notices.filter(({ code }) => LASTING.has(code));

function readLasting(file: string): Notice[] {
  try {
    return existsSync(file) ? noticeSchema.array().parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  } catch {
    return []; // only a reminder: what it was about is told by the files in backups/
  }
}
