/** What the steps of a change share. */
import { setImmediate as tick } from 'node:timers/promises';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import type { ChangeStore, FileState, SnapshotRow, StoredChange } from '#runtime/storage/change-store';
import type { Change } from '#shared/schema/change';
import { type NoticeCode, notice } from '#shared/schema/notice';
import type { Line } from './line.ts';
import type { LookLimits } from './look.ts';
import type { Intake, Snapshots } from './snapshots.ts';

export interface ChangeLimits {
  /** Bytes of all kept contents. */
  readonly bytes: number;
  /** Changes that can be taken back. */
  readonly changes: number;
  /** What one call keeps. */
  readonly call: LookLimits;
}

export const CHANGE_LIMITS: ChangeLimits = {
  bytes: 1_000_000_000,
  changes: 500,
  call: { files: 20_000, bytes: 512 * 1024 * 1024, file: 64 * 1024 * 1024, entries: 50_000 },
};

export interface Parts {
  /** Real path of the workspace. */
  readonly root: string;
  readonly files: FileWall;
  readonly store: ChangeStore;
  readonly snapshots: Snapshots;
  readonly limits: ChangeLimits;
  readonly line: Line;
  /** The change that is worked on: it is not given up for room. */
  readonly current: { id: string };
}

/** Takes the steps one by one, letting everything else go on in between. */
export async function stepwise(steps: Iterable<unknown>): Promise<void> {
  for (const _ of steps) await tick();
}

/** Rows of contents are stored before whatever needs them. */
export async function storeContents({ store }: Parts, intake: Intake): Promise<readonly SnapshotRow[]> {
  const rows = await intake.settle();
  await stepwise(inPieces(rows, (piece) => store.addSnapshots(piece)));
  return rows;
}

/** Removes contents that nothing needs any more. */
export async function dropContents({ snapshots }: Parts, hashes: Iterable<string>): Promise<void> {
  const all = [...hashes];
  for (let at = 0; at < all.length; at += PIECE) await snapshots.drop(all.slice(at, at + PIECE));
}

const PIECE = 500;

export function* inPieces<T>(items: readonly T[], work: (piece: readonly T[]) => void): Generator<void> {
  for (let at = 0; at < items.length; at += PIECE) {
    work(items.slice(at, at + PIECE));
    yield;
  }
}

/** Oldest first, until no more changes are kept than may be. */
export async function trim(parts: Parts): Promise<void> {
  while (parts.store.available() > parts.limits.changes) {
    const freed = parts.store.giveUpOldest('');
    if (freed === undefined) return;
    await dropContents(parts, freed);
  }
}

/** Tells the calls that run that this was not theirs. */
export function tellOthers({ line }: Parts, states: Iterable<readonly [string, FileState | null]>): void {
  for (const [path, state] of states) for (const open of line.open.values()) open.others.set(path, state);
}

/** Whether undo can bring one side back and keep the other. */
export function isTurnable({ before, after }: StoredChange['files'][number]): boolean {
  return [before, after].every((state) => state === null || state.type === 'folder' || state.hash !== '');
}

/** Folders go along unnamed: a person asks for files. */
export function isNamed({ before, after }: { readonly before: FileState | null; readonly after: FileState | null }): boolean {
  return [before, after].some((state) => state !== null && state.type !== 'folder');
}

/** As clients see it. */
export function shown({ id, runId, sessionId, callId, tool, at, state, available, files }: StoredChange): Change {
  const sizeOf = (one: FileState | null): number | null => (one === null || one.type === 'folder' ? null : one.size);
  return {
    id,
    runId,
    sessionId,
    callId,
    tool,
    at,
    files: files.filter(isNamed).map((one) => ({
      path: one.path,
      change: sizeOf(one.before) === null ? 'create' : sizeOf(one.after) === null ? 'delete' : 'modify',
      before: sizeOf(one.before),
      after: sizeOf(one.after),
      kept: isTurnable(one),
    })),
    state: state === 'undone' ? 'undone' : 'applied',
    available,
  };
}

type ChangeFailure = Extract<NoticeCode, 'change_unknown' | 'change_gone' | 'snapshot_full' | 'snapshot_failed'>;

export function failed(code: ChangeFailure, params: { readonly [name: string]: string | number } = {}, detail?: string): Outcome<never> {
  const { path, ...rest } = params;
  const shownParams = path === undefined ? rest : { ...rest, path: shownPath(String(path)) };
  return { ok: false, kind: 'failed', error: detail === undefined ? notice(code, shownParams) : notice(code, shownParams, detail) };
}
