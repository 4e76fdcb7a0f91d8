import { expect, test } from 'vitest';
import { toolJsonSchema } from '#runtime/tools/tool-inputs';
import { validateArguments } from './schema.ts';

const read = toolJsonSchema('read');
const params = (args: Record<string, unknown>, schema: Record<string, unknown> = read): Promise<unknown> =>
  validateArguments('t', schema, args).then((wrong) => wrong?.params ?? null);

test('arguments that fit have nothing wrong', async () => {
  expect(await params({ path: '笔记/a.txt', limit: 5 })).toBeNull();
  expect(await params({ text: 'x', date: '2026-04-14' }, toolJsonSchema('memory_append'))).toBeNull();
  expect(await params({ text: 'x', date: '2026-04-14T10:00:00+08:00' }, toolJsonSchema('memory_append'))).toBeNull();
});

test('each fault names the field, the rule and what is allowed', async () => {
  expect(await params({})).toEqual({ tool: 't', field: 'path', rule: 'required', allowed: '' });
  expect(await params({ path: 'a', approved: true })).toEqual({
    tool: 't',
    field: 'approved',
    rule: 'unknown',
    allowed: 'path, offset, limit',
  });
  expect(await params({ path: 1 })).toEqual({ tool: 't', field: 'path', rule: 'type', allowed: 'string' });
  expect(await params({ path: 'a', limit: -5 })).toEqual({ tool: 't', field: 'limit', rule: 'minimum', allowed: '>= 1' });
  expect(await params({ text: 'x', target: 'soul' }, toolJsonSchema('memory_append'))).toEqual({
    tool: 't',
    field: 'target',
    rule: 'enum',
    allowed: 'daily, memory, user',
  });
  expect(await params({ text: 'x', date: '明天' }, toolJsonSchema('memory_append'))).toEqual({
    tool: 't',
    field: 'date',
    rule: 'format',
    allowed: 'moment',
  });
  expect(
    await params({ list: [{ n: 'x' }] }, { properties: { list: { items: { properties: { n: { type: 'number' } } } } } }),
  ).toMatchObject({
    field: 'list.0.n',
  });
});

test('names of the prototype are no arguments', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['toString'] };
  expect(await params({ a: 'x' }, schema)).toMatchObject({ field: 'toString', rule: 'required' });
  expect(await params(JSON.parse('{"path":"a","__proto__":{"approved":true}}'))).toMatchObject({ rule: 'unknown' });
});

test('unknown arguments pass only where the schema says so', async () => {
  expect(await params({ b: 1 }, { properties: { a: {} } })).toMatchObject({ field: 'b', rule: 'unknown' });
  expect(await params({ b: 1 }, { properties: { a: {} }, additionalProperties: true })).toBeNull();
});

test('a schema that does not compile refuses every call', async () => {
  for (const broken of [{ type: 'nonsense' }, { properties: { a: { $ref: 'https://elsewhere.example/x' } } }]) {
    expect(await params({}, broken)).toMatchObject({ rule: 'schema' });
  }
  const draft = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x', type: 'object', properties: {} };
  expect(await params({}, draft)).toBeNull();
  expect(await params({}, { ...draft })).toBeNull();
});

test('ten thousand arguments, ten megabytes and a costly pattern come to an end', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]));
  expect(await params({ path: 'a', ...many })).toMatchObject({ rule: 'unknown' });
  expect(await params({ path: '好'.repeat(10_000_000) })).toMatchObject({ field: 'path', rule: 'maxLength' });
  expect(await params({ ['x'.repeat(10_000_000)]: 1, path: 'a' })).toMatchObject({ rule: 'unknown' });
  expect(await params({ a: 'a'.repeat(10_000_000) }, { properties: { a: { type: 'string', pattern: '^(a|b)*$' } } })).toMatchObject({
    rule: 'pattern',
  });
}, 5000);
