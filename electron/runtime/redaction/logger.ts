/** A log of JSON lines in the data folder, redacted where it is written, a file a day, a week of them kept. */
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { redact } from './redact.ts';

export type LogLevel = 'info' | 'warn' | 'error';

export interface Logger {
  log(level: LogLevel, message: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Resolves when everything logged so far is written. */
  flush(): Promise<void>;
}

const DAYS_KEPT = 7;

/** Never throws and never rejects: a full disk costs log lines, not work. */
export function openLogger({ folder, now }: { readonly folder: string; readonly now: () => number }): Logger {
  let last: Promise<unknown> = mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => dropOld(folder))
    .catch(() => undefined);
  return {
    log(level, message, facts = {}) {
      const at = new Date(now()).toISOString();
      const line = redact(JSON.stringify({ at, level, message, ...facts })).text;
      last = last.then(() => appendFile(join(folder, `reins-${at.slice(0, 10)}.log`), `${line}\n`, { mode: 0o600 })).catch(() => undefined);
    },
    flush: async () => void (await last),
  };
}

async function dropOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^reins-\d{4}-\d\d-\d\d\.log$/.test(name)).sort();
  await Promise.all(names.slice(0, -DAYS_KEPT).map((name) => rm(join(folder, name), { force: true })));
}
