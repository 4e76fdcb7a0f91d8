import { expect, test } from 'vitest';
import { coversPath, rulesForDelete, rulesForFile, rulesForMove } from './change-rules.ts';

const paths = (rules: ReturnType<typeof rulesForFile>) => rules.map(({ match }) => (match.kind === 'path' ? match.path : null));
const covers = (rule: string, path: string) => coversPath({ tool: 'write', match: { kind: 'path', path: rule } }, path);

test('rules go from the file to the workspace, and a deletion never gets the whole workspace', () => {
  expect(paths(rulesForFile('write', 'report/2026/a.md'))).toEqual(['report/2026/a.md', 'report/2026/', '']);
  expect(paths(rulesForFile('write', 'a.md'))).toEqual(['a.md', '']);
  expect(paths(rulesForFile('write', 'a\\b.md'))).toEqual(['a\\b.md', '']);
  expect(paths(rulesForFile('write', '/granted/x/a.md'))).toEqual(['/granted/x/a.md']);
  expect([paths(rulesForDelete('delete', 'report/a.md', 'file')), paths(rulesForDelete('delete', 'report/old', 'folder'))]).toEqual([
    ['report/a.md', 'report/'],
    ['report/'],
  ]);
  expect([paths(rulesForDelete('delete', 'a.md', 'file')), paths(rulesForDelete('delete', 'old', 'folder'))]).toEqual([['a.md'], []]);
  expect([
    paths(rulesForMove('move', 'a/b/x', 'a/b/y')),
    paths(rulesForMove('move', 'a/b/x', 'a/c/x')),
    paths(rulesForMove('move', 'x', 'a/x')),
  ]).toEqual([['a/b/', ''], ['a/', ''], ['']]);
  expect(paths(rulesForMove('move', 'a/x', '/granted/x'))).toEqual([]);
});

test.each([
  ['', 'a.md', true],
  ['', 'deep/a.md', true],
  ['', '/granted/a.md', false],
  ['', '', false],
  ['a.md', 'a.md', true],
  ['a.md', 'A.md', false],
  ['a.md', 'a.md/x', false],
  ['report/', 'report/a.md', true],
  ['report/', 'report/deep/a.md', true],
  ['report/', 'report', false],
  ['report/', 'report/', false],
  ['report/', 'reports/a.md', false],
  ['report/', 'rep\u200bort/a.md', false],
  ['report', 'report/a.md', false],
  ['report/../', 'report/../a.md', false],
  ['../', '../a.md', false],
  ['/granted/a.md', '/granted/a.md', true],
])('the rule %j for the path %j: %j', (rule, path, expected) => {
  expect(covers(rule, path)).toBe(expected);
});

test('a rule for commands covers no file', () => {
  expect(coversPath({ tool: 'write', match: { kind: 'command', text: 'a.md', prefix: true, pinned: {} } }, 'a.md')).toBe(false);
});
