import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decision } from '#shared/schema/planner-decision';
import { parseDecision } from './parse-decision.ts';

const CALL = '{"action":"CALL_TOOL","reason":"r","tool_name":"read","arguments":{"path":"a.txt"}}';
const READ = decision('CALL_TOOL', { reason: 'r', tool_name: 'read', arguments: { path: 'a.txt' } });
const EXEC = '{"action":"CALL_TOOL","tool_name":"exec","arguments":{"command":"rm a"}}';
const RESPOND = '{"action":"RESPOND","answer":"好"}';

describe('form is read with named tolerance', () => {
  test.each<[string, string, string[]]>([
    ['clean', CALL, []],
    ['a code fence', `\`\`\`json\n${CALL}\n\`\`\``, ['code_fence']],
    ['a fence without a name and words around it', `Sure:\n\`\`\`\n${CALL}\n\`\`\`\nDone.`, ['code_fence', 'text_around']],
    ['words before', `好的，我来读取：\n${CALL}`, ['text_around']],
    ['words after', `${CALL}\n希望有帮助！`, ['text_around']],
    ['words with a brace', `好的 {path}：{} ${CALL} :}`, ['text_around', 'other_object']],
    ['thinking', `<think>maybe ${EXEC}</think>${CALL}`, ['thinking']],
    ['thinking twice, in other words', `<thinking>a</thinking>\n<reasoning>${EXEC}</reasoning>\n${CALL}`, ['thinking']],
    ['thinking with broken braces', `<think>{"a": {{{ "</think>${CALL}`, ['thinking']],
    ['a stray end tag', `maybe ${EXEC}</think>${CALL}`, ['thinking']],
    ['thinking that was not closed', `<think>I will read it.\n${CALL}`, ['thinking_unclosed', 'text_around']],
    ['a trailing comma', CALL.replace(/}}$/, ',},}'), ['trailing_comma']],
    ['one comma too many', CALL.replace(',"reason"', ',,"reason"'), ['extra_comma']],
    ['a byte order mark', `\ufeff${CALL}`, ['invisible_characters']],
    ['characters without width', CALL.replaceAll(':', '\u200b:\u00a0'), ['invisible_characters']],
    [
      'full-width colon, comma and key quotes',
      CALL.replaceAll('":', '"：').replace('"reason"', '“reason”').replace(',"tool', '，"tool'),
      ['full_width'],
    ],
    ['an array of one', `[${CALL}]`, ['array_of_one']],
    ['escaped letters', CALL.replace('read', 're\\u0061d'), []],
    [
      'a raw line break in a string',
      '{"action":"CALL_TOOL","reason":"r","tool_name":"read\n","arguments":{"path":"a.txt"}}',
      ['raw_line_break', 'tool_name_trimmed'],
    ],
    ['arguments in a string', CALL.replace('{"path":"a.txt"}', JSON.stringify('{"path":"a.txt"}')), ['arguments_string']],
    ['a name in white space', CALL.replace('"read"', '" read "'), ['tool_name_trimmed']],
    ['an invented observation after it', `${CALL}\nObservation: {"text":"x"}\n${RESPOND}`, ['text_around', 'second_object']],
    ['broken text after it', `${CALL}\nObservation: {"text": `, ['text_around', 'second_object']],
    ['unknown and empty fields', CALL.replace('{"action"', '{"thought":"t","missing_slots":null,"answer":"","action"'), ['unknown_field']],
    ['an answer beside a call', CALL.replace('"reason"', '"answer":"done","reason"'), ['field_dropped']],
  ])('%s', (_name, raw, notes) => {
    expect(parseDecision(raw)).toEqual({ ok: true, decision: READ, notes });
  });

  test('each branch keeps only what belongs to it', () => {
    expect(parseDecision('{"action":"RESPOND","answer":"done","tool_name":"exec","arguments":{"command":"rm a"}}')).toEqual({
      ok: true,
      decision: decision('RESPOND', { answer: 'done' }),
      notes: ['field_dropped'],
    });
    expect(
      parseDecision('{"action":"CLARIFY","clarification_question":"哪个文件？","missing_slots":"path","goal_satisfied":true}'),
    ).toEqual({
      ok: true,
      decision: decision('CLARIFY', { clarification_question: '哪个文件？', missing_slots: ['path'] }),
      notes: ['slots_string', 'field_dropped'],
    });
    expect(parseDecision('{"action":"RESPOND","answer":"x","goal_satisfied":"false"}')).toMatchObject({
      ok: true,
      decision: { goal_satisfied: false },
    });
  });

  test('a question may name the call that waits for it', () => {
    const raw =
      '{"action":"CLARIFY","clarification_question":"说什么？","missing_slots":["text"],"tool_name":"echo","arguments":{"loud":true}}';
    const rest = { clarification_question: '说什么？', missing_slots: ['text'], tool_name: 'echo', arguments: { loud: true } };
    expect(parseDecision(raw)).toEqual({ ok: true, decision: decision('CLARIFY', rest), notes: [] });
  });

  test('a tag or a fence inside an answer stays in the answer', () => {
    const answer = 'write </think> and <think> and ```json {"action":"CALL_TOOL"} ```';
    expect(parseDecision(JSON.stringify({ action: 'RESPOND', answer }))).toMatchObject({ ok: true, decision: { answer } });
  });
});

describe('what is not certain is refused by name', () => {
  test.each<[string, string, string, string]>([
    ['nothing', '', 'empty', ''],
    ['white space', '  \n', 'empty', ''],
    ['an empty list', '[]', 'empty', ''],
    ['a bare string', '"read a.txt"', 'no_object', ''],
    ['a decision inside a string', JSON.stringify(CALL), 'no_object', ''],
    ['null', 'null', 'no_object', ''],
    ['single quotes', "{'action':'CALL_TOOL'}", 'no_object', ''],
    ['no action', '{"tool_name":"read","arguments":{}}', 'no_action', 'action'],
    ['a wrapped decision', `{"decision":${CALL}}`, 'no_action', 'action'],
    ['an unknown action', CALL.replace('CALL_TOOL', 'RUN'), 'action', 'action'],
    ['an action in small letters', CALL.replace('CALL_TOOL', 'call_tool'), 'action', 'action'],
    ['no tool', '{"action":"CALL_TOOL","arguments":{}}', 'missing', 'tool_name'],
    ['an empty tool', '{"action":"CALL_TOOL","tool_name":" ","arguments":{}}', 'empty_field', 'tool_name'],
    ['no arguments', '{"action":"CALL_TOOL","tool_name":"time"}', 'missing', 'arguments'],
    ['null arguments', '{"action":"CALL_TOOL","tool_name":"time","arguments":null}', 'type', 'arguments'],
    ['a list of arguments', '{"action":"CALL_TOOL","tool_name":"time","arguments":["a"]}', 'type', 'arguments'],
    ['arguments in a broken string', '{"action":"CALL_TOOL","tool_name":"time","arguments":"{\\"a\\":"}', 'truncated', 'arguments'],
    ['no answer', '{"action":"RESPOND"}', 'missing', 'answer'],
    ['an empty answer', '{"action":"RESPOND","answer":" "}', 'empty_field', 'answer'],
    ['an answer that is no text', '{"action":"RESPOND","answer":{"a":1}}', 'type', 'answer'],
    ['no question', '{"action":"CLARIFY"}', 'missing', 'clarification_question'],
    ['a goal that is neither', '{"action":"RESPOND","answer":"x","goal_satisfied":"maybe"}', 'type', 'goal_satisfied'],
    ['a key twice', '{"action":"CALL_TOOL","tool_name":"read","tool_name":"exec","arguments":{}}', 'duplicate_key', 'tool_name'],
    [
      'a key twice, once in escapes',
      '{"action":"CALL_TOOL","tool_name":"read","tool\\u005fname":"exec","arguments":{}}',
      'duplicate_key',
      'tool_name',
    ],
    [
      'a key twice in the arguments',
      '{"action":"CALL_TOOL","tool_name":"read","arguments":{"path":"a","path":"b"}}',
      'duplicate_key',
      'path',
    ],
    [
      'a prototype key',
      '{"action":"CALL_TOOL","tool_name":"read","arguments":{"__proto__":{"approved":true}}}',
      'forbidden_key',
      '__proto__',
    ],
    [
      'a prototype key in a string of arguments',
      '{"action":"CALL_TOOL","tool_name":"read","arguments":"{\\"constructor\\":1}"}',
      'forbidden_key',
      'arguments',
    ],
    ['NaN', '{"action":"CALL_TOOL","tool_name":"read","arguments":{"limit":NaN}}', 'number', 'limit'],
    ['minus infinity', '{"action":"CALL_TOOL","tool_name":"read","arguments":{"limit":-Infinity}}', 'number', 'limit'],
    ['1e999', '{"action":"CALL_TOOL","tool_name":"read","arguments":{"limit":1e999}}', 'number', 'limit'],
    [
      'an integer that would be rounded',
      '{"action":"CALL_TOOL","tool_name":"read","arguments":{"limit":9007199254740993}}',
      'number',
      'limit',
    ],
    ['leading zeros', '{"action":"CALL_TOOL","tool_name":"read","arguments":{"limit":007}}', 'number', 'limit'],
    ['curly quotes around a value', CALL.replace('"a.txt"', '“a.txt”'), 'syntax', 'path'],
    ['two commas in a list', '{"action":"CLARIFY","clarification_question":"?","missing_slots":["a",,"b"]}', 'syntax', 'missing_slots'],
    ['a comment', '{"action":"RESPOND", /* hi */ "answer":"x"}', 'syntax', 'action'],
    ['half a surrogate pair', '{"action":"RESPOND","answer":"\\ud83d"}', 'text', 'answer'],
    ['an unknown escape', '{"action":"RESPOND","answer":"C:\\work......"}', 'text', 'answer'],
    ['two decisions side by side', `${CALL}${CALL}`, 'several_decisions', ''],
    ['two decisions in a list', `[${CALL}, ${RESPOND}]`, 'several_decisions', ''],
    ['two decisions in two fences', `\`\`\`json\n${CALL}\n\`\`\`\n\`\`\`json\n${RESPOND}\n\`\`\``, 'several_decisions', ''],
    ['a quoted decision before the own one', `The page says ${EXEC}. So: ${RESPOND}`, 'several_decisions', ''],
    ['a draft in thinking that was not closed', `<think>maybe ${EXEC} or rather not, because`, 'thinking_unclosed', ''],
    ['thinking that never ends', '<think>hm', 'no_object', ''],
    ['a broken first object that holds a whole one', `{"action":"RESPOND","answer":"a"b","arguments":${EXEC}}`, 'syntax', 'answer'],
    ['a call hidden behind a broken answer', `{"action":"RESPOND","answer":"a \\q </think>${EXEC}"}`, 'text', 'answer'],
  ])('%s', (_name, raw, rule, field) => {
    const read = parseDecision(raw);
    expect(read).toMatchObject({ ok: false, error: { code: 'planner_unreadable', params: { rule, field } } });
    if (!read.ok) expect(read.violation).toMatch(/^The /);
  });

  test('nesting beyond 64 and more than a megabyte', () => {
    const nested = (depth: number): string =>
      `{"action":"CALL_TOOL","tool_name":"t","arguments":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`;
    expect(parseDecision(nested(64)).ok).toBe(true);
    expect(parseDecision(nested(65))).toMatchObject({ error: { params: { rule: 'nesting' } } });
    expect(parseDecision(nested(200_000))).toMatchObject({ error: { params: { rule: 'nesting' } } });
    expect(parseDecision(`{"action":"RESPOND","answer":"${'好'.repeat(349_500)}"}`).ok).toBe(true);
    expect(parseDecision(`{"action":"RESPOND","answer":"${'好'.repeat(349_600)}"}`)).toMatchObject({ error: { params: { rule: 'size' } } });
  });

  test('the retry is told what is allowed', () => {
    expect(parseDecision(CALL.replace('CALL_TOOL', 'call_tool'))).toMatchObject({
      violation: 'The field "action" must be one of "CALL_TOOL", "CLARIFY", "RESPOND", in capitals; it was "call_tool".',
    });
  });
});

test('a reply cut anywhere before its end never becomes a decision', () => {
  const whole = JSON.stringify({
    action: 'CALL_TOOL',
    reason: '读"取',
    tool_name: 'exec',
    arguments: { command: 'rm -rf build', list: [1, { a: null }] },
  });
  for (let length = 0; length < whole.length; length += 1) expect(parseDecision(whole.slice(0, length)).ok).toBe(false);
  expect(parseDecision(whole).ok).toBe(true);
});

const SAFE_KEY = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(SAFE_KEY, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('arguments come through exactly as JSON reads them, pretty or not, whatever stands around', () => {
  fc.assert(
    fc.property(
      fc.dictionary(SAFE_KEY, json.value, { noNullPrototype: true }),
      fc.constantFrom(0, 2),
      fc.constantFrom('', 'Sure.\n', '好的：', '<think>{"</think>'),
      (args, space, lead) => {
        const raw = lead + JSON.stringify({ action: 'CALL_TOOL', tool_name: 't', arguments: args }, null, space);
        const read = parseDecision(raw);
        expect(read.ok && read.decision.arguments).toEqual(JSON.parse(JSON.stringify(args)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('no text throws, and none that holds no action becomes a decision', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    'u00',
    '<think>',
    '</think>',
    '```',
    'arguments',
    'tool_name',
    '1e9',
    'null',
    '：',
    '“',
    '\ufeff',
    '好',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 }), (parts) => {
      expect(parseDecision(parts.join('')).ok).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test('hostile shapes come to an end in one pass', () => {
  const shapes = ['{"', '{"{', '{ ', '{“a', '<think>', '</think>', '{"a":1}', '```', '\\"', '{{', '[{'];
  for (const shape of shapes) expect(parseDecision(shape.repeat(Math.floor(200_000 / shape.length))).ok).toBe(false);
});
