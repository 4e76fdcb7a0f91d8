/** The decision contract as a JSON Schema compiled from the tools on offer, for servers that can hold a model to one. */
import type { ToolOffer } from '#runtime/model/chat-model';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Bounds that decoders turn into huge grammars or do not know; the same bounds are checked here afterwards in any case. */
const LEFT_OUT = new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'pattern', 'format', '$schema', '$id', 'default']);
/** Below these keys the names are the tool's own, not the schema language's. */
const NAMES = new Set(['properties', 'definitions', '$defs', 'patternProperties']);

/** Below these keys stand values, not schemas. */
const VALUES = new Set(['const', 'enum', 'required']);

const text = { type: 'string' } as const;

function branch(action: string, properties: JsonSchema, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: { action: { type: 'string', const: action }, ...properties },
    required: ['action', ...required],
    additionalProperties: false,
  };
}

/** One branch a tool, one for CLARIFY (which may name the call that waits), one for RESPOND; `action` comes first and `answer` next, so that streaming can start. */
export function compileDecisionSchema(tools: readonly ToolOffer[]): Record<string, unknown> {
  const calls = tools.map(({ name, schema }) =>
    branch('CALL_TOOL', { reason: text, tool_name: { type: 'string', const: name }, arguments: decodable(schema) }, [
      'reason',
      'tool_name',
      'arguments',
    ]),
  );
  const respond = branch('RESPOND', { answer: text, reason: text, goal_satisfied: { type: 'boolean' } }, ['answer', 'goal_satisfied']);
  const waiting =
    tools.length === 0
      ? {}
      : { tool_name: { type: 'string', enum: ['', ...tools.map(({ name }) => name)] }, arguments: { type: 'object' } };
  const question = { clarification_question: text, missing_slots: { type: 'array', items: text }, reason: text };
  const clarify = branch('CLARIFY', { ...question, ...waiting }, ['clarification_question', 'missing_slots']);
  return { anyOf: [...calls, clarify, respond] };
}

function decodable(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, VALUES.has(key) ? value : NAMES.has(key) ? named(value) : nested(value)]));
}

function named(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, nested(schema)]));
}

function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  return isObject(value) ? decodable(value) : value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
