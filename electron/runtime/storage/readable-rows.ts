/** Finds every row of a damaged table that can still be read, however its numbers are spread. */
import type { Database } from 'better-sqlite3';

export type Row = Record<string, string | number | null>;

/** Numbers that are tried one by one in a table, between pages that cannot be read; and how often that may meet damage, which costs far more. */
const TRIED_SINGLY = 100_000;
const FAILED_SINGLY = 3_000;

interface Found {
  readonly rowid: number;
  readonly row: Row;
}

/** A row, `end` where there is none further on, or `unreadable` where a page in the way is damaged. */
type Look = Found | 'end' | 'unreadable';

/**
 * Yields each row once, in no certain order; never throws. It walks upwards; at a damaged page it leaps over it and walks back down to it; what lies
 * between two damaged pages that were leapt over together is tried number by number, up to a limit.
 */
export function* readableRows(source: Database, table: string): Generator<Row> {
  const look = lookInto(source, table);
  if (look === undefined) return;
  let tries = TRIED_SINGLY;
  let failures = FAILED_SINGLY;
  let at = Number.MIN_SAFE_INTEGER;
  for (;;) {
    let next = look.above(at);
    for (; typeof next !== 'string'; next = look.above(at)) {
      yield next.row;
      at = next.rowid;
    }
    if (next === 'end') return;
    const beyond = leap(look.above, at);
    let low = typeof beyond === 'number' ? beyond : beyond.rowid;
    if (typeof beyond !== 'number') yield beyond.row;
    for (let down = look.below(low); typeof down !== 'string' && down.rowid > at; down = look.below(low)) {
      yield down.row;
      low = down.rowid;
    }
    for (let rowid = Math.max(at + 1, 1); rowid < low && tries > 0 && failures > 0; rowid += 1, tries -= 1) {
      const found = look.at(rowid);
      if (typeof found !== 'string') yield found.row;
      if (found === 'unreadable') failures -= 1;
    }
    if (typeof beyond === 'number') return;
    at = beyond.rowid;
  }
}

/** The first row found behind the damage, or a number above every row. */
function leap(above: (rowid: number) => Look, at: number): Found | number {
  const start = Math.max(at, 0);
  for (let width = 1; start + width < Number.MAX_SAFE_INTEGER; width *= 2) {
    const found = above(start + width);
    if (found === 'end') return start + width + 1;
    if (found !== 'unreadable') return found;
  }
  return Number.MAX_SAFE_INTEGER;
}

interface Looks {
  above(rowid: number): Look;
  below(rowid: number): Look;
  at(rowid: number): Look;
}

/** undefined when the table itself is not known any more. */
function lookInto(source: Database, table: string): Looks | undefined {
  const select = `SELECT rowid AS found_rowid, * FROM ${table} WHERE rowid`;
  try {
    const up = source.prepare<[number], Row>(`${select} > ? ORDER BY rowid LIMIT 1`);
    const down = source.prepare<[number], Row>(`${select} < ? ORDER BY rowid DESC LIMIT 1`);
    const one = source.prepare<[number], Row>(`${select} = ?`);
    // A damaged page may claim any number: one that leads backwards or that cannot be counted on is damage too.
    return {
      above: (rowid) =>
        look(
          () => up.get(rowid),
          (found) => found > rowid,
        ),
      below: (rowid) =>
        look(
          () => down.get(rowid),
          (found) => found < rowid,
        ),
      at: (rowid) =>
        look(
          () => one.get(rowid),
          (found) => found === rowid,
        ),
    };
  } catch {
    return undefined;
  }
}

function look(read: () => Row | undefined, fits: (rowid: number) => boolean): Look {
  try {
    const found = read();
    if (found === undefined) return 'end';
    const { found_rowid: rowid, ...row } = found;
    return typeof rowid === 'number' && Number.isSafeInteger(rowid) && fits(rowid) ? { rowid, row } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
