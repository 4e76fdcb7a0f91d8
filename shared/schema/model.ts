/** Language models as a person sees them: where they come from, what they can do, how much they take in, how they did in their exam. */
import { z } from 'zod';
import { noticeSchema } from './notice.ts';

/** Id of the rules that work without a language model. */
export const OFFLINE_MODEL = 'offline-rules';

export const modelKindSchema = z.enum(['offline-rules', 'ollama', 'openai-compatible']);
export type ModelKind = z.infer<typeof modelKindSchema>;

/** `SOURCE/NAME`: the source is `ollama` or an endpoint's id, the name is the server's own. */
export const modelIdSchema = z.string().min(1).max(300);

/** A server that speaks OpenAI's protocol. Its key lies in the key store, never here. */
export const endpointSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1).max(100),
  /** Up to and with `/v1`, or whatever stands before `/chat/completions`. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  /** Tokens its models take in, where the server does not tell; null asks the server, then takes a careful guess. */
  window: z.number().int().min(1024).max(10_000_000).nullable().default(null),
});
export type Endpoint = z.infer<typeof endpointSchema>;

export const modelSettingsSchema = z.object({
  ollama: z
    .object({
      /** Empty: OLLAMA_HOST, else the usual port on this computer. */
      url: z.string().max(2000).default(''),
      /** How long a model stays loaded after an answer, as Ollama writes it. */
      keepAlive: z
        .string()
        .regex(/^-?\d+(\.\d+)?(ms|s|m|h)?$/)
        .default('30m'),
    })
    .prefault({}),
  endpoints: z.array(endpointSchema).max(20).default([]),
  /** Ids, the one that decides first; each next one stands in when those before it cannot answer. Empty: the offline rules. */
  order: z.array(modelIdSchema).max(10).default([]),
  /** Tokens of window asked for, by id; without one the app chooses (`chooseWindow`). */
  windows: z.record(z.string(), z.number().int().min(1024).max(10_000_000)).default({}),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export const capabilitySchema = z.enum(['completion', 'tools', 'thinking', 'vision', 'embedding', 'insert']);

/** One part of an exam: points of 1, in how many tries, and the longest answer in milliseconds. */
export const examPartSchema = z.object({
  part: z.enum(['contract', 'tool-choice', 'arguments', 'chinese', 'needle']),
  passed: z.number().int(),
  tries: z.number().int(),
  ms: z.number(),
  /** The first failure in the words of the model or the check; empty when all passed. */
  detail: z.string(),
});
export const examSchema = z.object({
  modelId: modelIdSchema,
  /** The server's own mark of the model's content; another one makes the exam void. */
  digest: z.string(),
  at: z.number(),
  parts: z.array(examPartSchema),
  /** What follows from it. */
  mode: z.enum(['full', 'minimal']),
  /** Tools on offer at most. */
  tools: z.number().int(),
  /** Tokens a second while it wrote, and while it read the prompt; null where the server does not tell. */
  writes: z.number().nullable(),
  reads: z.number().nullable(),
  /** Why, in the person's language by code. */
  reasons: z.array(noticeSchema),
});
export type Exam = z.infer<typeof examSchema>;

export const modelInfoSchema = z.object({
  id: modelIdSchema,
  name: z.string(),
  kind: modelKindSchema,
  /** Bytes on the disk; null where it is elsewhere. */
  size: z.number().nullable(),
  /** `8.2B`, `Q4_K_M`; empty where the server does not tell. */
  parameters: z.string(),
  quantization: z.string(),
  /** Tokens: what it was trained for, what is asked for, what is loaded now. */
  trained: z.number().int().nullable(),
  window: z.number().int(),
  loaded: z.number().int().nullable(),
  capabilities: z.array(capabilitySchema),
  digest: z.string(),
  exam: examSchema.nullable(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

export const modelSourceSchema = z.object({
  /** `ollama` or an endpoint's id. */
  id: z.string(),
  kind: modelKindSchema,
  name: z.string(),
  url: z.string(),
  state: z.enum(['ready', 'unreachable']),
  /** Why it cannot be reached, and the way out. */
  problem: noticeSchema.nullable(),
  version: z.string(),
  /** Whether a key is kept for it. */
  hasKey: z.boolean(),
  models: z.array(modelInfoSchema),
});
export type ModelSource = z.infer<typeof modelSourceSchema>;

export const pullSchema = z.object({
  name: z.string(),
  /** paused: what was fetched stays with the server, and it goes on from there. */
  state: z.enum(['pulling', 'paused', 'done', 'failed']),
  /** Bytes; `total` 0 before the server told it. */
  completed: z.number(),
  total: z.number(),
  /** What the server says it does now. */
  status: z.string(),
  problem: noticeSchema.nullable(),
});
export type Pull = z.infer<typeof pullSchema>;

export const examProgressSchema = z.object({ modelId: modelIdSchema, done: z.number().int(), total: z.number().int() });
export type ExamProgress = z.infer<typeof examProgressSchema>;

/** What a model is doing for a run: it is reached, loads, reads the prompt, thinks, writes. */
export const phaseSchema = z.enum(['connecting', 'loading', 'reading', 'thinking', 'writing']);
export type ModelPhase = z.infer<typeof phaseSchema>;

/** What one call took, as counted here and there. */
export const modelUseSchema = z.object({
  model: modelIdSchema,
  /** Tokens of the prompt: counted here (corrected for the model), by the server (null where it does not tell), and taken from its cache. */
  estimated: z.number().int(),
  counted: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  answered: z.number().int().nullable(),
  /** Tokens of window: asked for, and loaded by the server's own word. */
  window: z.number().int(),
  loaded: z.number().int().nullable(),
  /** Share of the shorter of this prompt and the one before that both begin with, 0 to 1; null for the first. */
  reused: z.number().nullable(),
  /** Milliseconds by phase. */
  phases: z.partialRecord(phaseSchema, z.number()),
});
export type ModelUse = z.infer<typeof modelUseSchema>;
