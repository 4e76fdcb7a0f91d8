/** Changes' face: what the agent changed on the disk, kept so that it can be taken back. */
import type { Outcome } from '#runtime/sandbox/file-wall';
import type { Change, Conflict, SnapshotUsage, Turn } from '#shared/schema/change';

export interface ChangeOrigin {
  readonly runId: string | null;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
}

/** One call's change while it is made. */
export interface ChangeSet {
  /**
   * Keeps what stands at these paths of the workspace, folders with all below them, before anything touches them. Durable when it returns.
   * Fails with `snapshot_full` when not even giving up old snapshots makes room.
   */
  keep(paths: readonly string[], signal: AbortSignal): Promise<Outcome<{ readonly files: number; readonly left: number }>>;
  /**
   * Keeps the whole workspace within bounds, for a command that may touch anything; `left` counts the files that did not fit, `skipped` names
   * the folders that are left out because all in them can be made again. Secret places are left out without a word: no tool reaches them.
   */
  keepAll(signal: AbortSignal): Promise<Outcome<{ readonly files: number; readonly left: number; readonly skipped: readonly string[] }>>;
  /**
   * Looks what became of what was kept (after keepAll: of everything), stores it, and gives it; null when nothing changed. Has to be called,
   * also where keeping failed (a second call gives the same): until then a change counts as under way, and a crash would take what comes after for part of it.
   */
  finish(): Promise<Change | null>;
}

export interface Changes {
  begin(origin: ChangeOrigin): ChangeSet;
  get(id: string): Change | undefined;
  list(filter: { readonly sessionId?: string; readonly limit: number }): Change[];
  file(id: string, path: string): Promise<Outcome<Conflict>>;
  /** Brings back exactly what the change touched. With a later edit and no `force` nothing is touched and the conflicts are given. */
  undo(id: string, force: boolean): Promise<Outcome<Turn>>;
  redo(id: string, force: boolean): Promise<Outcome<Turn>>;
  usage(): SnapshotUsage;
  /** After a crash: completes the sets that were open, so that what was half done can be undone. */
  recover(): Promise<void>;
}
