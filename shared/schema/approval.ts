/** Approvals: what waits for a person, what they answered, and the rules their answers made. */
import { z } from 'zod';
import { effectSchema } from './effect.ts';
import { noticeSchema } from './notice.ts';
import { sessionKindSchema } from './session.ts';

/** command: may do anything inside the walls; destructive: loses something; persona: changes who the assistant is; outside: reaches beyond the workspace. */
export const riskSchema = z.enum(['change', 'command', 'destructive', 'persona', 'outside']);
export type Risk = z.infer<typeof riskSchema>;

/** What a rule covers. A command rule covers a whole command line, or every call that begins with these words. */
export const ruleMatchSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    /** The command as it was approved, or its first words, in one line. */
    text: z.string().max(20_000),
    /** true: more words may follow the given ones. */
    prefix: z.boolean(),
    /** Script path -> sha256 of its content when the rule was made; a changed script asks again. */
    pinned: z.record(z.string(), z.string()).default({}),
  }),
  /** `path` is a file, or a folder that ends in `/` with all below it; empty for the whole workspace. */
  z.object({ kind: z.literal('path'), path: z.string().max(4096) }),
]);
export type RuleMatch = z.infer<typeof ruleMatchSchema>;

export const ruleDraftSchema = z.object({ tool: z.string().max(64), match: ruleMatchSchema });
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

export const ruleSchema = ruleDraftSchema.extend({
  id: z.string(),
  /** The person's own name for it; empty until they give one. */
  name: z.string().max(200),
  scope: z.enum(['session', 'always']),
  /** null for `always`. */
  sessionId: z.string().nullable(),
  /** Real path of the workspace in which it holds. */
  workspace: z.string(),
  madeAt: z.number(),
  lastUsedAt: z.number().nullable(),
  uses: z.number().int(),
});
export type Rule = z.infer<typeof ruleSchema>;

export const answerSchema = z.enum(['once', 'session', 'always', 'deny']);
export type ApprovalAnswer = z.infer<typeof answerSchema>;

export const approvalSchema = z.object({
  id: z.string(),
  /** Must come back with the answer: an answer counts for exactly what was shown. */
  nonce: z.string(),
  runId: z.string(),
  callId: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  sessionKind: sessionKindSchema,
  step: z.number().int(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Milliseconds since 1970 at which it was asked. */
  at: z.number(),
  risk: riskSchema,
  reasons: z.array(noticeSchema),
  /** Why the planner wants it, in its words; may be empty. */
  plannerReason: z.string(),
  effect: effectSchema,
  /** The rules that "this session" and "always" would make, widest last; empty where only "once" is offered. */
  rules: z.array(ruleDraftSchema),
  /** true when nobody was there to ask. */
  parked: z.boolean(),
  /** waiting; allowed or denied by an answer; void: what it was about has changed; ended: its run was cancelled or interrupted. */
  state: z.enum(['waiting', 'allowed', 'denied', 'void', 'ended']),
  answer: z
    .object({
      at: z.number(),
      by: z.string(),
      answer: answerSchema,
      reason: z.string(),
      /** As the person edited them before allowing. */
      arguments: z.record(z.string(), z.unknown()).optional(),
      /** The rule that this answer made, or found made already. */
      ruleId: z.string().optional(),
    })
    .nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;
