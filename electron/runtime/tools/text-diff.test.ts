import { diffArrays } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOf } from './text-diff.ts';

const counts = (before: string | null, after: string) => {
  const { added, removed } = diffOf('a', before, after);
  return [added, removed];
};

test('lines that came and went are counted', () => {
  expect([
    counts(null, 'a\nb\n'),
    counts('a\nb\n', ''),
    counts('a\nb\nc\n', 'a\nx\ny\nc\n'),
    counts('a\n', 'a\n'),
    counts('a', 'a\n'),
  ]).toEqual([
    [2, 0],
    [0, 2],
    [2, 1],
    [0, 0],
    [1, 1],
  ]);
  expect(counts('1\n2\n3\n4\n5\n', '1\nx\n3\n5\n6\n')).toEqual([2, 2]);
});

test('the same lines in front and behind do not count, wherever a line end falls', () => {
  expect([
    counts('ab\nab\n', 'ab\n'),
    counts('ab\n', 'ab\nab\n'),
    counts('x', 'xx'),
    counts('a\nb', 'a\nb\n'),
    counts('\n\n', '\n'),
    counts('ab\ncd\n', 'cb\ncd\n'),
    counts('a\nxb\n', 'a\nb\n'),
    counts('a\nb', 'c\nb'),
  ]).toEqual([
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 1],
    [0, 1],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  const huge = 'x\n'.repeat(2_000_000);
  expect(counts(huge, `new\n${huge}`)).toEqual([1, 0]);
});

test('two long texts that differ everywhere are counted at once', () => {
  const text = (word: string) => Array.from({ length: 50_000 }, (_, line) => `${word} ${line}\n`).join('');
  expect(counts(text('old'), text('new'))).toEqual([50_000, 50_000]);
});

test('what does not fit a dialog is cut, never inside a character, and said to be', () => {
  const long = `x${'🦞'.repeat(150_000)}`;
  const diff = diffOf('a', long, 'short');
  expect([diff.before?.length, diff.before?.isWellFormed(), diff.after, diff.cut]).toEqual([200_000, true, 'short', true]);
  expect(diffOf('a', null, 'short')).toEqual({ path: 'a', before: null, after: 'short', added: 1, removed: 0, cut: false });
});

test('leaving out what is the same in front and behind changes no count', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\n', '\n'), { maxLength: 14 }).map((signs) => signs.join(''));
  const lines = (whole: string) => whole.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffArrays(lines(before), lines(after));
      const sum = (kind: 'added' | 'removed') => parts.reduce((total, part) => total + (part[kind] ? part.value.length : 0), 0);
      expect([before, after, ...counts(before, after)]).toEqual([before, after, sum('added'), sum('removed')]);
    }),
    { numRuns: 2000 },
  );
});
