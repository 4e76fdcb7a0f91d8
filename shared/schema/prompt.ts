/** A built prompt, module by module. */
import { z } from 'zod';

export const promptModeSchema = z.enum(['full', 'minimal', 'none']);
export type PromptMode = z.infer<typeof promptModeSchema>;

export const promptModuleSchema = z.object({
  id: z.string(),
  layer: z.enum(['stable', 'dynamic']),
  /** o200k tokens of `text`. */
  tokens: z.number().int(),
  text: z.string(),
});
export type PromptModule = z.infer<typeof promptModuleSchema>;
