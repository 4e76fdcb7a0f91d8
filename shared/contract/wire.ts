/** What travels between a client and the host: one request, one envelope, and a feed of pushes. */
import { z } from 'zod';
import { indexStateSchema } from '../schema/memory.ts';
import { examProgressSchema, phaseSchema, pullSchema } from '../schema/model.ts';
import { noticeSchema } from '../schema/notice.ts';
import { runEventSchema } from '../schema/run-event.ts';

export const requestSchema = z.strictObject({ method: z.string(), input: z.unknown() });
export const envelopeSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), output: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: noticeSchema }),
]);

/**
 * event: durable, in order by cursor. Everything else is a signal: live only, may be lost, can be read again by a call.
 * delta: `text` belongs at `offset` (UTF-16 units) of the answer of this step; a lower offset than what was seen takes the rest back.
 */
export const pushSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: runEventSchema }),
  z.object({
    kind: z.literal('delta'),
    runId: z.string(),
    sessionId: z.string(),
    step: z.number().int(),
    offset: z.number().int(),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('changed'),
    what: z.enum(['sessions', 'settings', 'workspace', 'problems', 'approvals', 'rules', 'changes', 'audit', 'sandbox', 'models']),
  }),
  z.object({ kind: z.literal('index'), state: indexStateSchema }),
  /** What the model does for a step; `at` is when that began. */
  z.object({
    kind: z.literal('phase'),
    runId: z.string(),
    sessionId: z.string(),
    step: z.number().int(),
    model: z.string(),
    phase: phaseSchema,
    at: z.number(),
  }),
  z.object({ kind: z.literal('pull'), pull: pullSchema }),
  z.object({ kind: z.literal('exam'), progress: examProgressSchema }),
  /** The client fell behind: read again from its last cursor. */
  z.object({ kind: z.literal('behind'), cursor: z.number().int() }),
]);

export type Request = z.infer<typeof requestSchema>;
export type Envelope = z.infer<typeof envelopeSchema>;
export type Push = z.infer<typeof pushSchema>;

/** How a client reaches the host. Three implementations: Electron, loopback, in process. */
export interface Transport {
  /** Never rejects for a refusal: that is an envelope. Rejects only when the host cannot be reached. */
  call(request: Request): Promise<Envelope>;
  /** Every durable event with a cursor above `after`, then what comes, until the signal aborts. */
  events(after: number, signal: AbortSignal): AsyncIterable<Push>;
}
