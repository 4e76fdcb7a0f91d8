import { expect, test } from 'vitest';
import { forTerminal, plainMarkdown, visible, withoutMarks } from './shown.ts';

test('a name keeps to one line and hides nothing', () => {
  expect(visible('a\n\n## Approve\u202e.md\u0007')).toBe('a\\u{a}\\u{a}## Approve\\u{202e}.md\\u{7}');
  expect(visible('计划 2.md')).toBe('计划 2.md');
});

test('a terminal is steered by nothing that is printed, and emoji stay whole', () => {
  expect(forTerminal('\u001b[31mred\u0007\n\t👩‍👩‍👧 中文')).toBe('\\u{1b}[31mred\\u{7}\n\t👩‍👩‍👧 中文');
});

test.each([
  ['a*b*c and __init__', 'a\\*b\\*c and \\_\\_init\\_\\_'],
  ['[approve](https://evil.example)', '\\[approve\\](https://evil.example)'],
  ['![pw](a) <b>x</b> `x`', '!\\[pw\\](a) \\<b>x\\</b> \\`x\\`'],
  ['# head\n> quote\n- item', '\\# head\n\\> quote\n\\- item'],
  ['~~gone~~ &lt; a\\*b', '\\~\\~gone\\~\\~ \\&lt; a\\\\\\*b'],
])('markup in %j is shown as it is written, and comes back whole', (text, marked) => {
  expect(plainMarkdown(text)).toBe(marked);
  expect(withoutMarks(marked)).toBe(text);
});

test.each([
  'billing@example.com',
  'notes/plan_v2.md',
  'Wi-Fi at the cabin is Pinecone22',
  '周五下午三点（会议室 3-204）',
  'a - b, 50% & more!',
])('ordinary text is left alone: %s', (text) => expect(plainMarkdown(text)).toBe(text));

test('a code block is left alone', () => {
  const block = '```\n\\*x\\*\n```';
  expect(withoutMarks(`\\*a\\*\n${block}\n\\*b\\*`)).toBe(`*a*\n${block}\n*b*`);
});
