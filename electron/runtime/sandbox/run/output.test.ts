import { expect, test } from 'vitest';
import { type Collected, createCollector } from './collect-output.ts';
import { decodeOutput } from './decode-output.ts';

function collect(pieces: readonly (string | Uint8Array)[], kept = 8): Collected {
  const collector = createCollector(kept);
  for (const piece of pieces) collector.add(typeof piece === 'string' ? Buffer.from(piece) : piece);
  return collector.collected();
}
const text = ({ head, tail, gap, bytes }: Collected) => [Buffer.from(head).toString(), Buffer.from(tail).toString(), gap, bytes];

test('head and tail are kept whatever the pieces, and what lies between is counted', () => {
  const whole = 'abcdefghijklmnopqrstuvwxyz0123456789';
  for (const size of [1, 2, 3, 5, 7, 8, 9, 16, 17, 36]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, (at + 1) * size));
    expect(text(collect(pieces))).toEqual(['abcdefgh', '23456789', 20, 36]);
  }
  expect(text(collect(['abc']))).toEqual(['abc', '', 0, 3]);
  expect(text(collect(['abcdefgh']))).toEqual(['abcdefgh', '', 0, 8]);
  expect(text(collect(['abcdefghijk']))).toEqual(['abcdefghijk', '', 0, 11]);
  expect(text(collect(['abcdefgh', 'ijklmnop']))).toEqual(['abcdefghijklmnop', '', 0, 16]);
  expect(text(collect([]))).toEqual(['', '', 0, 0]);
});

const decode = (bytes: string | Uint8Array | number[]) =>
  decodeOutput(collect([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], 64 * 1024));

test('output is read as UTF-8, else as GBK where that is sure, and binary is only named', () => {
  expect(decode('你好\n')).toEqual({ text: '你好\n', binary: false, encoding: 'utf-8' });
  expect(decode([0xc4, 0xe3, 0xba, 0xc3, 0x0a])).toEqual({ text: '你好\n', binary: false, encoding: 'gb18030' });
  expect(decode([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0])).toEqual({ text: '[8 bytes that are no text]', binary: true, encoding: 'utf-8' });
  expect(decode([...Buffer.from('mostly text, one broken byte: '), 0xff, 0x0a]).text).toBe('mostly text, one broken byte: \ufffd\n');
  expect(decode(Array.from({ length: 64 }, (_, at) => 0x80 + (at % 0x40))).binary).toBe(true);
});

test('what steers a terminal or hides is not shown', () => {
  expect(decode('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007').text).toBe('red link');
  expect(decode('10 %\r50 %\r100 %\r\ndone\r\n').text).toBe('100 %\ndone\n');
  expect(decode('a\u202egpj.exe\tb\u200b').text).toBe('a\\u{202e}gpj.exe\tb\\u{200b}');
});

test('a text that is cut in the middle of a character is cut before it', () => {
  const long = '汉'.repeat(100);
  const { text: shown } = decodeOutput(collect([long], 64));
  expect(shown).toBe(`${'汉'.repeat(21)}\n[… 172 bytes left out …]\n${'汉'.repeat(21)}`);
});
