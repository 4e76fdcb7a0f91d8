/** One host per data folder: a lock that the system lets go when the process dies, and a note where the host can be reached. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { replaceFile } from '#runtime/files/atomic-file';
import { storageNotice } from '#runtime/storage/database-notice';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import { makeDataFolder } from './data-folder.ts';

const addressSchema = z.object({ pid: z.number().int(), startedAt: z.number(), port: z.number().int(), token: z.string() });

/** Where a running host listens. The file is readable by its owner only. */
export type HostAddress = z.infer<typeof addressSchema>;

export interface HostLock {
  announce(address: HostAddress): void;
  /** Idempotent. */
  release(): void;
}

const ADDRESS = 'host.json';

/**
 * Takes the lock or returns undefined when another process holds it. It is a SQLite file lock, so a killed process leaves none behind and a reused
 * process id cannot be mistaken for the host. Throws CallError when the folder cannot be used.
 */
export function takeHostLock(dataFolder: string): HostLock | undefined {
  makeDataFolder(dataFolder);
  const db = openLock(dataFolder);
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return undefined;
    throw new CallError(storageNotice(error, dataFolder) ?? notice('data_folder_unusable', { path: dataFolder }, String(error)));
  }
  const file = join(dataFolder, ADDRESS);
  rmSync(file, { force: true });
  let held = true;
  return {
    announce: (address) => replaceFile(file, `${JSON.stringify(address)}\n`),
    release() {
      if (!held) return;
      held = false;
      rmSync(file, { force: true });
      db.close();
    },
  };
}

function openLock(dataFolder: string): Sqlite.Database {
  try {
    return new Sqlite(join(dataFolder, 'host.lock'), { timeout: 0 });
  } catch (error) {
    throw new CallError(storageNotice(error, dataFolder) ?? notice('data_folder_unusable', { path: dataFolder }, String(error)));
  }
}

/** The address of the host that holds the lock; undefined when it has none (yet). */
export function readHostAddress(dataFolder: string): HostAddress | undefined {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(join(dataFolder, ADDRESS), 'utf8')));
  } catch {
    return undefined;
  }
}
