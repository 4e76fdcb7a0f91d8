/** Tests of what is written out so that it can be seen. */
import { expect, test } from 'vitest';
import { visibleCommand, visibleLine } from './visible-text.ts';

const flat = (pieces: ReturnType<typeof visibleCommand>): string =>
  pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

test.each([
  ['ls -la notes', 'ls -la notes'],
  ['echo 你好，世界', 'echo 你好，世界'],
  ['a\nb', 'a[\\n]\nb'],
  ['a\r\nb', 'a[\\r][\\n]\nb'],
  ['a\tb', 'a[\\t]b'],
  ['rm\u00a0-rf', 'rm[\\u{00a0}]-rf'],
  ['rm\u3000x', 'rm[\\u{3000}]x'],
  ['ls \u202egpj.exe', 'ls [\\u{202e}]gpj.exe'],
  ['l\u200bs', 'l[\\u{200b}]s'],
  ['a\u{e0041}b', 'a[\\u{e0041}]b'],
  ['a\u00adb', 'a[\\u{00ad}]b'],
  ['a\ud800b', 'a[\\u{d800}]b'],
  ['a\u001b[2Jb', 'a[\\e][2Jb'],
  [`ls${' '.repeat(500)}; rm -rf ~`, 'ls[\\u{0020}×500]; rm -rf ~'],
  ['a       b', 'a       b'],
  ['curl https://ex\u0430mple.com', 'curl https://ex[\\u{0430}]mple.com'],
  ['cat notes\u2215a', 'cat notes[\\u{2215}]a'],
  ['cat имя.txt αβγ', 'cat имя.txt αβγ'],
  ['оса', 'оса'],
  ['', ''],
])('a command shows what hides in it: %j', (command, shown) => {
  expect(flat(visibleCommand(command))).toBe(shown);
});

test.each([
  ['\tindented　全角', '\tindented　全角'],
  ['👩\u200d💻 and ❤\ufe0f', '👩\u200d💻 and ❤\ufe0f'],
  ['a\u200db', 'a[\\u{200d}]b'],
  ['pass\u200bword', 'pass[\\u{200b}]word'],
  ['x\u202ey', 'x[\\u{202e}]y'],
  ['many          spaces', 'many          spaces'],
  ['', ''],
])('a line of a file keeps what is usual there: %j', (line, shown) => {
  expect(flat(visibleLine(line))).toBe(shown);
});
