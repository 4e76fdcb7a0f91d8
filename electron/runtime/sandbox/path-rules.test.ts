import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Platform, readPathName, shownPath } from './path-rules.ts';

function read(path: string, platform: Platform = 'linux', roots = ['/home/me/ws']): string {
  const name = readPathName(path, { platform, roots });
  return name.ok ? `ok ${name.relative}` : `${name.kind} ${name.reason.code}`;
}
const windows = (path: string) => read(path, 'win32', ['C:\\Users\\Me\\ws']);

test.each([
  ['.', 'ok '],
  ['./a/./b//c/', 'ok a/b/c'],
  ['a/../b', 'ok b'],
  ['a..b/...', 'ok a..b/...'],
  ['中文/文件.txt', 'ok 中文/文件.txt'],
  ['%2e%2e/x', 'ok %2e%2e/x'],
  ['..\\x', 'ok ..\\x'],
  ['$HOME/x', 'ok $HOME/x'],
  ['./~x', 'ok ~x'],
  ['CON', 'ok CON'],
  ['file:///etc/passwd', 'ok file:/etc/passwd'],
  ['/home/me/ws/a', 'ok a'],
  ['/home/me/ws', 'ok '],
  ['//home/me/ws/a', 'ok a'],
  ['/home/me/ws-evil/a', 'denied path_outside'],
  ['/home/me/ws/../x', 'denied path_outside'],
  ['/', 'denied path_outside'],
  ['//etc/passwd', 'denied path_outside'],
  ['..', 'denied path_outside'],
  ['../ws/a', 'denied path_outside'],
  ['a/b/../../../x', 'denied path_outside'],
  ['~/x', 'denied path_home'],
  ['~root', 'denied path_home'],
  ['', 'invalid path_empty'],
  [' \u3000', 'invalid path_empty'],
  ['a\0b', 'invalid path_malformed'],
  ['a\nb', 'invalid path_malformed'],
  ['a\u0085b', 'invalid path_malformed'],
  ['a\u2028b', 'invalid path_malformed'],
  ['a\ud800b', 'invalid path_malformed'],
  ['x'.repeat(256), 'invalid path_too_long'],
  ['中'.repeat(86), 'invalid path_too_long'],
  ['a/'.repeat(2050), 'invalid path_too_long'],
])('on Linux the path %j is read as %s', (path, expected) => {
  expect(read(path)).toBe(expected);
});

test.each([
  ['a\\b/c', 'ok a/b/c'],
  ['C:\\users\\me\\WS\\a', 'ok a'],
  ['c:/Users/Me/ws/a/../b', 'ok b'],
  ['中'.repeat(255), `ok ${'中'.repeat(255)}`],
  ['%USERPROFILE%\\x', 'ok %USERPROFILE%/x'],
  ['..\\out\\x', 'denied path_outside'],
  ['sub\\..\\..\\out/x', 'denied path_outside'],
  ['C:\\Windows\\win.ini', 'denied path_outside'],
  ['C:\\Users\\Me\\ws-evil\\a', 'denied path_outside'],
  ['C:win.ini', 'denied path_outside'],
  ['D:', 'denied path_outside'],
  ['\\Windows\\win.ini', 'denied path_outside'],
  ['/Windows/win.ini', 'denied path_outside'],
  ['\\\\server\\share\\x', 'denied path_outside'],
  ['//server/share/x', 'denied path_outside'],
  ['\\\\?\\C:\\Users\\Me\\ws\\a', 'denied path_outside'],
  ['\\\\.\\PhysicalDrive0', 'denied path_outside'],
  ['//?/C:/x', 'denied path_outside'],
  ['ok.txt:evil', 'invalid path_malformed'],
  ['ok.txt::$DATA', 'invalid path_malformed'],
  ['a|b', 'invalid path_malformed'],
  ['SOUL.md.', 'invalid path_malformed'],
  ['SOUL.md ', 'invalid path_malformed'],
  ['.. \\x', 'invalid path_malformed'],
  ['...\\x', 'invalid path_malformed'],
  ['con', 'denied path_special_file'],
  ['sub\\NUL.txt', 'denied path_special_file'],
  ['COM1.log', 'denied path_special_file'],
  ['lpt\u00b9', 'denied path_special_file'],
  ['aux .md', 'denied path_special_file'],
  ['CONIN$', 'denied path_special_file'],
  ['console.log', 'ok console.log'],
  ['SOUL~1.MD', 'invalid path_malformed'],
  ['GIT~1\\config', 'invalid path_malformed'],
  ['a~b.txt', 'ok a~b.txt'],
  ['draft version~1.txt', 'ok draft version~1.txt'],
])('on Windows the path %j is read as %s', (path, expected) => {
  expect(windows(path)).toBe(expected);
});

test('macOS gives no way to the resource fork of a file', () => {
  expect(read('ok.txt/..namedfork/rsrc', 'darwin')).toBe('invalid path_malformed');
  expect(read('ok.txt/..NamedFork/rsrc', 'darwin')).toBe('invalid path_malformed');
});

test('a workspace at the root of the disk takes every absolute path', () => {
  expect(read('/etc/x', 'linux', ['/'])).toBe('ok etc/x');
  expect(read('/../x', 'linux', ['/'])).toBe('ok x');
});

test('no path that is accepted has a part that climbs, is empty or hides a character', () => {
  const part = fc.constantFrom('..', '.', '', 'a', '...', '.. ', '\\', 'C:', '~', '\0', '\u202e', 'con', '中', '*');
  const paths = fc.tuple(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\', '//')).map(([parts, by]) => parts.join(by));
  fc.assert(
    fc.property(paths, fc.constantFrom<Platform>('linux', 'darwin', 'win32'), (path, platform) => {
      const name = readPathName(path, { platform, roots: ['/r', 'C:\\r'] });
      if (!name.ok || name.relative === '') return;
      for (const one of name.relative.split('/')) expect(['', '.', '..']).not.toContain(one);
      expect(name.relative).not.toMatch(platform === 'win32' ? /[\0\\:]/ : /\0/);
    }),
    { numRuns: 2000 },
  );
});

test('a path is shown on one line with nothing hidden in it', () => {
  expect(shownPath('a\nb\u202ec\u200bd')).toBe('a\\u{a}b\\u{202e}c\\u{200b}d');
  expect(shownPath('长'.repeat(300))).toHaveLength(200);
});
