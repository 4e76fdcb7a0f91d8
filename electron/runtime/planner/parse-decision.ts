/** Raw model text to a planner decision: form is read with named tolerance, meaning is never guessed. */
import { type Notice, notice } from '#shared/schema/notice';
import { decision, type PlannerAction, type PlannerDecision, plannerActionSchema } from '#shared/schema/planner-decision';
import { type FindNote, type FindRule, findDecision } from './find-decision.ts';
import { MAX_NESTING, readJsonObject } from './json-reader.ts';

/** UTF-8 bytes; a longer reply is not read at all. */
export const DECISION_BYTES = 1_048_576;

export type DecisionNote =
  | FindNote
  | 'arguments_string'
  | 'tool_name_trimmed'
  | 'boolean_string'
  | 'slots_string'
  | 'null_default'
  | 'unknown_field'
  | 'field_dropped';

export type DecisionRule = FindRule | 'action' | 'missing' | 'empty_field' | 'type';

export type ParsedDecision =
  | { readonly ok: true; readonly decision: PlannerDecision; readonly notes: readonly DecisionNote[] }
  | {
      readonly ok: false;
      /** `planner_unreadable` with `rule` and `field`. */
      readonly error: Notice;
      /** In English, for the corrective retry: names the field, the rule and what is allowed. */
      readonly violation: string;
    };

const ACTIONS = plannerActionSchema.options;
const FIELDS = ['action', 'answer', 'reason', 'tool_name', 'arguments', 'missing_slots', 'clarification_question', 'goal_satisfied'];

/** Fields that mean something beside `action` and `reason`, by action; the others are dropped. A question may name the call that waits for it. */
const BRANCH: Readonly<Record<PlannerAction, readonly string[]>> = {
  CALL_TOOL: ['tool_name', 'arguments'],
  CLARIFY: ['missing_slots', 'clarification_question', 'tool_name', 'arguments'],
  RESPOND: ['answer', 'goal_satisfied'],
};

const SAYS: Readonly<Record<FindRule, (key: string) => string>> = {
  size: () => `The reply is longer than ${DECISION_BYTES} bytes. Send one short JSON object.`,
  empty: () => 'The reply is empty. Send exactly one JSON object.',
  no_object: () => 'The reply holds no JSON object. Send exactly one JSON object and nothing else.',
  no_action: () => `The field "action" is missing. It must be one of ${quoted(ACTIONS)}.`,
  several_decisions: () => 'The reply holds more than one decision. Send exactly one JSON object: one decision a step.',
  thinking_unclosed: () => 'The thinking was not closed before the JSON object. Send exactly one JSON object and nothing else.',
  truncated: (key) => `The JSON object breaks off${near(key)}. Send the whole object, shorter if need be.`,
  syntax: (key) => `The JSON is not valid${near(key)}. Use double quotes and commas as JSON wants them.`,
  duplicate_key: (key) => `The key ${quoted([key])} stands twice in one object. Give each key once.`,
  forbidden_key: (key) => `The key ${quoted([key])} is not allowed anywhere.`,
  nesting: () => `The object is nested deeper than ${MAX_NESTING} levels.`,
  number: (key) => `The value${near(key)} is not a finite number that can be kept exactly.`,
  text: (key) => `The text${near(key)} has an invalid escape, control character or half a surrogate pair.`,
};

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name.slice(0, 80))).join(', ');
const near = (key: string): string => (key === '' ? '' : ` near ${quoted([key])}`);

function refuse(rule: DecisionRule, field: string, violation: string): ParsedDecision & { ok: false } {
  return { ok: false, error: notice('planner_unreadable', { rule, field: field.slice(0, 80) }, violation), violation };
}

/** Reads a whole reply. Never throws; linear in the length; a reply that breaks off is refused, never completed. */
export function parseDecision(raw: string): ParsedDecision {
  if (raw.length > DECISION_BYTES || Buffer.byteLength(raw) > DECISION_BYTES) return refuse('size', '', SAYS.size(''));
  const found = findDecision(raw);
  if (!found.ok) return refuse(found.rule, found.rule === 'no_action' ? 'action' : found.key, SAYS[found.rule](found.key));
  const notes = new Set<DecisionNote>(found.notes);
  const source = found.value;
  const action = plannerActionSchema.safeParse(source['action']);
  if (!action.success) {
    return refuse(
      'action',
      'action',
      `The field "action" must be one of ${quoted(ACTIONS)}, in capitals; it was ${shown(source['action'])}.`,
    );
  }
  for (const field of Object.keys(source)) if (!FIELDS.includes(field)) notes.add('unknown_field');
  const fields: Fields = { source, notes, refusal: null };
  const rest = readBranch(action.data, fields);
  const reason = textField(fields, 'reason', false);
  if (fields.refusal !== null) return fields.refusal;
  const used = [...BRANCH[action.data], 'action', 'reason'];
  if (FIELDS.some((field) => !used.includes(field) && carries(source[field]))) notes.add('field_dropped');
  return { ok: true, decision: decision(action.data, { ...rest, reason }), notes: [...notes] };
}

function readBranch(action: PlannerAction, fields: Fields): Partial<PlannerDecision> {
  switch (action) {
    case 'CALL_TOOL':
      return { tool_name: toolName(fields, true), arguments: argumentsField(fields, true) };
    case 'CLARIFY':
      return {
        clarification_question: textField(fields, 'clarification_question', true),
        missing_slots: slots(fields),
        tool_name: toolName(fields, false),
        arguments: argumentsField(fields, false),
      };
    case 'RESPOND':
      return { answer: textField(fields, 'answer', true), goal_satisfied: goalSatisfied(fields) };
    default:
      return action satisfies never;
  }
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : (JSON.stringify(value) ?? '').slice(0, 80));

/** true for a value that says something: a dropped one is noted. */
function carries(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The fields of one object while they are read; the first refusal is kept. */
interface Fields {
  readonly source: Record<string, unknown>;
  readonly notes: Set<DecisionNote>;
  refusal: (ParsedDecision & { ok: false }) | null;
}

function keepRefusal(fields: Fields, rule: DecisionRule, field: string, violation: string): void {
  fields.refusal ??= refuse(rule, field, violation);
}

/** The value, or undefined where it is absent; null stands for absent in fields that have a default. */
function optional(fields: Fields, field: string): unknown {
  const value = fields.source[field];
  if (value !== null) return value;
  fields.notes.add('null_default');
  return undefined;
}

function textField(fields: Fields, field: string, required: boolean): string {
  const value = required ? fields.source[field] : optional(fields, field);
  if (value === undefined && !required) return '';
  if (value === undefined) keepRefusal(fields, 'missing', field, `The field "${field}" is missing; this action needs it.`);
  else if (typeof value !== 'string') keepRefusal(fields, 'type', field, `The field "${field}" must be a string; it was ${shown(value)}.`);
  else if (required && value.trim() === '')
    keepRefusal(fields, 'empty_field', field, `The field "${field}" is empty; this action needs it.`);
  return typeof value === 'string' ? value : '';
}

function toolName(fields: Fields, required: boolean): string {
  const name = textField(fields, 'tool_name', required);
  const trimmed = name.trim();
  if (trimmed !== name) fields.notes.add('tool_name_trimmed');
  return trimmed;
}

function argumentsField(fields: Fields, required: boolean): Record<string, unknown> {
  const value = required ? fields.source['arguments'] : (optional(fields, 'arguments') ?? {});
  if (value === undefined)
    keepRefusal(fields, 'missing', 'arguments', 'The field "arguments" is missing; CALL_TOOL needs an object, {} for none.');
  else if (typeof value === 'string') return argumentsFromString(fields, value);
  else if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    keepRefusal(fields, 'type', 'arguments', `The field "arguments" must be an object; it was ${shown(value)}.`);
  } else return value as Record<string, unknown>;
  return {};
}

function argumentsFromString(fields: Fields, text: string): Record<string, unknown> {
  const trimmed = text.trim();
  const read = trimmed.startsWith('{') ? readJsonObject(trimmed, 0) : null;
  if (read?.ok === true && read.end === trimmed.length) {
    fields.notes.add('arguments_string');
    for (const tolerance of read.tolerances) fields.notes.add(tolerance);
    return read.value;
  }
  const rule = read === null || read.ok || read.rule === 'not_object' ? 'type' : read.rule;
  keepRefusal(fields, rule, 'arguments', `The field "arguments" must be an object; the string given is not one (${rule}).`);
  return {};
}

function slots(fields: Fields): string[] {
  const value = optional(fields, 'missing_slots');
  if (value === undefined) return [];
  if (typeof value === 'string') {
    fields.notes.add('slots_string');
    return value.trim() === '' ? [] : [value.trim()];
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  keepRefusal(fields, 'type', 'missing_slots', `The field "missing_slots" must be a list of strings; it was ${shown(value)}.`);
  return [];
}

function goalSatisfied(fields: Fields): boolean {
  const value = optional(fields, 'goal_satisfied');
  if (value === undefined) return true;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') {
    fields.notes.add('boolean_string');
    return value === 'true';
  }
  keepRefusal(fields, 'type', 'goal_satisfied', `The field "goal_satisfied" must be true or false; it was ${shown(value)}.`);
  return true;
}
