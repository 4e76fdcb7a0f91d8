/** Memory: what a search gives and what an append takes. */
import { z } from 'zod';
import { noticeSchema } from './notice.ts';

export const memoryTargetSchema = z.enum(['daily', 'memory', 'user']);
export type MemoryTarget = z.infer<typeof memoryTargetSchema>;

export const memoryHitSchema = z.object({
  path: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  text: z.string(),
  /** Final order, highest first, 0 to 1. */
  score: z.number(),
  /** Keyword part, 0 to 1. */
  keyword: z.number(),
  /** Vector part, 0 to 1; null while no embedder is configured. */
  vector: z.number().nullable(),
  /** Pure age factor e^(-ln2/30 * days), 1 for what does not age. */
  age: z.number(),
});
export type MemoryHit = z.infer<typeof memoryHitSchema>;

export const memoryWrittenSchema = z.object({
  path: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  text: z.string(),
  target: memoryTargetSchema,
  /** false when the same entry stood there already and nothing was written. */
  added: z.boolean(),
});
export type MemoryWritten = z.infer<typeof memoryWrittenSchema>;

export const indexStateSchema = z.object({
  state: z.enum(['idle', 'indexing', 'ready', 'failed']),
  files: z.number().int(),
  chunks: z.number().int(),
  /** Files done and to do while indexing. */
  done: z.number().int(),
  total: z.number().int(),
  /** Notes that were left out, and why: too large, a link, not text. */
  left: z.array(noticeSchema).optional(),
});
export type IndexState = z.infer<typeof indexStateSchema>;

export const indexReportSchema = z.object({
  files: z.number().int(),
  chunks: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  ms: z.number(),
});
export type IndexReport = z.infer<typeof indexReportSchema>;
