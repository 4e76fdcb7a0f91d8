/** The audit: an append-only chain of what was asked, shown, answered and done; each entry holds to all before it. */
import { hash as digest } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type AuditEntry, type AuditReport, auditEntrySchema } from '#shared/schema/audit';
import { type AuditIndex, auditIndex, canonicalJson, fold, maskEntry, type NewAuditEntry } from './audit-entry.ts';
import { type Database, isDamage } from './database.ts';

export interface AuditFilter {
  /** Looked for in subject, tool and everything else that was noted. */
  readonly query?: string | undefined;
  /** denied: denied, refused or void; asked: asked and answered; ran: with or without a question. */
  readonly only?: 'denied' | 'asked' | 'ran' | undefined;
  /** A seq; only what is older. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

export interface AuditLog {
  /** Masks secrets, bounds what is too long, and gives the entry as stored. Durable when it returns, or with the transaction around it. */
  append(entry: NewAuditEntry): AuditEntry;
  /** Newest first. What cannot be read is left out, and makes `verify` say so. */
  list(filter: AuditFilter): { entries: AuditEntry[]; more: boolean };
  /** Goes over the whole chain in small steps, so that nothing waits for it. Rejects only when the signal aborts or for broken I/O. */
  verify(signal?: AbortSignal): Promise<AuditReport>;
}

/** Entries of one page where none is asked for. */
const PAGE = 200;
/** What the first entry is chained to. */
const GENESIS = '0'.repeat(64);
/** Entries that are read at once, and milliseconds after which the check lets others work. */
const STEP = { entries: 50, ms: 10 } as const;
/** Bytes; longer than any entry that was written here. */
const LONGEST = 1_000_000;

const chained = (previous: string, body: string): string => digest('sha256', previous + body, 'hex');

interface Head {
  readonly entries: number;
  readonly hash: string;
}

interface Row extends AuditIndex {
  readonly seq: number;
  /** null where it is longer than any that was written here. */
  readonly body: string | null;
  readonly hash: string;
}

export function createAuditLog(db: Database): AuditLog {
  const headRow = db.prepare<[], Head>('SELECT entries, hash FROM audit_head WHERE one = 1');
  const last = db.prepare<[], number | null>('SELECT max(seq) FROM audit').pluck();
  const insert = db.prepare('INSERT INTO audit (seq, type, denied, words, body, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const setHead = db.prepare(
    'INSERT INTO audit_head (one, entries, hash) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET entries = excluded.entries, hash = excluded.hash',
  );
  const append = db.transaction((given: NewAuditEntry): AuditEntry => {
    const head = headRow.get();
    const newest = last.get() ?? 0;
    const seq = Math.max(head?.entries ?? 0, newest) + 1;
    const entry = { ...maskEntry(given), seq };
    const body = canonicalJson(entry);
    // An end that was cut off, lost or forged is not papered over: what comes after it never fits.
    const previous = head?.entries === newest ? head.hash : GENESIS;
    const hash = chained(previous, body);
    const { type, denied, words } = auditIndex(entry);
    insert.run(seq, type, denied, words, body, hash);
    setHead.run(seq, hash);
    return { ...entry, hash };
  });
  return {
    append,
    list: lister(db),
    verify: verifier(db, () => headRow.get()),
  };
}

function lister(db: Database): AuditLog['list'] {
  const page = db.prepare<{ before: number; only: string; like: string | null; limit: number }, Pick<Row, 'seq' | 'body' | 'hash'>>(
    `SELECT seq, body, hash FROM audit WHERE seq < $before
      AND ($like IS NULL OR words LIKE $like ESCAPE '\\')
      AND CASE $only WHEN 'denied' THEN denied = 1 WHEN 'asked' THEN type IN ('asked', 'answered') WHEN 'ran' THEN type = 'ran' ELSE 1 END
      ORDER BY seq DESC LIMIT $limit`,
  );
  return ({ query = '', only = 'all', before = Number.MAX_SAFE_INTEGER, limit = PAGE }) => {
    const wanted = fold(query.trim());
    const like = wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
    // A page of nothing but unreadable entries is not the end.
    for (let to = before; ; ) {
      const rows = page.all({ before: to, only, like, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const entries = shown.flatMap(read);
      const more = rows.length > limit;
      const oldest = shown.at(-1);
      if (entries.length > 0 || !more || oldest === undefined) return { entries, more };
      to = oldest.seq;
    }
  };
}

function read({ seq, body, hash }: Pick<Row, 'seq' | 'body' | 'hash'>): AuditEntry[] {
  const entry = auditEntrySchema.safeParse({ ...objectOf(body), seq, hash });
  return entry.success ? [entry.data] : [];
}

function objectOf(body: string | null): object {
  try {
    const value: unknown = body === null ? null : JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function verifier(db: Database, head: () => Head | undefined): AuditLog['verify'] {
  const above = db.prepare<[number], Row>(
    `SELECT seq, type, denied, words, iif(length(body) > ${LONGEST}, NULL, body) AS body, hash FROM audit
      WHERE seq > ? ORDER BY seq LIMIT ${STEP.entries}`,
  );
  return async (signal) => {
    const chain = startChain();
    try {
      for (let from = Number.MIN_SAFE_INTEGER; ; ) {
        const rows = above.all(from);
        if (rows.length === 0) return chain.end(head());
        for (let start = performance.now(), at = 0; at < rows.length; at += 1) {
          const row = rows[at];
          if (row === undefined) break;
          chain.take(row);
          from = row.seq;
          if (performance.now() - start < STEP.ms) continue;
          await turn();
          start = performance.now();
        }
        await turn();
        signal?.throwIfAborted();
      }
    } catch (error) {
      if (isDamage(error)) return chain.cut();
      throw error;
    }
  };
}

interface Chain {
  take(row: Row): void;
  /** All was read: is it as long as it was? */
  end(head: Head | undefined): AuditReport;
  /** What follows cannot be read. */
  cut(): AuditReport;
}

function startChain(): Chain {
  let seq = 0;
  let hash = GENESIS;
  let entries = 0;
  let brokenAt: number | null = null;
  const broken = (at: number): void => {
    brokenAt ??= at;
  };
  const report = (): AuditReport => ({ entries, intact: brokenAt === null, brokenAt });
  return {
    take(row) {
      entries += 1;
      if (row.seq !== seq + 1) broken(Math.min(seq + 1, row.seq));
      if (row.body === null || row.hash !== chained(hash, row.body) || !fits(row)) broken(row.seq);
      ({ seq, hash } = row);
    },
    end(head) {
      if (head === undefined ? entries > 0 : head.entries !== seq) broken(Math.min(head?.entries ?? seq, seq) + 1);
      else if (head !== undefined && head.hash !== hash) broken(seq);
      return report();
    },
    cut() {
      broken(seq + 1);
      return report();
    },
  };
}

/** What the list is filtered by says the same as the entry. */
function fits(row: Row): boolean {
  const inner = objectOf(row.body);
  if (read(row).length === 0 || !('seq' in inner) || inner.seq !== row.seq) return false;
  const { type, denied, words } = auditIndex(inner as AuditEntry);
  return type === row.type && denied === row.denied && words === row.words;
}
