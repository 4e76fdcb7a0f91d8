/** The file wall's face: every path an agent names is resolved for real and must lie in the workspace or a granted folder. */
import type { Notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';

/** Where a path of the agent leads, or why it leads nowhere. `denied` can never be approved; `invalid` is bad input. */
export type Resolution =
  | { readonly kind: 'inside'; readonly relative: string; readonly type: 'file' | 'folder' | 'missing' }
  | { readonly kind: 'denied' | 'invalid'; readonly reason: Notice };

/** What a change at a name has to reckon with. Names are judged under every spelling that some disk takes for the same. */
export type Guard = 'none' | 'persona' | 'soul' | 'guarded' | 'closed';

/** What stands at a name itself: the folder it lies in is resolved for real, a link at its end is not followed. */
export interface Look {
  readonly kind: 'inside';
  /** Real place; below the workspace, absolute in a granted folder; empty for the workspace itself. */
  readonly relative: string;
  readonly type: 'file' | 'folder' | 'link' | 'other' | 'missing';
  /** Of a file. */
  readonly bytes: number;
  /** Names of a file on its disk; more than one may lie outside. */
  readonly names: number;
  /** Of the name as it was given and of the real place, whichever is stricter. */
  readonly guard: Guard;
  /** `within` was asked for, and a folder holds names that are guarded or closed, or too many to know. */
  readonly holdsGuarded: boolean;
}

export interface FileEntry {
  /** Relative to the workspace, `/` between parts; absolute in a granted folder. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'argument' | 'denied' | 'failed' | 'cancelled'; readonly error: Notice };

export interface FileWall {
  /** Real path of the workspace, pinned when the wall was opened. */
  readonly root: string;
  /** Judges without reading contents. `session` decides whether private notes are open. Never rejects. */
  resolve(path: string, session: SessionKind): Promise<Resolution>;
  /** Looks at the name itself for a change. Changes nothing. Never rejects. */
  look(
    path: string,
    options: { session: SessionKind; within?: boolean },
  ): Promise<Look | { readonly kind: 'denied' | 'invalid'; readonly reason: Notice }>;
  /** Bytes of a regular file from `offset`, at most `limit`; opened without following a link out. */
  readBytes(
    path: string,
    options: { offset: number; limit: number; session: SessionKind; signal: AbortSignal },
  ): Promise<Outcome<{ bytes: Uint8Array; size: number; path: string }>>;
  /** Entries below a folder, depth first, sorted; stops at `max` and says so with `cut`. Links are named, never followed. */
  list(
    path: string,
    options: { depth: number; max: number; session: SessionKind; signal: AbortSignal },
  ): Promise<Outcome<{ entries: FileEntry[]; cut: boolean; path: string }>>;
  /** Replaces a whole file: temporary file in the same folder, flushed, renamed, folder flushed. Only for the app's own notes and seeds. */
  replace(path: string, text: string, options: { session: SessionKind }): Promise<Outcome<{ path: string; bytes: number }>>;
  /**
   * Writes a whole file for the agent, atomically, folders made where they are missing. `expect` is the sha256 (hex) of what must stand
   * there, null for nothing, undefined for no check: a drift fails with `file_changed`. Names that only an approval opens (persona files,
   * guarded ones) need `approved`; secret places stay shut. `flush: 'file'` leaves the flush of the folder to the caller, who writes many.
   */
  write(
    path: string,
    bytes: Uint8Array,
    options: WriteOptions & { expect?: string | null; flush?: 'file' },
  ): Promise<Outcome<{ path: string; bytes: number; created: boolean }>>;
  /**
   * Renames; never replaces what stands at `to`, and makes the folders of `to` where they are missing. Links and files with a second name stay
   * where they are. A folder that holds guarded or closed names (a project with its `.git`) needs `approved`.
   */
  move(from: string, to: string, options: WriteOptions): Promise<Outcome<{ from: string; to: string }>>;
  /** Moves a file, a link (never what it leads to) or a folder to the trash. `place` is the absolute path there, empty where the system does not tell. Fails with `trash_unavailable`, and nothing is lost then. */
  trash(path: string, options: WriteOptions & { signal: AbortSignal }): Promise<Outcome<{ path: string; place: string }>>;
  /** Removes one file, link or empty folder for good: only for undo, which has kept it. */
  remove(path: string, options: WriteOptions): Promise<Outcome<{ path: string }>>;
  /** Counts what lies at the paths (absolute ones may lie outside; they are looked at, never opened); links count as themselves. Stops at the signal or `max` files with `more`. */
  measure(
    paths: readonly string[],
    options: { max: number; session: SessionKind; signal: AbortSignal },
  ): Promise<{ readonly sizes: readonly PathSize[]; readonly more: boolean }>;
  /** What stands between the agent and a change at this path: nothing, a question under every policy, or a wall. */
  guardOf(path: string): Guard;
  close(): Promise<void>;
}

export interface WriteOptions {
  readonly session: SessionKind;
  /** true when a person allowed exactly this. */
  readonly approved: boolean;
}

export interface PathSize {
  /** Below the workspace, or absolute where it lies elsewhere. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'missing' | 'other';
  readonly where: 'workspace' | 'granted' | 'outside';
  readonly files: number;
  readonly bytes: number;
  /** Real place of a link's end. */
  readonly leads?: string;
}
