/** Tests of cutting long texts. */
import { expect, test } from 'vitest';
import { textBlocks } from './text-blocks.ts';

test.each([
  ['lines', 'a line of words\n'.repeat(7000)],
  ['one line', 'word '.repeat(20_000)],
  ['one word', 'x'.repeat(100_000)],
  ['Chinese', '这是一段很长的中文文字，没有空格。'.repeat(6000)],
  ['pairs that may not be parted', `x${'😀'.repeat(50_000)}`],
  ['a blank line at every cut', `${'x'.repeat(3999)}\n\n`.repeat(20)],
])('%s put together are the text, in blocks that are short', (_, text) => {
  const blocks = textBlocks(text);
  expect(blocks.map((block) => block.text).join('')).toBe(text);
  expect(blocks.map(({ at }) => at)).toEqual(
    blocks.map((_block, index) => blocks.slice(0, index).reduce((sum, one) => sum + one.text.length, 0)),
  );
  expect(blocks.filter((block) => block.text.length > 4000 || /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(block.text))).toEqual([]);
  expect(blocks.length).toBeLessThan(text.length / 1900 + 1);
});

test('a short text is one block, none is none', () => {
  expect(textBlocks('one\ntwo')).toEqual([{ at: 0, text: 'one\ntwo', lines: 2 }]);
  expect(textBlocks('')).toEqual([]);
});
