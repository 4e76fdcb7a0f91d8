/** Tests of differences as lines. */
import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';

const flat = (before: string | null, after: string): string[] =>
  diffLines(before, after).lines.map((line) =>
    line.kind === 'gap'
      ? `(${line.count})`
      : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.before ?? ''}/${line.after ?? ''} ${line.text}`,
  );

test('a new file is all added', () => {
  expect(flat(null, '一\n二\n')).toEqual(['+/1 一', '+/2 二']);
});

test('lines that stay are left out but for three around a change, and counted', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);
  const after = before.with(9, '第十行\n');
  expect(flat(before.join(''), after.join(''))).toEqual([
    '(6)',
    ' 7/7 line 7',
    ' 8/8 line 8',
    ' 9/9 line 9',
    '-10/ line 10',
    '+/10 第十行',
    ' 11/11 line 11',
    ' 12/12 line 12',
    ' 13/13 line 13',
    '(7)',
  ]);
});

test('the same text has no lines, a missing last newline is a change', () => {
  expect(flat('a\n', 'a\n')).toEqual([]);
  expect(flat('a\n', 'a')).toEqual(['-1/ a', '+/1 a']);
});

test('an empty file that becomes a text, and a text that becomes empty', () => {
  expect(flat('', 'a')).toEqual(['+/1 a']);
  expect(flat('a\nb\n', '')).toEqual(['-1/ a', '-2/ b']);
});

test('two long texts with nothing in common come back in bounded time, whole', () => {
  const make = (word: string): string => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}\n`).join('');
  const { lines } = diffLines(make('old'), make('new'));
  expect(lines.filter((line) => line.kind === 'added')).toHaveLength(20_000);
});
