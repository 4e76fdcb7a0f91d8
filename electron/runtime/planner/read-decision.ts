/** One reply read whole: its form, its tool, its arguments in words and against their schema. */
import { localTime } from '#runtime/clock';
import { unknownTool } from '#runtime/guardrails/allowlist';
import { normaliseArguments } from '#runtime/guardrails/normalise';
import { validateArguments } from '#runtime/guardrails/schema';
import { builtInSchemas, type JsonSchema } from '#runtime/guardrails/tool-schema';
import { type Notice, notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import { type DecisionNote, parseDecision } from './parse-decision.ts';

export interface ReadDecisionOptions {
  /** JSON Schema of the arguments by tool name; by default every built-in tool, on offer or not. */
  readonly tools?: Readonly<Record<string, JsonSchema>>;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

export type ReadDecision =
  | { readonly decision: PlannerDecision; readonly notes: readonly DecisionNote[] }
  /** The slot or field is in the parameters; `violation` says it in English for the planner. */
  | { readonly error: Notice; readonly violation: string };

/** The same reading, normalising and validating as in a run, without running anything. Never rejects for what `raw` says. */
export async function readDecision(raw: string, { tools = builtInSchemas(), now, zone }: ReadDecisionOptions): Promise<ReadDecision> {
  const parsed = parseDecision(raw);
  if (!parsed.ok) return { error: parsed.error, violation: parsed.violation };
  const { decision, notes } = parsed;
  if (decision.action !== 'CALL_TOOL') return { decision, notes };
  const tool = decision.tool_name;
  const schema = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (schema === undefined) return asError(unknownTool(tool, Object.keys(tools)));
  if (typeof schema !== 'object' || schema === null) {
    return asError(notice('tool_arguments', { tool, field: '', rule: 'schema', allowed: '' }, 'the schema of the tool is no object'));
  }
  if (!isZone(zone))
    return asError(
      notice('bad_input', { method: 'decision', field: 'zone' }, `there is no time zone ${JSON.stringify(zone.slice(0, 64))}`),
    );
  const normalised = await normaliseArguments(decision.arguments, { tool, schema, now, zone });
  if (!normalised.ok) return asError(normalised.reason);
  const wrong = await validateArguments(tool, schema, normalised.arguments);
  return wrong === null ? { decision: { ...decision, arguments: { ...normalised.arguments } }, notes } : asError(wrong);
}

function isZone(zone: string): boolean {
  try {
    localTime(0, zone);
    return true;
  } catch {
    return false;
  }
}

function asError(error: Notice): ReadDecision {
  return { error, violation: error.detail ?? `${error.code} ${JSON.stringify(error.params ?? {})}` };
}
