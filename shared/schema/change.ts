/** Changes to files that the agent made, and what is needed to take them back. */
import { z } from 'zod';

export const fileChangeSchema = z.object({
  /** Below the workspace, `/` between parts. */
  path: z.string(),
  change: z.enum(['create', 'modify', 'delete']),
  /** Bytes before and after; null where there was or is no file. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** false when its old content did not fit the snapshots. */
  kept: z.boolean(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

export const changeSchema = z.object({
  id: z.string(),
  /** null for a call outside any run. */
  runId: z.string().nullable(),
  sessionId: z.string(),
  callId: z.string(),
  tool: z.string(),
  at: z.number(),
  files: z.array(fileChangeSchema),
  /** undone: the old state stands again; undoing and redoing turn it over. */
  state: z.enum(['applied', 'undone']),
  /** false when its snapshots were given up to make room. */
  available: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;

/** A file that was changed after the agent's change: nothing is overwritten until the person says so. */
export const conflictSchema = z.object({
  path: z.string(),
  /** Text of the three states; null where there is no file, `binary` tells that it is no text. */
  before: z.string().nullable(),
  agent: z.string().nullable(),
  now: z.string().nullable(),
  binary: z.boolean(),
});
export type Conflict = z.infer<typeof conflictSchema>;

export const turnSchema = z.object({
  change: changeSchema,
  /** Files that were brought back. */
  done: z.array(z.string()),
  /** Empty when all was done. With conflicts nothing was touched. */
  conflicts: z.array(conflictSchema),
});
export type Turn = z.infer<typeof turnSchema>;

export const snapshotUsageSchema = z.object({ bytes: z.number(), limit: z.number(), changes: z.number().int() });
export type SnapshotUsage = z.infer<typeof snapshotUsageSchema>;
