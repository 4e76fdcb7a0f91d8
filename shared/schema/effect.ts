/** What a call would do, as it stands now: real targets, counts, bytes, and whether it can be taken back. */
import { z } from 'zod';
import { noticeSchema } from './notice.ts';

/** Targets that are shown; the counts are of all. */
export const TARGETS_SHOWN = 20;

export const effectTargetSchema = z.object({
  /** Below the workspace with `/` between parts, or absolute where it lies elsewhere. */
  path: z.string(),
  type: z.enum(['file', 'folder', 'link', 'missing', 'other']),
  change: z.enum(['create', 'modify', 'delete', 'trash', 'move', 'read', 'permissions']),
  where: z.enum(['workspace', 'granted', 'outside']),
  /** Files in it, itself included; links and empty folders count as one. */
  files: z.number().int(),
  bytes: z.number(),
  /** Where a link leads, or where a move goes. */
  leads: z.string().optional(),
});
export type EffectTarget = z.infer<typeof effectTargetSchema>;

export const effectDiffSchema = z.object({
  path: z.string(),
  /** null for a file that is not there yet. */
  before: z.string().nullable(),
  after: z.string(),
  added: z.number().int(),
  removed: z.number().int(),
  /** true when the text was too long to be shown whole. */
  cut: z.boolean(),
});
export type EffectDiff = z.infer<typeof effectDiffSchema>;

export const effectSchema = z.object({
  targets: z.array(effectTargetSchema).max(TARGETS_SHOWN),
  /** Targets in all. */
  count: z.number().int(),
  files: z.number().int(),
  bytes: z.number(),
  /** true when counting stopped early: read "more than". */
  more: z.boolean(),
  /** snapshot: by undo; trash: also from the trash; partly: what fits the snapshots; none: for good. */
  undo: z.enum(['snapshot', 'trash', 'partly', 'none']),
  diff: effectDiffSchema.optional(),
  /** Real paths beyond the workspace that an approval opens to the sandbox for this one call. */
  opens: z.object({ read: z.array(z.string()), write: z.array(z.string()) }).optional(),
  notices: z.array(noticeSchema).default([]),
});
export type Effect = z.infer<typeof effectSchema>;

export const NO_EFFECT: Effect = { targets: [], count: 0, files: 0, bytes: 0, more: false, undo: 'none', notices: [] };
