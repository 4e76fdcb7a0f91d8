import { expect, test } from 'vitest';
import { toolJsonSchema } from '#runtime/tools/tool-inputs';
import { type Normalised, normaliseArguments } from './normalise.ts';
import { type MomentFormat, momentText } from './normalise-moment.ts';

const now = Date.parse('2026-04-14T10:00:00+08:00');
const at = { now, zone: 'Asia/Shanghai' };
const memory = { ...at, tool: 'memory_append', schema: toolJsonSchema('memory_append') };
const read = { ...at, tool: 'read', schema: toolJsonSchema('read') };
const of = (type: unknown, format?: string): Record<string, unknown> => ({
  type: 'object',
  properties: { a: { type, ...(format === undefined ? {} : { format }) } },
});
const plain = async (value: unknown, schema: Record<string, unknown>): Promise<unknown> => {
  const done = await normaliseArguments({ a: value }, { ...at, tool: 't', schema });
  return done.ok ? done.arguments['a'] : done;
};

test('words for a day or a time become ISO 8601 in the zone', async () => {
  expect(await normaliseArguments({ text: '开会', date: '明天下午三点' }, memory)).toEqual({
    ok: true,
    arguments: { text: '开会', date: '2026-04-15T15:00:00+08:00' },
    changed: true,
  });
});

test.each<[MomentFormat, string, string]>([
  ['moment', '今晚12点', '2026-04-15T00:00:00+08:00'],
  ['moment', '下午三点', '2026-04-14T15:00:00+08:00'],
  ['moment', '2026-04-13T20:00:00Z', '2026-04-14T04:00:00+08:00'],
  ['date', '2026-04-13T20:00:00Z', '2026-04-14'],
  ['date', '明天下午三点', '2026-04-15'],
  ['date', 'next Monday', '2026-04-20'],
  ['date-time', 'tomorrow at 3pm', '2026-04-15T15:00:00+08:00'],
  ['date-time', '明天', 'ambiguous'],
  ['time', '晚上八点半', '20:30:00+08:00'],
  ['time', '明天晚上八点半', 'ambiguous'],
  ['moment-range', '5号到8号', '2026-04-05/2026-04-08'],
  ['moment-range', '上个月', '2026-03-01/2026-03-31'],
  ['moment-range', '明天', '2026-04-15/2026-04-15'],
  ['moment', '5号到8号', 'span'],
  ['date', '下周', 'span'],
])('%s: %s is %s', async (format, written, expected) => {
  const done = await momentText(written, format, at);
  expect(done.ok ? done.text : done.why).toBe(expected);
});

test('summer time: a wall clock that never stands at this time is impossible, one that does twice means the first', async () => {
  const newYork = { now: Date.parse('2026-03-07T12:00:00-05:00'), zone: 'America/New_York' };
  expect(await momentText('2026-03-08 02:30', 'moment', newYork)).toEqual({ ok: false, why: 'impossible' });
  expect(await momentText('2026-03-08 03:30', 'moment', newYork)).toEqual({ ok: true, text: '2026-03-08T03:30:00-04:00' });
  expect(await momentText('2026-11-01 01:30', 'moment', newYork)).toEqual({ ok: true, text: '2026-11-01T01:30:00-04:00' });
  expect(await momentText('tomorrow', 'moment', newYork)).toEqual({ ok: true, text: '2026-03-08' });
  expect(await momentText('in 24 hours', 'moment', newYork)).toEqual({ ok: true, text: '2026-03-08T13:00:00-04:00' });
  expect(await momentText('3pm', 'moment', { now, zone: 'Asia/Kathmandu' })).toEqual({ ok: true, text: '2026-04-14T15:00:00+05:45' });
  expect(await momentText('today', 'moment', { now: Date.parse('2026-04-14T23:30:00-11:00'), zone: 'Pacific/Kiritimati' })).toEqual({
    ok: true,
    text: '2026-04-16',
  });
});

test('what is impossible, unclear, empty or no date at all names the slot', async () => {
  const ask = async (date: string): Promise<Normalised> => await normaliseArguments({ text: 'x', date }, memory);
  expect(await ask('2026-02-30')).toMatchObject({
    ok: false,
    kind: 'clarify',
    slot: 'date',
    reason: { code: 'slot_impossible', params: { tool: 'memory_append', slot: 'date', value: '2026-02-30' } },
  });
  expect(await ask('改天')).toMatchObject({ kind: 'clarify', slot: 'date', reason: { code: 'slot_ambiguous', params: { why: 'vague' } } });
  expect(await ask('')).toMatchObject({ kind: 'clarify', slot: 'date', reason: { code: 'slot_missing' } });
  expect(await ask('2026-04-14/../../x')).toMatchObject({
    kind: 'invalid',
    slot: 'date',
    reason: { code: 'tool_arguments', params: { field: 'date', rule: 'format' } },
  });
});

test('numbers and booleans given as strings become what the schema types, and only where nothing is lost', async () => {
  expect(await plain('20', of('integer'))).toBe(20);
  expect(await plain(' ２０ ', of('integer'))).toBe(20);
  expect(await plain('20.0', of('integer'))).toBe(20);
  expect(await plain('-1.5', of('number'))).toBe(-1.5);
  expect(await plain('True', of('boolean'))).toBe(true);
  for (const kept of ['2.7', '二十', '1e3', '0x10', '007', '', 'Infinity', '9007199254740993', 'yes'])
    expect(await plain(kept, of('integer'))).toBe(kept);
  expect(await plain('20', of('string'))).toBe('20');
  expect(await plain('20', of(['string', 'integer']))).toBe('20');
  expect(await plain(20, of('string'))).toBe(20);
});

test('white space goes only from paths and from values of a closed list; null goes only from what may be left out', async () => {
  expect(await normaliseArguments({ path: ' a b.txt\n', limit: null }, read)).toMatchObject({
    arguments: { path: 'a b.txt' },
    changed: true,
  });
  expect(await normaliseArguments({ path: null }, read)).toMatchObject({ arguments: { path: null }, changed: false });
  expect(await normaliseArguments({ text: ' x ', target: ' daily ' }, memory)).toMatchObject({
    arguments: { text: ' x ', target: 'daily' },
  });
});

test('what is valid stays the same object', async () => {
  const args = { text: '明天', date: '2026-04-14', target: 'daily' };
  const done = await normaliseArguments(args, memory);
  expect(done).toEqual({ ok: true, arguments: args, changed: false });
  expect(done.ok && done.arguments).toBe(args);
});

test('nested objects and lists are read by their own schema', async () => {
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties: { when: { type: 'string', format: 'date' } } } } },
  };
  expect(await normaliseArguments({ list: [{ when: '后天' }, { when: '2026-05-01' }] }, { ...at, tool: 't', schema })).toMatchObject({
    arguments: { list: [{ when: '2026-04-16' }, { when: '2026-05-01' }] },
  });
  expect(await normaliseArguments({ list: [{ when: 'soon' }] }, { ...at, tool: 't', schema })).toMatchObject({
    ok: false,
    slot: 'list.when',
  });
});
