/** What a prompt is made of and how much of the window it takes, for the inspector and the meter. */
import { z } from 'zod';
import { modelUseSchema } from './model.ts';
import { promptModeSchema, promptModuleSchema } from './prompt.ts';

/** Tokens by kind; together the prompt. */
export const contextPartsSchema = z.object({
  system: z.number().int(),
  files: z.number().int(),
  memory: z.number().int(),
  conversation: z.number().int(),
  tools: z.number().int(),
});
export type ContextParts = z.infer<typeof contextPartsSchema>;

export const truthSchema = z.object({
  /** fits; cut: the server dropped the beginning; over: longer than the window; unknown: the server told nothing. */
  state: z.enum(['fits', 'cut', 'over', 'unknown']),
  /** Tokens that the model did not see, at least. */
  missing: z.number().int(),
  /** Window that would hold it, where the model was trained for that much; null where none would. */
  fix: z.number().int().nullable(),
});
export type Truth = z.infer<typeof truthSchema>;

export const contextSchema = z.object({
  modelId: z.string(),
  window: z.number().int(),
  /** Tokens kept free before the conversation is compacted. */
  reserve: z.number().int(),
  parts: contextPartsSchema,
  /** Of the newest call of the session; null before one. */
  use: modelUseSchema.nullable(),
  truth: truthSchema,
});
export type Context = z.infer<typeof contextSchema>;

/** A text that a middleware or hook changed, before and after, as whole texts of the prompt's messages. */
export const promptChangeSchema = z.object({
  name: z.string(),
  kind: z.enum(['middleware', 'hook']),
  outcome: z.enum(['off', 'same', 'changed', 'failed', 'timed_out']),
  ms: z.number(),
  detail: z.string(),
  before: z.string(),
  after: z.string(),
});

export const promptSightSchema = z.object({
  mode: promptModeSchema,
  modules: z.array(promptModuleSchema),
  /** The five parts of the payload as JSON texts, by name. */
  payload: z.array(
    z.object({
      part: z.enum(['query', 'shortMemory', 'pendingTool', 'observations', 'tools']),
      text: z.string(),
      tokens: z.number().int(),
    }),
  ),
  /** As it is sent, secrets masked. */
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string(), tokens: z.number().int() })),
  changes: z.array(promptChangeSchema),
  /** Share of the prompt before it with which it begins; null without one. */
  reused: z.number().nullable(),
});
export type PromptSight = z.infer<typeof promptSightSchema>;
