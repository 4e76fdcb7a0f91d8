/** Guardrail: arguments as the schema types them, where what was meant is beyond doubt; valid values are never changed. */
import { type Notice, notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PreGuardrail } from './guardrail.ts';
import { isMomentFormat, type MomentFormat, type MomentSetting, momentText } from './normalise-moment.ts';
import { type JsonSchema, schemaOfTool } from './tool-schema.ts';

export interface NormaliseOptions extends MomentSetting {
  readonly tool: string;
  readonly schema: JsonSchema;
}

export type Normalised =
  | { readonly ok: true; readonly arguments: Readonly<Record<string, unknown>>; readonly changed: boolean }
  /** `clarify`: the person can say it; `invalid`: no answer of a person would look like this. */
  | { readonly ok: false; readonly kind: 'clarify' | 'invalid'; readonly slot: string; readonly reason: Notice };

export const normalise: PreGuardrail = {
  stage: 'pre',
  name: 'normalise',
  async judge(call: GuardrailCall, context: GuardrailContext): Promise<Verdict> {
    const tool = context.tools.find(({ name }) => name === call.name);
    if (tool === undefined) return { verdict: 'allow' };
    const options = { tool: call.name, schema: schemaOfTool(tool), now: context.at, zone: context.zone };
    const done = await normaliseArguments(call.arguments, options);
    if (done.ok) return done.changed ? { verdict: 'revise', arguments: { ...done.arguments } } : { verdict: 'allow' };
    return done.kind === 'clarify'
      ? { verdict: 'clarify', slots: [done.slot], reason: done.reason }
      : { verdict: 'invalid', reason: done.reason };
  },
};

const NUMBER = /^[+-]?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/;
/** Strings that name a place in the workspace: white space around them is never part of the name that was meant. */
const PATH_NAMES = new Set(['path', 'from', 'to', 'cwd', 'url']);
const MAX_DEPTH = 16;
const SHOWN = 80;

/** Never rejects for what the arguments say. Returns the same object when nothing had to change. */
export async function normaliseArguments(args: Readonly<Record<string, unknown>>, options: NormaliseOptions): Promise<Normalised> {
  const walk: Walk = { options, problem: null };
  const value = await objectAt(args, options.schema, walk, '', 0);
  if (walk.problem !== null) return walk.problem;
  return { ok: true, arguments: value, changed: value !== args };
}

interface Walk {
  readonly options: NormaliseOptions;
  problem: (Normalised & { ok: false }) | null;
}

async function objectAt(
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  walk: Walk,
  at: string,
  depth: number,
): Promise<Readonly<Record<string, unknown>>> {
  const properties = asSchema(schema['properties']);
  if (properties === null || depth > MAX_DEPTH) return value;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const property = asSchema(properties[name]);
    if (property === null) continue;
    const given = value[name];
    const slot = at === '' ? name : `${at}.${name}`;
    if (given === null && !required.includes(name) && !allows(property, 'null')) {
      copy ??= { ...value };
      delete copy[name];
      continue;
    }
    const made = await valueAt(given, property, walk, { name, slot, required: required.includes(name) }, depth);
    if (walk.problem !== null) return value;
    if (made === given) continue;
    copy ??= { ...value };
    copy[name] = made;
  }
  return copy ?? value;
}

interface Slot {
  readonly name: string;
  readonly slot: string;
  readonly required: boolean;
}

async function valueAt(value: unknown, schema: JsonSchema, walk: Walk, slot: Slot, depth: number): Promise<unknown> {
  if (typeof value === 'string') return await textAt(value, schema, walk, slot);
  if (Array.isArray(value)) {
    const items = asSchema(schema['items']);
    if (items === null || depth > MAX_DEPTH) return value;
    const made: unknown[] = [];
    for (const one of value) {
      made.push(await valueAt(one, items, walk, slot, depth + 1));
      if (walk.problem !== null) return value;
    }
    return made.some((one, index) => one !== value[index]) ? made : value;
  }
  if (typeof value === 'object' && value !== null) {
    return await objectAt(value as Record<string, unknown>, schema, walk, slot.slot, depth + 1);
  }
  return value;
}

async function textAt(value: string, schema: JsonSchema, walk: Walk, slot: Slot): Promise<unknown> {
  if (allows(schema, 'string')) {
    const { format } = schema;
    if (isMomentFormat(format)) return await momentAt(value, format, walk, slot);
    const allowed = schema['enum'];
    if (Array.isArray(allowed)) return !allowed.includes(value) && allowed.includes(value.trim()) ? value.trim() : value;
    return PATH_NAMES.has(slot.name) && value.length <= 8192 ? value.trim() : value;
  }
  if (value.length > 32) return value;
  const text = value.normalize('NFKC').trim();
  if (allows(schema, 'boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (!(allows(schema, 'integer') || allows(schema, 'number')) || !NUMBER.test(text)) return value;
  const number = Number(text);
  if (Number.isInteger(number)) return Number.isSafeInteger(number) ? number : value;
  return allows(schema, 'number') ? number : value;
}

async function momentAt(value: string, format: MomentFormat, walk: Walk, { slot, required }: Slot): Promise<string> {
  const { tool } = walk.options;
  const read = await momentText(value, format, walk.options);
  if (read.ok) return read.text;
  const shown = value.slice(0, SHOWN);
  const clarify = (reason: Notice): Normalised & { ok: false } => ({ ok: false, kind: 'clarify', slot, reason });
  if (read.why === 'malformed') {
    const reason = notice(
      'tool_arguments',
      { tool, field: slot, rule: 'format', allowed: format },
      `argument "${slot}": ${JSON.stringify(shown)} is no ${format}`,
    );
    walk.problem = { ok: false, kind: 'invalid', slot, reason };
  } else if (read.why === 'empty') {
    walk.problem = clarify(
      notice('slot_missing', { tool, slot }, `argument "${slot}" is empty${required ? '' : '; leave it out where it is not needed'}`),
    );
  } else if (read.why === 'impossible') {
    walk.problem = clarify(
      notice('slot_impossible', { tool, slot, value: shown }, `argument "${slot}": there is no ${JSON.stringify(shown)}`),
    );
  } else {
    walk.problem = clarify(
      notice(
        'slot_ambiguous',
        { tool, slot, value: shown, why: read.why },
        `argument "${slot}": ${JSON.stringify(shown)} is not one ${format} (${read.why})`,
      ),
    );
  }
  return value;
}

function allows(schema: JsonSchema, type: string): boolean {
  const said = schema['type'];
  return said === type || (Array.isArray(said) && said.includes(type));
}

function asSchema(value: unknown): JsonSchema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : null;
}
