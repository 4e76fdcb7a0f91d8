/** How a change to files lies in its rows, and what is read back from them. */
import { z } from 'zod';

/** What stands at a path. */
const fileStateSchema = z.object({
  type: z.enum(['file', 'link', 'folder']),
  /** sha256 (hex) of a file's content or a link's target; empty for a folder, and for a content that was not read. */
  hash: z.string(),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Permission bits. */
  mode: z.number(),
  /** Its number on the disk and its times: the same stamp means that nobody wrote to it. */
  stamp: z.string(),
  /** false when it was read so soon after it was written that another write could have left the same stamp. */
  sure: z.boolean(),
});
export type FileState = z.infer<typeof fileStateSchema>;

/** A path before and after the change; null where nothing stood. */
export interface ChangedPath {
  readonly path: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

const watchedSchema = z.array(
  z.object({
    /** Empty for the whole workspace. */
    path: z.string(),
    /** With all below it, by itself, or not at all: what comes to light there is nobody's change. */
    look: z.enum(['deep', 'alone', 'not']),
  }),
);
export type Watched = z.infer<typeof watchedSchema>[number];

export interface StoredChange {
  readonly id: string;
  readonly root: string;
  readonly runId: string | null;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly at: number;
  /** open: its call has not ended. */
  readonly state: 'open' | 'applied' | 'undone';
  /** true while an undo or redo is under way. */
  readonly turning: boolean;
  readonly available: boolean;
  /** What was looked at: what is new there belongs to the change. */
  readonly watched: readonly Watched[];
  /** While open what was kept, `after` null; then what was changed. */
  readonly files: readonly ChangedPath[];
}

export interface ChangeRow {
  readonly id: string;
  readonly root: string;
  readonly run_id: string | null;
  readonly session_id: string;
  readonly call_id: string;
  readonly tool: string;
  readonly at: number;
  readonly state: StoredChange['state'];
  readonly turning: number;
  readonly available: number;
  readonly watched: string;
  readonly files: number;
}

export interface FileRow {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** undefined for rows that damage made unreadable. A change of which rows are lost cannot be taken back, and an open one is not known. */
export function readChange(row: ChangeRow, fileRows: readonly FileRow[]): StoredChange | undefined {
  try {
    const whole = fileRows.length === row.files;
    if (!whole && row.state === 'open') return undefined;
    return {
      id: row.id,
      root: row.root,
      runId: row.run_id,
      sessionId: row.session_id,
      callId: row.call_id,
      tool: row.tool,
      at: row.at,
      state: row.state,
      turning: row.turning === 1,
      available: row.available === 1 && whole,
      watched: watchedSchema.parse(JSON.parse(row.watched)),
      files: fileRows.map(({ path, before, after }) => ({ path, before: readState(before), after: readState(after) })),
    };
  } catch {
    return undefined;
  }
}

/** Throws for what was not written by `JSON.stringify` of a state. */
export function readState(text: string | null): FileState | null {
  return text === null ? null : fileStateSchema.parse(JSON.parse(text));
}

export const hashOf = (state: FileState | null): string | null => (state === null || state.hash === '' ? null : state.hash);
export const textOf = (state: FileState | null): string | null => (state === null ? null : JSON.stringify(state));
