/** The one table: a dotted name maps to its input and output schema. A new method is one line here, then the compiler asks for its handler. */
import { z } from 'zod';
import { answerSchema, approvalSchema, ruleDraftSchema, ruleSchema } from '../schema/approval.ts';
import { auditEntrySchema, auditReportSchema } from '../schema/audit.ts';
import { changeSchema, conflictSchema, snapshotUsageSchema, turnSchema } from '../schema/change.ts';
import { contextSchema, promptSightSchema } from '../schema/context.ts';
import { effectSchema } from '../schema/effect.ts';
import { indexReportSchema, indexStateSchema, memoryHitSchema, memoryTargetSchema, memoryWrittenSchema } from '../schema/memory.ts';
import { endpointSchema, examSchema, modelIdSchema, modelKindSchema, modelSourceSchema, pullSchema } from '../schema/model.ts';
import { noticeSchema } from '../schema/notice.ts';
import { policyAnswerSchema, policyQuestionSchema, policySchema, sandboxStateSchema } from '../schema/policy.ts';
import { promptModeSchema, promptModuleSchema } from '../schema/prompt.ts';
import { approveSchema, runEventSchema } from '../schema/run-event.ts';
import { sessionKindSchema, sessionSchema } from '../schema/session.ts';
import { settingsPatchSchema, settingsSchema } from '../schema/settings.ts';
import { toolResultSchema } from '../schema/tool-call.ts';

const id = z.string().min(1).max(64);
const none = z.strictObject({});
const done = z.strictObject({ done: z.literal(true) });

/** Characters; a longer message is refused and stays in the composer. 1 MiB of text is far beyond any local window. */
export const MESSAGE_LIMIT = 1_000_000;

export const workspaceStateSchema = z.object({
  path: z.string(),
  state: z.enum(['ready', 'read-only', 'missing', 'moved']),
  /** false until the person accepts a folder that the app did not seed; its persona files are not used before. */
  trusted: z.boolean(),
  /** Persona files found in it, for the question of trust. */
  personaFiles: z.array(z.object({ path: z.string(), bytes: z.number() })),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;

export const appStateSchema = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'browser', 'command-line']),
  platform: z.string(),
  dataFolder: z.string(),
  /** Last cursor of the log: subscribe from here. */
  cursor: z.number().int(),
  settings: settingsSchema,
  workspace: workspaceStateSchema,
  /** The one that decides where a conversation has none of its own. `id` is shown. */
  model: z.object({ id: z.string(), kind: modelKindSchema }),
  index: indexStateSchema,
  sandbox: sandboxStateSchema,
  /** Approvals that wait, across all sessions. */
  waiting: z.number().int(),
  /** From IDENTITY.md where it says so. */
  identity: z.object({ name: z.string(), emoji: z.string() }),
  /** What a person should know now: a database set aside, settings from the future, a cut workspace file. */
  problems: z.array(noticeSchema),
});
export type AppState = z.infer<typeof appStateSchema>;

export const methods = {
  'app.state': { input: none, output: appStateSchema },
  'app.dismiss': { input: z.strictObject({ code: z.string() }), output: done },
  'settings.set': { input: settingsPatchSchema, output: settingsSchema },
  'workspace.accept': { input: none, output: workspaceStateSchema },
  /** Asks the shell for a folder; null where it has no picker or the person turned away. */
  'workspace.pick': { input: none, output: z.strictObject({ path: z.string().nullable() }) },

  'session.list': {
    input: z.strictObject({ query: z.string().max(200).optional() }),
    output: z.strictObject({ sessions: z.array(sessionSchema) }),
  },
  'session.create': { input: z.strictObject({ kind: sessionKindSchema.optional() }), output: sessionSchema },
  'session.rename': { input: z.strictObject({ sessionId: id, title: z.string().trim().min(1).max(200) }), output: sessionSchema },
  'session.pin': { input: z.strictObject({ sessionId: id, pinned: z.boolean() }), output: sessionSchema },
  'session.delete': { input: z.strictObject({ sessionId: id }), output: done },
  'session.restore': { input: z.strictObject({ sessionId: id }), output: sessionSchema },
  'session.draft': { input: z.strictObject({ sessionId: id, text: z.string().max(MESSAGE_LIMIT) }), output: done },
  /** The newest `limit` events before `before` (a cursor), oldest first. */
  'session.events': {
    input: z.strictObject({ sessionId: id, before: z.number().int().optional(), limit: z.number().int().min(1).max(5000).optional() }),
    output: z.strictObject({ events: z.array(runEventSchema), more: z.boolean() }),
  },

  /** Returns once the message is durable. `key` makes a repeated call give the same run. Without a session a new one is made. */
  'run.start': {
    input: z.strictObject({ sessionId: id.optional(), text: z.string(), key: id.optional(), approve: approveSchema.optional() }),
    output: z.strictObject({ runId: z.string(), sessionId: z.string() }),
  },
  'run.cancel': { input: z.strictObject({ runId: id }), output: done },
  /** Answers a clarification: values by slot, or free text that the planner reads. */
  'run.answer': {
    input: z.strictObject({
      runId: id,
      values: z.record(z.string(), z.unknown()).optional(),
      text: z.string().max(MESSAGE_LIMIT).optional(),
    }),
    output: done,
  },

  /** One call through guardrails, policy and sandbox, without a model. */
  'tool.run': {
    input: z.strictObject({
      name: z.string().max(64),
      arguments: z.record(z.string(), z.unknown()),
      /** `never` where left out: what asks is refused. */
      approve: z.enum(['never', 'always']).optional(),
      /** Instead of the saved policy, for this call. */
      policy: policySchema.optional(),
    }),
    output: z.strictObject({
      tool: z.string(),
      verdict: z.enum(['allow', 'ask', 'deny', 'error']),
      result: toolResultSchema.nullable(),
      reason: noticeSchema.nullable(),
      /** What an approval would show; null for anything but `ask`. */
      effect: effectSchema.nullable(),
    }),
  },
  /** Every source with its models as it is now; asks the servers. */
  'model.list': {
    input: none,
    output: z.strictObject({ sources: z.array(modelSourceSchema), pulls: z.array(pullSchema), exams: z.array(modelIdSchema) }),
  },
  /** Ollama fetches it; progress comes as pushes. A paused or failed one goes on from where it was. */
  'model.pull': { input: z.strictObject({ name: z.string().trim().min(1).max(300) }), output: done },
  /** `forget` takes it off the list. */
  'model.pause': { input: z.strictObject({ name: z.string().max(300), forget: z.boolean().optional() }), output: done },
  /** About a minute; progress comes as pushes, the result with the models. */
  'model.exam': { input: z.strictObject({ id: modelIdSchema }), output: examSchema },
  'model.stop-exam': { input: z.strictObject({ id: modelIdSchema }), output: done },
  /** For one conversation; empty for the app's first one. */
  'model.choose': { input: z.strictObject({ sessionId: id, model: z.string().max(300) }), output: sessionSchema },
  /** `key`: a text is kept in the key store, null removes the kept one, left out nothing changes. `kept` says where keys lie. */
  'endpoint.save': {
    input: z.strictObject({ endpoint: endpointSchema, key: z.string().max(10_000).nullable().optional() }),
    output: z.strictObject({ kept: z.enum(['system', 'file']) }),
  },
  'endpoint.remove': { input: z.strictObject({ id: z.string().max(40) }), output: done },

  /** The window of a conversation as it stands. */
  'context.get': { input: z.strictObject({ sessionId: id }), output: contextSchema },
  /** What the next message of a conversation would be sent with. */
  'prompt.inspect': { input: z.strictObject({ sessionId: id, text: z.string().max(MESSAGE_LIMIT).optional() }), output: promptSightSchema },
  'prompt.build': {
    input: z.strictObject({ mode: promptModeSchema, sessionId: id.optional(), text: z.string().optional() }),
    output: z.strictObject({ modules: z.array(promptModuleSchema), ms: z.number() }),
  },

  /** Waiting ones oldest first; with `sessionId` those of one conversation. */
  'approval.list': {
    input: z.strictObject({ sessionId: id.optional() }),
    output: z.strictObject({ approvals: z.array(approvalSchema) }),
  },
  /** Whatever its state. */
  'approval.get': { input: z.strictObject({ id }), output: approvalSchema },
  /** What the call would be and do with other arguments; nothing is decided. */
  'approval.preview': {
    input: z.strictObject({ id, arguments: z.record(z.string(), z.unknown()) }),
    output: z.strictObject({
      verdict: z.enum(['allow', 'ask', 'deny', 'error']),
      reason: noticeSchema.nullable(),
      arguments: z.record(z.string(), z.unknown()),
      effect: effectSchema.nullable(),
      rules: z.array(ruleDraftSchema),
    }),
  },
  /** Counts once, for the request that was shown. `arguments` are checked again before anything runs; `rule` is the one that session or always makes. */
  'approval.decide': {
    input: z.strictObject({
      id,
      nonce: z.string().max(128),
      answer: answerSchema,
      reason: z.string().max(2000).optional(),
      arguments: z.record(z.string(), z.unknown()).optional(),
      rule: ruleDraftSchema.extend({ name: z.string().max(200).optional() }).optional(),
    }),
    /** `void`: what it was about has changed, and it asks again. */
    output: z.strictObject({ state: z.enum(['allowed', 'denied', 'void']) }),
  },
  'rule.list': { input: none, output: z.strictObject({ rules: z.array(ruleSchema) }) },
  'rule.rename': { input: z.strictObject({ id, name: z.string().max(200) }), output: ruleSchema },
  'rule.revoke': { input: z.strictObject({ id }), output: done },

  /** Answers in the order of the questions; without `policy` the saved one holds. Nothing is run. */
  'policy.check': {
    input: z.strictObject({
      questions: z.array(policyQuestionSchema).max(2000),
      policy: policySchema.optional(),
      /** Judges as where a sandbox holds commands, whether or not one does here. */
      assumeSandbox: z.boolean().optional(),
    }),
    output: z.strictObject({ answers: z.array(policyAnswerSchema) }),
  },

  /** Newest first. */
  'change.list': {
    input: z.strictObject({ sessionId: id.optional(), limit: z.number().int().min(1).max(1000).optional() }),
    output: z.strictObject({ changes: z.array(changeSchema), usage: snapshotUsageSchema }),
  },
  /** The three states of one file of a change. */
  'change.file': { input: z.strictObject({ id, path: z.string().max(8192) }), output: conflictSchema },
  /** `force` brings the old state back over a later edit too (which is kept first). */
  'change.undo': { input: z.strictObject({ id, force: z.boolean().optional() }), output: turnSchema },
  'change.redo': { input: z.strictObject({ id, force: z.boolean().optional() }), output: turnSchema },

  /** Newest first, before `before` (a seq). */
  'audit.list': {
    input: z.strictObject({
      query: z.string().max(200).optional(),
      only: z.enum(['denied', 'asked', 'ran']).optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(5000).optional(),
    }),
    output: z.strictObject({ entries: z.array(auditEntrySchema), more: z.boolean() }),
  },
  'audit.verify': { input: none, output: auditReportSchema },

  'memory.index': { input: none, output: indexReportSchema },
  'memory.state': { input: none, output: indexStateSchema },
  'memory.search': {
    input: z.strictObject({ query: z.string().max(4000), k: z.number().int().min(1).max(100).optional() }),
    output: z.strictObject({ hits: z.array(memoryHitSchema), ms: z.number() }),
  },
  'memory.get': {
    input: z.strictObject({ path: z.string().max(1024), from: z.number().int().min(1).optional(), to: z.number().int().min(1).optional() }),
    output: z.strictObject({ path: z.string(), from: z.number().int(), to: z.number().int(), text: z.string() }),
  },
  'memory.append': {
    input: z.strictObject({ text: z.string().max(20_000), target: memoryTargetSchema.optional(), date: z.string().max(64).optional() }),
    output: memoryWrittenSchema,
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type MethodName = keyof typeof methods;
export type Input<M extends MethodName> = z.infer<(typeof methods)[M]['input']>;
export type Output<M extends MethodName> = z.infer<(typeof methods)[M]['output']>;
export type Handlers = { readonly [M in MethodName]: (input: Input<M>, signal: AbortSignal) => Promise<Output<M>> };
export type Client = { readonly [M in MethodName]: (input: Input<M>) => Promise<Output<M>> };

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
