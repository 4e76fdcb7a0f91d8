/** The tools on offer, as a planner is told of them. */

import { z } from 'zod';
import type { ToolOffer } from '#runtime/model/chat-model';
import type { SessionKind } from '#shared/schema/session';
import type { AnyTool } from './tool.ts';

const schemas = new WeakMap<AnyTool, Readonly<Record<string, unknown>>>();

/** JSON Schema draft 7 of a tool's arguments; made once for each tool. */
export function argumentsSchema(tool: AnyTool): Readonly<Record<string, unknown>> {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { target: 'draft-7' }) as Record<string, unknown>;
  schemas.set(tool, schema);
  return schema;
}

export function offersFor(tools: readonly AnyTool[], kind: SessionKind): ToolOffer[] {
  return tools
    .filter((tool) => tool.sessions.includes(kind))
    .map((tool) => ({ name: tool.name, summary: tool.summary, schema: argumentsSchema(tool) }));
}
