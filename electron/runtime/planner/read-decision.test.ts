import { expect, test } from 'vitest';
import { readDecision } from './read-decision.ts';

const at = { now: Date.parse('2026-04-14T10:00:00+08:00'), zone: 'Asia/Shanghai' };
const call = (tool: string, args: unknown): string => JSON.stringify({ action: 'CALL_TOOL', tool_name: tool, arguments: args });

test('a call is read, normalised and checked in one go', async () => {
  expect(await readDecision(call('memory_append', { text: '开会', date: '大后天' }), at)).toMatchObject({
    decision: { action: 'CALL_TOOL', tool_name: 'memory_append', arguments: { text: '开会', date: '2026-04-17' } },
  });
  expect(await readDecision(call('read', { path: 'a.txt', limit: '20' }), at)).toMatchObject({
    decision: { arguments: { path: 'a.txt', limit: 20 } },
  });
});

test.each<[string, string, Record<string, unknown>]>([
  ['a name in another case', call('Read', { path: 'a' }), { code: 'tool_unknown', params: { nearest: 'read' } }],
  ['a name of the prototype', call('__proto__', {}), { code: 'tool_unknown' }],
  ['a tool that is not there', call('format_disk', {}), { code: 'tool_unknown' }],
  ['a missing argument', call('read', {}), { code: 'tool_arguments', params: { field: 'path', rule: 'required' } }],
  ['an argument of another name', call('read', { Path: 'a' }), { code: 'tool_arguments', params: { field: 'path', rule: 'required' } }],
  [
    'approving oneself',
    call('exec', { command: 'ls', approved: true }),
    { code: 'tool_arguments', params: { field: 'approved', rule: 'unknown' } },
  ],
  ['a number for a path', call('read', { path: 123 }), { code: 'tool_arguments', params: { field: 'path', rule: 'type' } }],
  ['no such day', call('memory_append', { text: 'x', date: '2026-02-30' }), { code: 'slot_impossible', params: { slot: 'date' } }],
  ['a loose date', call('memory_append', { text: 'x', date: 'soon' }), { code: 'slot_ambiguous', params: { slot: 'date' } }],
  ['a path for a date', call('memory_append', { text: 'x', date: '../../SOUL' }), { code: 'tool_arguments', params: { field: 'date' } }],
  ['no object', '好的', { code: 'planner_unreadable', params: { rule: 'no_object' } }],
])('%s is an error that names it', async (_name, raw, error) => {
  const read = await readDecision(raw, at);
  expect(read).toMatchObject({ error });
  expect('violation' in read && read.violation.length).toBeGreaterThan(10);
});

test('tools of the caller replace the built-in ones', async () => {
  const tools = { remind: { type: 'object', properties: { when: { type: 'string', format: 'date-time' } }, required: ['when'] } };
  expect(await readDecision(call('remind', { when: 'tomorrow at 3pm' }), { ...at, tools })).toMatchObject({
    decision: { arguments: { when: '2026-04-15T15:00:00+08:00' } },
  });
  expect(await readDecision(call('remind', { when: '明天' }), { ...at, tools })).toMatchObject({
    error: { code: 'slot_ambiguous', params: { slot: 'when' } },
  });
  expect(await readDecision(call('read', { path: 'a' }), { ...at, tools })).toMatchObject({ error: { code: 'tool_unknown' } });
});

test('a zone that does not exist is an error, not a crash', async () => {
  const read = await readDecision(call('memory_append', { text: 'x', date: '明天' }), { ...at, zone: 'Mars/Olympus' });
  expect(read).toMatchObject({ error: { code: 'bad_input', params: { field: 'zone' } } });
});
