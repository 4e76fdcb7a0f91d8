/** The arguments of every built-in tool, declared once. `format: 'moment'` marks an ISO date or date-time. */
import { z } from 'zod';
import { memoryTargetSchema } from '#shared/schema/memory';

const path = z.string().min(1).max(4096);
/** Normalised before the schema is checked: words like 明天下午三点 become ISO 8601 in the person's zone. */
const moment = z.string().max(64).meta({ format: 'moment' });

export const toolInputs = {
  read: z.strictObject({ path, offset: z.int().min(0).optional(), limit: z.int().min(1).max(100_000).optional() }),
  /** An empty path lists the workspace itself. */
  list: z.strictObject({ path: z.string().max(4096), depth: z.int().min(1).max(8).optional() }),
  search: z.strictObject({ query: z.string().min(1).max(1000), path: path.optional(), glob: z.string().min(1).max(1000).optional() }),
  write: z.strictObject({ path, content: z.string() }),
  edit: z.strictObject({ path, old_text: z.string().min(1), new_text: z.string() }),
  move: z.strictObject({ from: path, to: path }),
  delete: z.strictObject({ path }),
  exec: z.strictObject({
    command: z.string().min(1).max(20_000),
    timeout_ms: z.int().min(1).max(3_600_000).optional(),
    cwd: path.optional(),
  }),
  web_fetch: z.strictObject({ url: z.string().min(1).max(8000) }),
  web_search: z.strictObject({ query: z.string().min(1).max(1000), count: z.int().min(1).max(20).optional() }),
  memory_search: z.strictObject({ query: z.string().min(1).max(4000), k: z.int().min(1).max(50).optional() }),
  memory_get: z.strictObject({ path, from: z.int().min(1).optional(), to: z.int().min(1).optional() }),
  memory_append: z.strictObject({ text: z.string().min(1).max(20_000), target: memoryTargetSchema.optional(), date: moment.optional() }),
  skill: z.strictObject({ name: z.string().max(64).optional(), query: z.string().max(1000).optional(), path: path.optional() }),
  time: z.strictObject({}),
  spawn_agent: z.strictObject({ task: z.string().min(1).max(20_000), tools: z.array(z.string()).optional() }),
} as const satisfies Record<string, z.ZodType>;

export type ToolName = keyof typeof toolInputs;
export type ToolArguments<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;

/** JSON Schema draft 7, as models and Ajv take it. */
export function toolJsonSchema(name: ToolName): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(toolInputs[name], { target: 'draft-7' });
  return schema as Record<string, unknown>;
}
