/** Tool calls: verdict, result. Expected failure is a value. */
import { z } from 'zod';
import { noticeSchema } from './notice.ts';

/** What guardrails and policy said of a call. `invalid` is bad input, refused with a clear message; `deny` can never be approved. */
export const verdictSchema = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('allow') }),
  z.object({ verdict: z.literal('revise'), arguments: z.record(z.string(), z.unknown()) }),
  z.object({ verdict: z.literal('ask'), reason: noticeSchema }),
  z.object({ verdict: z.literal('clarify'), slots: z.array(z.string()), reason: noticeSchema }),
  z.object({ verdict: z.literal('deny'), reason: noticeSchema }),
  z.object({ verdict: z.literal('invalid'), reason: noticeSchema }),
]);
export type Verdict = z.infer<typeof verdictSchema>;

export const citationSchema = z.object({
  /** Path in the workspace, `/` between parts. */
  path: z.string(),
  /** First and last line, counted from 1. */
  from: z.number().int(),
  to: z.number().int(),
});
export type Citation = z.infer<typeof citationSchema>;

export const toolResultSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** What the model reads. */
    output: z.string(),
    /** Facts for the tool card: counts, bytes, path. */
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    /** Structured rows for clients (hits, entries); never sent to the model. */
    rows: z.array(z.unknown()).optional(),
    citations: z.array(citationSchema).optional(),
    /** Something was left out or cut, said aloud. */
    notices: z.array(noticeSchema).optional(),
    /** What the call changed on the disk; the window reads the rest by its id. */
    change: z.object({ id: z.string(), files: z.number().int(), undoable: z.boolean() }).optional(),
  }),
  z.object({
    ok: z.literal(false),
    /** argument: the caller can mend it; denied: the wall refused; failed: the world did not allow it. */
    kind: z.enum(['argument', 'denied', 'failed', 'cancelled']),
    error: noticeSchema,
  }),
]);
export type ToolResult = z.infer<typeof toolResultSchema>;
