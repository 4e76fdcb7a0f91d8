/** Facts of a run, in the past tense: one append-only log a run, key (runId, seq). A closed list; old versions are upcast on reading. */
import { z } from 'zod';
import { answerSchema, riskSchema } from './approval.ts';
import { memoryHitSchema, memoryWrittenSchema } from './memory.ts';
import { modelUseSchema } from './model.ts';
import { noticeSchema } from './notice.ts';
import { plannerDecisionSchema } from './planner-decision.ts';
import { promptModeSchema } from './prompt.ts';
import { sessionKindSchema } from './session.ts';
import { citationSchema, toolResultSchema, verdictSchema } from './tool-call.ts';

export const EVENT_VERSION = 1;

/** Who answers what asks: the person now (ask) or when they come (park), nobody (never), or a yes beforehand (always). */
export const approveSchema = z.enum(['ask', 'park', 'never', 'always']);
export type Approve = z.infer<typeof approveSchema>;

const args = z.record(z.string(), z.unknown());
const call = { callId: z.string(), tool: z.string() };

/** What each type carries beside the head. */
export const eventBodySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.started'),
    model: z.string(),
    kind: sessionKindSchema,
    mode: promptModeSchema,
    /** `ask` where it is left out. */
    approve: approveSchema.optional(),
  }),
  z.object({ type: z.literal('message.received'), text: z.string() }),
  z.object({
    type: z.literal('prompt.built'),
    modules: z.number().int(),
    tokens: z.number().int(),
    ms: z.number(),
  }),
  z.object({
    type: z.literal('planner.decided'),
    step: z.number().int(),
    decision: plannerDecisionSchema,
    notes: z.array(z.string()),
    ms: z.number(),
    use: modelUseSchema.optional(),
  }),
  /** A model could not answer and the next one of the person's order took its place. */
  z.object({ type: z.literal('model.replaced'), from: z.string(), to: z.string(), reason: noticeSchema }),
  /** The server did not take in the whole prompt. */
  z.object({ type: z.literal('context.cut'), missing: z.number().int(), use: modelUseSchema }),
  z.object({ type: z.literal('tool_schema_validation_failed'), ...call, arguments: args, reason: noticeSchema }),
  /** One for each call: the arguments after normalisation, the verdict of the whole pipeline, and what each guardrail took. */
  z.object({
    type: z.literal('guardrail.judged'),
    ...call,
    arguments: args,
    verdict: verdictSchema,
    judged: z.array(z.object({ guardrail: z.string(), verdict: z.string(), ms: z.number() })),
    warning: noticeSchema.optional(),
  }),
  z.object({
    type: z.literal('clarification.needed'),
    ...call,
    arguments: args,
    slots: z.array(z.string()),
    question: z.string(),
    reason: noticeSchema.optional(),
  }),
  z.object({ type: z.literal('clarification.answered'), callId: z.string(), values: args, text: z.string() }),
  z.object({ type: z.literal('tool.retried'), ...call, arguments: args }),
  z.object({
    type: z.literal('approval.requested'),
    ...call,
    approvalId: z.string(),
    arguments: args,
    reason: noticeSchema,
    risk: riskSchema.optional(),
  }),
  z.object({
    type: z.literal('approval.decided'),
    callId: z.string(),
    approvalId: z.string(),
    /** void: what it was about has changed meanwhile, so it asks again. */
    decision: z.enum(['allow', 'deny', 'void']),
    by: z.string(),
    answer: answerSchema.optional(),
    /** Why the person denied it, for the planner. */
    reason: z.string().optional(),
    /** As the person edited them before allowing. */
    arguments: args.optional(),
  }),
  z.object({ type: z.literal('tool.started'), ...call, arguments: args }),
  z.object({ type: z.literal('tool.completed'), ...call, result: toolResultSchema, ms: z.number() }),
  z.object({ type: z.literal('memory.written'), entry: memoryWrittenSchema }),
  z.object({ type: z.literal('memory.recalled'), hits: z.array(memoryHitSchema) }),
  z.object({ type: z.literal('context.pruned'), callId: z.string(), before: z.number(), after: z.number() }),
  z.object({ type: z.literal('context.compacted'), before: z.number(), after: z.number(), summary: z.string() }),
  z.object({
    type: z.literal('hook.ran'),
    point: z.string(),
    hook: z.string(),
    ms: z.number(),
    outcome: z.enum(['ok', 'changed', 'refused', 'failed', 'timed_out']),
    detail: z.string().optional(),
  }),
  z.object({ type: z.literal('answer.checkpoint'), step: z.number().int(), offset: z.number().int(), text: z.string() }),
  z.object({ type: z.literal('answer.given'), text: z.string(), citations: z.array(citationSchema) }),
  z.object({ type: z.literal('answer.replaced'), text: z.string() }),
  z.object({ type: z.literal('run.completed'), steps: z.number().int(), goalSatisfied: z.boolean() }),
  z.object({ type: z.literal('run.failed'), steps: z.number().int(), reason: noticeSchema }),
  z.object({ type: z.literal('run.cancelled'), steps: z.number().int() }),
  z.object({ type: z.literal('run.interrupted'), reason: noticeSchema, interruptedCalls: z.array(z.string()) }),
]);
export type EventBody = z.infer<typeof eventBodySchema>;
export type EventType = EventBody['type'];

const headSchema = z.object({
  /** Place in the host's whole log; rises with time. */
  cursor: z.number().int(),
  runId: z.string(),
  sessionId: z.string(),
  /** Place in the run's log, from 1. */
  seq: z.number().int(),
  /** Milliseconds since 1970, UTC. */
  at: z.number(),
  v: z.number().int(),
});

export const runEventSchema = z.intersection(headSchema, eventBodySchema);
export type RunEvent = z.infer<typeof headSchema> & EventBody;

/** The types after which a run's log takes nothing more. */
export const RUN_END_TYPES = ['run.completed', 'run.failed', 'run.cancelled', 'run.interrupted'] as const satisfies readonly EventType[];
export function endsRun(type: EventType): boolean {
  return (RUN_END_TYPES as readonly EventType[]).includes(type);
}
