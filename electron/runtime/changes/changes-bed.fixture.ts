/** Changes on a real workspace, wall and database, for tests; `restart` is what a next start finds. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFileWall } from '#runtime/sandbox/file-sandbox';
import type { FileWall } from '#runtime/sandbox/file-wall';
import { createChangeStore } from '#runtime/storage/change-store';
import { type Database, openDatabase } from '#runtime/storage/database';
import type { Change } from '#shared/schema/change';
import type { ChangeSet, Changes } from './changes.ts';
import { type ChangesParts, createChanges } from './create-changes.ts';

export const origin = { runId: 'r', sessionId: 's', callId: 'c', tool: 'exec' } as const;
export const never = new AbortController().signal;

export interface BedOptions {
  readonly limits?: NonNullable<ChangesParts['limits']>;
  /** Stands between the changes and the wall. */
  readonly wrap?: (wall: FileWall) => FileWall;
}

export async function openChangesBed({ limits = {}, wrap = (wall) => wall }: BedOptions = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'reins-changes-')));
  const root = join(base, 'ws');
  const folder = join(base, 'snapshots');
  mkdirSync(root);
  const opened = await openDatabase({ folder: join(base, 'data') });
  const walled = await openFileWall({ root });
  if ('error' in opened || !walled.ok) throw new Error('the bed cannot be made');
  const db: Database = opened.db;
  let count = 0;
  const start = (wall: FileWall): Changes =>
    createChanges({
      files: wall,
      root,
      folder,
      store: createChangeStore(db),
      clock: { now: () => 1_000 + count, zone: 'UTC' },
      newId: () => `change-${String(++count).padStart(4, '0')}`,
      limits,
    });
  const at = (path: string): string => join(root, path);
  const changes = start(wrap(walled.value));
  return {
    base,
    root,
    folder,
    /** The first value of a statement's first row. */
    ask: (sql: string): unknown => db.prepare(sql).pluck().get(),
    tell: (sql: string): void => void db.prepare(sql).run(),
    changes,
    at,
    wall: walled.value,
    fill(entries: Record<string, string | Uint8Array>): void {
      for (const [path, content] of Object.entries(entries)) {
        mkdirSync(dirname(at(path)), { recursive: true });
        writeFileSync(at(path), content);
      }
    },
    /** Every name below the workspace with its content; folders with a slash, links with their target. */
    tree(): Record<string, string> {
      const found: Record<string, string> = {};
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(root.length + 1);
        if (entry.isDirectory()) found[`${name}/`] = '';
        else if (entry.isFile()) found[name] = readFileSync(path, 'latin1');
        else found[name] = entry.isSymbolicLink() ? '(link)' : '(other)';
      }
      return found;
    },
    mode: (path: string): string => (statSync(at(path)).mode & 0o7777).toString(8),
    chmod: (path: string, mode: number): void => chmodSync(at(path), mode),
    /** Kept contents on the disk. */
    blobs: (): number => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    /** Keeps the paths, or all with none, does the work, and gives the change. */
    async make(paths: readonly string[] | 'all', work: () => unknown, by: Changes = changes): Promise<Change> {
      const set = by.begin(origin);
      const kept = await keep(set, paths);
      if (!kept.ok) throw new Error(kept.error.code);
      await work();
      const change = await set.finish();
      if (change === null) throw new Error('nothing was changed');
      return change;
    },
    /** The same folder and database after the process ended, without a goodbye. */
    async restart(): Promise<Changes> {
      const next = start(walled.value);
      await next.recover();
      return next;
    },
    async close(): Promise<void> {
      await walled.value.close();
      db.close();
      for (const entry of readdirSync(base, { recursive: true, withFileTypes: true }))
        if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
export type ChangesBed = Awaited<ReturnType<typeof openChangesBed>>;

export function keep(set: ChangeSet, paths: readonly string[] | 'all', signal: AbortSignal = never) {
  return paths === 'all' ? set.keepAll(signal) : set.keep(paths, signal);
}
