import { expect, test } from 'vitest';
import { sniffEncoding, textDecoder } from './decode-text.ts';

/** 你好，世界。这是一个测试文件。 */
const GBK = Buffer.from('c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb8f6b2e2cad4cec4bcfea1a30a', 'hex');

function decode(bytes: Uint8Array, whole = true): string {
  const encoding = sniffEncoding(bytes, whole);
  return encoding === null ? 'no text' : `${encoding} ${textDecoder(encoding).decode(bytes, { stream: !whole })}`;
}

test.each<[string, Uint8Array, string]>([
  ['nothing', Buffer.alloc(0), 'utf-8 '],
  ['ASCII', Buffer.from('a\r\nb\t\f'), 'utf-8 a\r\nb\t\f'],
  ['UTF-8', Buffer.from('中文 café 🦞'), 'utf-8 中文 café 🦞'],
  ['UTF-8 with its mark', Buffer.from('\ufeff中文'), 'utf-8-bom 中文'],
  ['UTF-16 little-endian', Buffer.from('\ufeff中文\r\n', 'utf16le'), 'utf-16le 中文\r\n'],
  ['UTF-16 big-endian', Buffer.from('\ufeff中文', 'utf16le').swap16(), 'utf-16be 中文'],
  ['GBK', GBK, 'gb18030 你好，世界。这是一个测试文件。\n'],
  ['a short GBK line', Buffer.from('c4e3bac30a', 'hex'), 'gb18030 你好\n'],
  [
    'GB 18030 with a character of four bytes',
    Buffer.concat([GBK, Buffer.from('9439ce39', 'hex')]),
    'gb18030 你好，世界。这是一个测试文件。\n🐷',
  ],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'no text'],
  ['zeros', Buffer.alloc(100), 'no text'],
  ['UTF-32', Buffer.from('fffe000041000000', 'hex'), 'no text'],
  ['UTF-16 broken off', Buffer.from('fffe410042', 'hex'), 'no text'],
  ['Latin-1', Buffer.from('Une idée déjà évoquée, naïve et très gênée', 'latin1'), 'no text'],
  ['Big5', Buffer.from('a741a66ea141a540acc9a143b36facb0b4fab8d5a440a6b8', 'hex'), 'no text'],
  ['Shift_JIS', Buffer.from('82b182f182c982bf82cd8141936f985e8ee891b182ab', 'hex'), 'no text'],
  ['control characters', Buffer.from([1, 2, 3, 4, 5, 65, 66]), 'no text'],
])('%s is read as what it is', (_, bytes, expected) => {
  expect(decode(bytes)).toBe(expected);
});

test('a character that is cut at the end of a piece spoils nothing while more follows', () => {
  const utf8 = Buffer.from('中文');
  expect([decode(utf8.subarray(0, 5), false), decode(utf8.subarray(0, 5), true)]).toEqual(['utf-8 中', 'no text']);
  expect(decode(GBK.subarray(0, 3), false)).toBe('gb18030 你');
});
