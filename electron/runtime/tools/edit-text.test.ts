import { expect, test } from 'vitest';
import { editBytes } from './edit-text.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
function edit(bytes: Uint8Array | string, passage: string, replacement: string): string {
  const edited = editBytes(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, passage, replacement);
  if (edited.kind === 'places') return `${edited.count} places`;
  return edited.kind === 'edited' ? Buffer.from(edited.bytes).toString('latin1') : edited.kind;
}
const latin = (text: string) => Buffer.from(text).toString('latin1');

test('one place is replaced as it is given, dollar signs and all', () => {
  expect(edit('a\nb\nc', 'b', "$& $1 $'")).toBe("a\n$& $1 $'\nc");
  expect(edit('a', 'a', '')).toBe('');
  expect(edit('喜欢 Python\n', 'Python', '围棋')).toBe(latin('喜欢 围棋\n'));
});

test('no place and several are counted, overlapping ones too', () => {
  expect([edit('', 'a', 'b'), edit('abc', 'x', 'y'), edit('a a a', 'a', 'b'), edit('aaa', 'aa', 'b')]).toEqual([
    '0 places',
    '0 places',
    '3 places',
    '2 places',
  ]);
});

test('line ends stay what they are in the file, whichever the passage was given with', () => {
  expect(edit('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz')).toBe('x\r\ny\r\nz\r\nc\r\n');
  expect(edit('a\r\nb\r\n', 'b', 'x\ny')).toBe('a\r\nx\r\ny\r\n');
  expect(edit('a\nb\nc\n', 'a\r\nb', 'x\r\ny')).toBe('x\ny\nc\n');
  expect(edit('a\nb\r\nc\n', 'b\nc', 'x\ny')).toBe('a\nx\r\ny\n');
  expect(edit('a\nb\r\n', 'a', 'x\ny')).toBe('x\ny\nb\r\n');
  expect(edit('a\r\nb', 'a\r\nb', 'x\r\ny')).toBe('x\r\ny');
});

test('byte order marks and encodings are kept; what does not fit the encoding is refused', () => {
  expect(edit(hex('efbbbf6869'), 'hi', '你')).toBe(hex('efbbbfe4bda0').toString('latin1'));
  expect(edit(hex('fffe68006900'), 'hi', '你')).toBe(hex('fffe604f').toString('latin1'));
  expect(edit(hex('feff00680069'), 'hi', '你')).toBe(hex('feff4f60').toString('latin1'));
  expect(edit(hex('c4e3bac30a'), '你', '他')).toBe(hex('cbfbbac30a').toString('latin1'));
  expect(edit(hex('c4e3bac3c4e3bac30a'), '你', 'x')).toBe('2 places');
  expect([edit(hex('c4e3bac30a'), '你', '🦞'), edit(hex('89504e470d0a1a0a0000'), 'P', 'x')]).toEqual(['encoding', 'binary']);
});

test('it tells at which line the passage began', () => {
  expect(editBytes(Buffer.from('a\nb\nc\n'), 'c', 'x')).toMatchObject({ kind: 'edited', line: 3, before: 'a\nb\nc\n', after: 'a\nb\nx\n' });
});
