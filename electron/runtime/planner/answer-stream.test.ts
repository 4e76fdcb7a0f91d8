import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswerStream } from './answer-stream.ts';
import { parseDecision } from './parse-decision.ts';

const escapeAll = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const hard = fc.constantFrom(
  '"',
  '\\',
  '\n',
  '\u0000',
  '/',
  '{',
  '}',
  ',',
  ':',
  'u',
  '😀',
  '👩‍👩‍👧',
  '中',
  '\ud83d',
  '\ude00',
  '</think>',
  '```',
);
const text = fc.array(fc.oneof(hard, fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }))).map((parts) => parts.join(''));

function pieces(whole: string, cuts: readonly number[]): string[] {
  const stops = [...new Set([0, whole.length, ...cuts.map((cut) => cut % (whole.length + 1))])].sort((a, b) => a - b);
  return stops.slice(1).map((stop, index) => whole.slice(stops[index], stop));
}

test('pieces joined give the answer, wherever the cuts fall', () => {
  fc.assert(
    fc.property(
      fc.record({ answer: text, reason: text, arguments: fc.jsonValue() }),
      fc.array(fc.nat(), { maxLength: 40 }),
      fc.boolean(),
      fc.constantFrom(0, 2),
      fc.constantFrom(
        '',
        '\ufeff',
        ' \n',
        '```json\n',
        '<think>{"action":"RESPOND","answer":"no"}</think>\n',
        '<Thinking>a < b</Thinking>',
      ),
      fc.boolean(),
      ({ answer, reason, arguments: value }, cuts, escaped, space, lead, last) => {
        const decoys = { nested: value, answer: 'a decoy', list: [{ answer: 'another', action: 'CALL_TOOL' }, 'answer'] };
        const fields = last
          ? { answer, arguments: decoys, reason, action: 'RESPOND' }
          : { action: 'RESPOND', arguments: decoys, answer, reason };
        const plain = JSON.stringify(fields, null, space);
        const push = createAnswerStream();
        const parts = pieces(lead + (escaped ? escapeAll(plain) : plain), cuts).map(push);
        expect(parts.join('')).toBe(answer);
        if (answer.isWellFormed()) for (const part of parts) expect(part.isWellFormed()).toBe(true);
      },
    ),
    { numRuns: 3000 },
  );
});

test('whatever was streamed is how the decision that is read begins', () => {
  const forms = [
    '{"action":"RESPOND","answer":"x","goal_satisfied":true}',
    '{"action"："RESPOND"，"answer"："x"}',
    '{“action”:"RESPOND",,"answer":"x\ny",}',
    '[{"action":"RESPOND","answer":"x"}]',
    'Sure: {"action":"RESPOND","answer":"x"}',
  ];
  for (const form of forms) {
    const push = createAnswerStream();
    const shown = [...form].map(push).join('');
    const read = parseDecision(form);
    expect(read.ok && read.decision.answer.startsWith(shown)).toBe(true);
  }
});

test('one unit at a time, a pair written as escapes comes out whole', () => {
  const push = createAnswerStream();
  const parts = [...'{"action":"RESPOND","answer":"a\\ud83d\\ude00b"}'].map(push).filter((part) => part !== '');
  expect(parts).toEqual(['a', '😀', 'b']);
});

test('only the answer of a RESPOND is shown', () => {
  const shown = (json: string): string => createAnswerStream()(json);
  expect(shown('{"action":"CALL_TOOL","answer":"x"}')).toBe('');
  expect(shown('{"answer":"x","action":"CALL_TOOL"}')).toBe('');
  expect(shown('{"answer":"x"}')).toBe('');
  expect(shown('{"action":"RESPOND","arguments":{"answer":"x"}}')).toBe('');
  expect(shown('{"action":"RESPOND","answer":null,"other":"x"}')).toBe('');
  expect(shown('{"action":"RESPOND","answer":{"a":"x"},"other":["y"]}')).toBe('');
  expect(shown('{"action":"RESPOND","\\u0061nswer":"x"}')).toBe('x');
  expect(shown('{"action":"RESPOND","answer":"x"}{"action":"RESPOND","answer":"y"}')).toBe('x');
  expect(shown('{"action":"RESPOND","answer":"a\\qb"}')).toBe('a');
  expect(shown('好的 {"action":"RESPOND","answer":"x"}')).toBe('');
});

test('a long answer in single units comes out whole', () => {
  const push = createAnswerStream();
  const answer = '中文 text "quoted" \\ 😀\n'.repeat(10_000);
  let out = '';
  for (const unit of JSON.stringify({ action: 'RESPOND', answer }).split('')) out += push(unit);
  expect(out).toBe(answer);
}, 5000);
