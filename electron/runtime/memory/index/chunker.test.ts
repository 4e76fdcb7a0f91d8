import { expect, test } from 'vitest';
import { estimateTokens } from '#runtime/text/token-counter';
import { chunkNote, noteLines, openFence, parseSections } from './chunker.ts';

const places = (text: string): string[] =>
  parseSections(noteLines(text)).flatMap(({ heading, units }) => units.map(({ from, to }) => `${heading}|${from}-${to}`));

test('items with what is indented under them, paragraphs and code blocks are the units, each with its exact lines', () => {
  const note = [
    '# 2026-09-01', // 1
    '',
    '- first', // 3
    '  continued',
    '',
    '  after an empty line',
    '- second 第二条', // 7
    '  - nested',
    'lazy continuation',
    '',
    'A paragraph', // 11
    'of two lines.',
    '## 工作', // 13
    '```js', // 14
    '- not an item',
    '',
    '```', // 17
    '1. numbered', // 18
    '* star', // 19
    '<!-- a hint',
    'over two lines -->', // 21
    '## Empty heading says it', // 22
  ].join('\n');
  expect(places(note)).toEqual([
    '2026-09-01|3-6',
    '2026-09-01|7-9',
    '2026-09-01|11-12',
    '2026-09-01 · 工作|14-17',
    '2026-09-01 · 工作|18-18',
    '2026-09-01 · 工作|19-19',
    '2026-09-01 · Empty heading says it|22-22',
  ]);
});

test('line ends of any kind and a byte order mark do not move lines', () => {
  expect(places('\ufeff# A\r\n\r\n- one\r\n- two\r\n')).toEqual(['A|3-3', 'A|4-4']);
  expect(places('# A\r- one\r- two')).toEqual(['A|2-2', 'A|3-3']);
});

test('chunks hold whole items, at most 160 tokens, and repeat one item', () => {
  const items = Array.from(
    { length: 30 },
    (_, at) => `- Item ${at}: 今天和张伟讨论了网关超时的问题, and then we had lunch together in the canteen.`,
  );
  const chunks = chunkNote(items.join('\n'));
  const lines = chunks.map(({ units }) => units.map(({ from }) => from));
  expect(chunks.length).toBeGreaterThan(3);
  for (const { units } of chunks) expect(units.reduce((sum, { text }) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(160);
  for (const [at, chunk] of lines.entries()) if (at > 0) expect(chunk[0]).toBe(lines[at - 1]?.at(-1));
  expect([...new Set(lines.flat())]).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
});

test('what is longer than a chunk is cut at lines, sentences, or anywhere, and nothing is lost', () => {
  const sentence = '这是一句关于备用钥匙和蓝色工具箱的很长的话。';
  const unbroken = '长'.repeat(900);
  const note = `- start\n  ${sentence.repeat(40)}\n\n${unbroken}\n`;
  const chunks = chunkNote(note);
  for (const { units } of chunks) for (const { text } of units) expect(estimateTokens(text)).toBeLessThanOrEqual(160);
  const all = chunks.flatMap(({ units }) => units);
  expect(all.some(({ from, to, text }) => from === 2 && to === 2 && text.includes(sentence))).toBe(true);
  expect(all.filter(({ from }) => from === 4).reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThanOrEqual(900);
});

test('hostile notes come out whole in time: many headings, an open comment, an open block, endless spaces', () => {
  const notes = [
    '# a\n'.repeat(100_000),
    `<!--${'\nx'.repeat(100_000)}`,
    `\`\`\`${'\nx'.repeat(100_000)}`,
    `# ${' '.repeat(1_000_000)}x`,
    '-\n'.repeat(100_000),
  ];
  for (const note of notes) {
    const last = chunkNote(note).at(-1)?.units.at(-1);
    expect(last?.to).toBe(note.replace(/\n$/, '').split('\n').length);
  }
});

test('an open code block is known, a closed one is not', () => {
  expect([openFence(['```', 'a']), openFence(['~~~~', '~~~', 'a']), openFence(['```', '```']), openFence(['text'])]).toEqual([
    '```',
    '~~~~',
    null,
    null,
  ]);
});
