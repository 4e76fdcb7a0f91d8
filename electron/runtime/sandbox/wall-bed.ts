/** A workspace in a temporary folder with its wall, a canary beside it and a trash of its own, for the tests of changes. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FileWallOptions, openFileWall } from './file-sandbox.ts';
import type { FileWall, Outcome } from './file-wall.ts';
import type { Platform } from './path-rules.ts';

export interface WallBed {
  readonly base: string;
  readonly root: string;
  /** A folder beside the workspace with canary.txt in it. */
  readonly out: string;
  /** Where its deletions go on Linux. */
  readonly trash: string;
  readonly wall: FileWall;
  fill(entries: Record<string, string>): void;
  content(path: string): string | null;
  /** Names in a folder of the workspace. */
  names(path?: string): string[];
  /** Closes and removes all; throws when the outside was touched. */
  close(): Promise<void>;
}

/** Linux holds places by handles, the others go by checked paths; that second way works on Linux too. */
export const PLATFORMS: readonly Platform[] =
  process.platform === 'linux' ? ['linux', 'darwin'] : [process.platform === 'win32' ? 'win32' : 'darwin'];

export async function openWallBed(more: Partial<FileWallOptions> & { disk?: string } = {}): Promise<WallBed> {
  const { disk = tmpdir(), ...options } = more;
  const base = realpathSync(mkdtempSync(join(disk, 'reins-wall-')));
  const [root, out] = [join(base, 'ws'), join(base, 'out')];
  for (const folder of [root, out]) mkdirSync(folder);
  writeFileSync(join(out, 'canary.txt'), 'CANARY');
  const environment = { XDG_DATA_HOME: join(base, 'data'), HOME: base };
  const opened = await openFileWall({ root, environment, now: () => new Date(2026, 3, 14, 15, 9, 2).getTime(), ...options });
  if (!opened.ok) throw new Error(opened.error.code);
  const wall = opened.value;
  return {
    base,
    root,
    out,
    trash: join(base, 'data', 'Trash'),
    wall,
    fill(entries) {
      for (const [path, text] of Object.entries(entries)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    content: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    names: (path = '') => readdirSync(join(root, path)).sort(),
    async close() {
      await wall.close();
      const left = readdirSync(out).join();
      const canary = readFileSync(join(out, 'canary.txt'), 'utf8');
      rmSync(base, { recursive: true, force: true });
      if (left !== 'canary.txt' || canary !== 'CANARY') throw new Error(`the outside was touched: ${left}`);
    },
  };
}

/** `ok`, or the kind and code of the failure. */
export function told(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : `${outcome.kind} ${outcome.error.code}`;
}
