import { expect, test } from 'vitest';
import { readGlob } from './glob.ts';

function match(pattern: string, path: string): boolean | string {
  const glob = readGlob(pattern);
  return glob.ok ? glob.matches(path) : glob.why;
}

test.each([
  ['*.txt', 'a.txt', true],
  ['*.txt', 'deep/in/a.TXT', true],
  ['*.txt', '.hidden.txt', true],
  ['*.txt', 'a.txt.md', false],
  ['./*.txt', 'deep/a.txt', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/b/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/b/c/a.ts', true],
  ['**', 'a/b', true],
  ['**/b/**', 'a/b/c/d', true],
  ['**/b/**', 'a/c/d', false],
  ['*.{ts,tsx}', 'a/b.tsx', true],
  ['{a,b{c,d}}.md', 'bd.md', true],
  ['{a,b{c,d}}.md', 'b.md', false],
  ['???.md', '中文字.md', true],
  ['?.md', '🦞.md', true],
  ['[a-c]?.md', 'bx.md', true],
  ['[!a-c]*', 'b', false],
  ['[^x]', 'y', true],
  ['[a', '[a', true],
  ['*日记*', '2026/我的日记本.md', true],
  ['cafe\u0301.md', 'caf\u00e9.md', true],
  ['../**/*.txt', 'a.txt', 'climbs'],
  ['a/../../b', 'b', 'climbs'],
  ['{..,sub}/*', 'sub/a', 'climbs'],
  ['..\\*', 'a', 'climbs'],
  ['/etc/*', 'etc/passwd', 'climbs'],
  ['{a,/etc}/*', 'a/b', 'climbs'],
  ['C:\\*', 'a', 'climbs'],
  ['~/*', 'a', 'home'],
  ['a\0', 'a', 'malformed'],
  [' ', 'a', 'malformed'],
  ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', 'a', 'malformed'],
])('the pattern %j on %j gives %s', (pattern, path, expected) => {
  expect(match(pattern, path)).toBe(expected);
});

test('no pattern takes more steps than its length times that of the path', () => {
  const name = 'a'.repeat(250);
  expect(match(`${'*a'.repeat(400)}b`, name)).toBe(false);
  expect(match(`${'**/a/'.repeat(190)}b`, Array(2000).fill('a').join('/'))).toBe(false);
  expect(match('+(+(+(a)))!', `${name}!`)).toBe(false);
});
