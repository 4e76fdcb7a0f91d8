import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { toolJsonSchema } from '#runtime/tools/tool-inputs';
import { compileDecisionSchema } from './decision-schema.ts';

const offer = (name: 'read' | 'memory_append' | 'time') => ({ name, summary: '', schema: toolJsonSchema(name) });
const schema = compileDecisionSchema([offer('read'), offer('memory_append'), offer('time')]);
const fits = new Ajv({ strict: false }).compile(schema);

test('a branch a tool, one for a question, one for an answer; nothing else fits', () => {
  expect(fits({ action: 'CALL_TOOL', reason: '', tool_name: 'read', arguments: { path: 'a' } })).toBe(true);
  expect(fits({ action: 'CALL_TOOL', reason: '', tool_name: 'memory_append', arguments: { text: '好', date: '明天' } })).toBe(true);
  expect(fits({ action: 'CLARIFY', clarification_question: '哪个？', missing_slots: ['path'] })).toBe(true);
  expect(fits({ action: 'CLARIFY', clarification_question: '?', missing_slots: ['path'], tool_name: 'read', arguments: {} })).toBe(true);
  expect(fits({ action: 'CLARIFY', clarification_question: '?', missing_slots: ['path'], tool_name: 'exec' })).toBe(false);
  expect(fits({ action: 'RESPOND', answer: 'x', goal_satisfied: true })).toBe(true);
  expect(fits({ action: 'CALL_TOOL', reason: '', tool_name: 'Read', arguments: { path: 'a' } })).toBe(false);
  expect(fits({ action: 'CALL_TOOL', reason: '', tool_name: 'read', arguments: { text: 'a' } })).toBe(false);
  expect(fits({ action: 'CALL_TOOL', reason: '', tool_name: 'exec', arguments: { command: 'ls' } })).toBe(false);
  expect(fits({ action: 'RESPOND', answer: 'x', goal_satisfied: true, tool_name: 'read' })).toBe(false);
});

test('the action comes first and the answer next, so that streaming can start', () => {
  const branches = schema['anyOf'] as { properties: Record<string, { const?: string }> }[];
  for (const { properties } of branches) expect(Object.keys(properties)[0]).toBe('action');
  const respond = branches.find(({ properties }) => properties['action']?.const === 'RESPOND');
  expect(Object.keys(respond?.properties ?? {})).toEqual(['action', 'answer', 'reason', 'goal_satisfied']);
});

test('bounds that make huge grammars are left to the check afterwards, arguments that bear their names are not', () => {
  const compiled = compileDecisionSchema([
    {
      name: 't',
      summary: '',
      schema: {
        type: 'object',
        properties: { format: { type: 'string', maxLength: 20_000, format: 'moment' }, kind: { enum: ['pattern', 'format'] } },
        required: ['format'],
      },
    },
  ]);
  const [first] = compiled['anyOf'] as { properties: { arguments: unknown } }[];
  expect(first?.properties.arguments).toEqual({
    type: 'object',
    properties: { format: { type: 'string' }, kind: { enum: ['pattern', 'format'] } },
    required: ['format'],
  });
});

test('without tools there is still a question and an answer', () => {
  expect(compileDecisionSchema([])['anyOf']).toHaveLength(2);
});
