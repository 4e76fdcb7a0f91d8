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

/** Kept first where a model is lost among many tools. */
const MATTERS = [
  'read',
  'memory_search',
  'write',
  'list',
  'memory_append',
  'search',
  'exec',
  'edit',
  'time',
  'memory_get',
  'delete',
  'move',
];
const rank = ({ name }: AnyTool): number => (MATTERS.includes(name) ? MATTERS.indexOf(name) : MATTERS.length);

/** `most`: how many are offered; the others are as if they were not there. */
export function offersFor(tools: readonly AnyTool[], kind: SessionKind, most: number = Number.POSITIVE_INFINITY): ToolOffer[] {
  const fitting = tools.filter((tool) => tool.sessions.includes(kind));
  const kept = new Set(fitting.toSorted((one, other) => rank(one) - rank(other)).slice(0, most));
  return fitting
    .filter((tool) => kept.has(tool))
    .map((tool) => ({ name: tool.name, summary: tool.summary, schema: argumentsSchema(tool) }));
}
