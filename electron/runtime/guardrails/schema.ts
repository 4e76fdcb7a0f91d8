/** Guardrail: arguments must fit the tool's JSON Schema, own properties only, unknown ones refused. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Notice, notice } from '#shared/schema/notice';
import type { Verdict } from '#shared/schema/tool-call';
import type { GuardrailCall, GuardrailContext, PreGuardrail } from './guardrail.ts';
import { type JsonSchema, schemaOfTool } from './tool-schema.ts';

export const schema: PreGuardrail = {
  stage: 'pre',
  name: 'schema',
  async judge(call: GuardrailCall, context: GuardrailContext): Promise<Verdict> {
    const tool = context.tools.find(({ name }) => name === call.name);
    if (tool === undefined) return { verdict: 'allow' };
    const wrong = await validateArguments(call.name, schemaOfTool(tool), call.arguments);
    return wrong === null ? { verdict: 'allow' } : { verdict: 'invalid', reason: wrong };
  },
};

/** Characters; a pattern of somebody else's schema is never tried on a longer text. */
const PATTERN_INPUT = 20_000;
const SHOWN = 120;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const RANGE = /^\d{4}-\d{2}-\d{2}\/\d{4}-\d{2}-\d{2}$/;

const compiled = new WeakMap<object, Promise<ValidateFunction | 'broken'>>();

/** What is wrong, as `tool_arguments` with tool, field, rule and allowed, or null. Never rejects; a schema that does not compile refuses all. */
export async function validateArguments(tool: string, schema: JsonSchema, args: Readonly<Record<string, unknown>>): Promise<Notice | null> {
  const validate = await validatorFor(schema);
  if (validate === 'broken')
    return notice('tool_arguments', { tool, field: '', rule: 'schema', allowed: '' }, 'the schema of the tool does not compile');
  if (validate(args)) return null;
  const [error] = validate.errors ?? [];
  return error === undefined ? notice('tool_arguments', { tool, field: '', rule: 'schema', allowed: '' }) : asNotice(tool, error, schema);
}

function validatorFor(schema: JsonSchema): Promise<ValidateFunction | 'broken'> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

/** One Ajv for each schema, so that names and ids of one never meet another's. Loaded with the first call: no start needs it. */
async function compile(schema: JsonSchema): Promise<ValidateFunction | 'broken'> {
  try {
    const [{ Ajv }, { default: addFormats }] = await Promise.all([import('ajv'), import('ajv-formats')]);
    const ajv = new Ajv({ ownProperties: true, strict: false, logger: false, code: { regExp: boundedPattern } });
    addFormats(ajv);
    ajv.addFormat('moment', (text) => MOMENT.test(text));
    ajv.addFormat('moment-range', (text) => RANGE.test(text));
    const { $schema: _draft, $id: _id, ...rest } = schema;
    const open = 'additionalProperties' in rest || 'patternProperties' in rest || 'allOf' in rest || 'anyOf' in rest || 'oneOf' in rest;
    return ajv.compile({ type: 'object', ...rest, ...(open ? {} : { additionalProperties: false }) });
  } catch {
    return 'broken';
  }
}

function boundedPattern(pattern: string, flags: string): { test: (text: string) => boolean } {
  const expression = new RegExp(pattern, flags);
  return { test: (text) => text.length <= PATTERN_INPUT && expression.test(text) };
}
boundedPattern.code = 'boundedPattern';

function asNotice(tool: string, error: ErrorObject, schema: JsonSchema): Notice {
  const { keyword, params, instancePath } = error;
  const extra = text(params['missingProperty'] ?? params['additionalProperty'] ?? '');
  const path = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const field = [path, extra]
    .filter((part) => part !== '')
    .join('.')
    .slice(0, SHOWN);
  const rule = keyword === 'additionalProperties' ? 'unknown' : keyword;
  const allowed = allowedBy(error, schema).slice(0, SHOWN * 4);
  return notice(
    'tool_arguments',
    { tool, field, rule, allowed },
    `${field === '' ? 'the arguments' : `argument "${field}"`} ${inWords(error, allowed)}`,
  );
}

function inWords({ keyword, message }: ErrorObject, allowed: string): string {
  if (keyword === 'required') return 'is missing';
  if (keyword === 'additionalProperties') return `is not known; there are: ${allowed}`;
  if (keyword === 'enum' || keyword === 'const') return `must be one of: ${allowed}`;
  return (message ?? keyword).slice(0, SHOWN * 2);
}

function allowedBy({ keyword, params, instancePath }: ErrorObject, schema: JsonSchema): string {
  if (keyword === 'additionalProperties') return instancePath === '' ? Object.keys(schema['properties'] ?? {}).join(', ') : '';
  if (keyword === 'enum') return Array.isArray(params['allowedValues']) ? params['allowedValues'].map(text).join(', ') : '';
  if (keyword === 'const') return text(params['allowedValue']);
  if (keyword === 'type') return text(params['type']);
  if (keyword === 'format') return text(params['format']);
  if (keyword === 'pattern') return text(params['pattern']);
  const { limit, comparison } = params;
  return limit === undefined ? '' : `${comparison === undefined ? '' : `${text(comparison)} `}${text(limit)}`;
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'string' ? value : String(JSON.stringify(value) ?? '');
}
