/** The file wall's face: every path an agent names is resolved for real and must lie in the workspace. */
import type { Notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';

/** Where a path of the agent leads, or why it leads nowhere. `denied` can never be approved; `invalid` is bad input. */
export type Resolution =
  | { readonly kind: 'inside'; readonly relative: string; readonly type: 'file' | 'folder' | 'missing' }
  | { readonly kind: 'denied' | 'invalid'; readonly reason: Notice };

export interface FileEntry {
  /** Relative to the workspace, `/` between parts. */
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
  close(): Promise<void>;
}
