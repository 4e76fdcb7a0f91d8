/** Tests of the cutting of Markdown into blocks. */
import { expect, test } from 'vitest';
import { splitBlocks } from './blocks.ts';

const text = `# 标题

第一段。
还是第一段。

- one

- two

  under two

1. first

2. second

\`\`\`\`md
# not a heading

\`\`\`js
\`\`\`

still code
\`\`\`\`

after

    indented code

end`;

test('blocks end at empty lines, but not within a list or a code fence', () => {
  expect(splitBlocks(text).blocks.map((block) => block.trim().split('\n')[0])).toEqual([
    '# 标题',
    '第一段。',
    '- one',
    '````md',
    'after',
    'end',
  ]);
});

test('the blocks give the text back, wherever it is cut off, and only the last two can still change', () => {
  let before: readonly string[] = [];
  for (let length = 0; length <= text.length; length += 1) {
    const { blocks } = splitBlocks(text.slice(0, length));
    expect(blocks.join('')).toBe(text.slice(0, length));
    const settled = Math.max(0, before.length - 2);
    expect(blocks.slice(0, settled)).toEqual(before.slice(0, settled));
    before = blocks;
  }
});

test('a fence that is not closed is known, also one of tildes with a fence of backticks in it', () => {
  expect(splitBlocks('```py\nx = 1\n').openFence).toBe(true);
  expect(splitBlocks('```py\nx = 1\n```\n').openFence).toBe(false);
  expect(splitBlocks('~~~\n```\n').openFence).toBe(true);
  expect(splitBlocks('``` not closed by text ```x\n').openFence).toBe(true);
});
