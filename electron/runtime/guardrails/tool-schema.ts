/** The JSON Schema of a tool's arguments, made once a tool. */
import { z } from 'zod';
import type { AnyTool } from '#runtime/tools/tool';
import { type ToolName, toolInputs, toolJsonSchema } from '#runtime/tools/tool-inputs';

export type JsonSchema = Readonly<Record<string, unknown>>;

const made = new WeakMap<object, JsonSchema>();

/** Draft 7; the same object for the same `input`. */
export function schemaOfTool(tool: Pick<AnyTool, 'input'>): JsonSchema {
  const known = made.get(tool.input);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { target: 'draft-7', io: 'input' });
  made.set(tool.input, schema);
  return schema;
}

let builtIn: Readonly<Record<string, JsonSchema>> | undefined;

/** Every built-in tool by name, on offer or not; an object without a prototype. */
export function builtInSchemas(): Readonly<Record<string, JsonSchema>> {
  if (builtIn === undefined) {
    const schemas: Record<string, JsonSchema> = Object.create(null);
    for (const name of Object.keys(toolInputs) as ToolName[]) schemas[name] = toolJsonSchema(name);
    builtIn = Object.freeze(schemas);
  }
  return builtIn;
}
