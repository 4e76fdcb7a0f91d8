import { expect, test } from 'vitest';
import { addEntry, cleanEntry, entryKey } from './notes.ts';

const add = (before: string | null, text: string): string | null => addEntry(before, cleanEntry(text), 'MEMORY').text;

test('a new note gets its heading, one item, and lines that are told exactly', () => {
  expect(addEntry(null, 'I prefer Django', '2026-09-01')).toEqual({ text: '# 2026-09-01\n\n- I prefer Django\n', from: 3, to: 3 });
  expect(addEntry('', '我喜欢 Django', 'USER')).toEqual({ text: '# USER\n\n- 我喜欢 Django\n', from: 3, to: 3 });
});

test('what stands there is kept byte for byte, with its newlines and its byte order mark', () => {
  const cases: [string, string][] = [
    ['# M\n\n- a\n', '- b\n'],
    ['# M\n\n- a', '\n- b\n'],
    ['# M\r\n\r\n- a\r\n', '- b\r\n'],
    ['\ufeff# M\n\n- a\n  more\n', '- b\n'],
    ['# M\n', '\n- b\n'],
    ['# M\n\nA paragraph', '\n\n- b\n'],
    ['# M\n\n- a\n\n## 最后一节\n', '\n- b\n'],
    ['---\ntitle: x\n---\n- a\n\n\n', '- b\n'],
    ['- a\n```\ncode', '\n```\n\n- b\n'],
    ['\ufeff', '# MEMORY\n\n- b\n'],
  ];
  expect(cases.map(([before]) => add(before, 'b'))).toEqual(cases.map(([before, added]) => before + added));
});

test('the lines told are those of the entry', () => {
  for (const before of ['# M\n\n- a\n', '# M', '- x\r\n- y', 'text', '```\nopen', '\ufeff- a\n\n']) {
    const edit = addEntry(before, 'first\nsecond', 'M');
    const lines = (edit.text ?? '').split(/\r?\n/);
    expect(lines.slice(edit.from - 1, edit.to)).toEqual(['- first', '  second']);
  }
});

test('an entry cannot break the note: headings, rules, front matter, controls, direction overrides', () => {
  expect(cleanEntry('# heading\n## two\n#tag stays\n---\n===\n* * *')).toBe('\\# heading\n\\## two\n#tag stays\n\\---\n\\===\n\\* * *');
  expect(cleanEntry('---\ntitle: evil\n---')).toBe('\\---\ntitle: evil\n\\---');
  expect(cleanEntry('a\u0000b\u001b[31mc\u202Ed\u2066e\ufefff\u0085g\u2028h\r\ni\rj')).toBe('ab[31mcdef\ng\nh\ni\nj');
  expect(cleanEntry('lone \ud800 surrogate')).toBe('lone \ufffd surrogate');
  expect(cleanEntry('- already a bullet')).toBe('already a bullet');
  expect(cleanEntry('  tab\there \n\n\n\n next  ')).toBe('tab  here\n\n next');
  expect(cleanEntry('👩‍👩‍👧 家庭 🦞')).toBe('👩‍👩‍👧 家庭 🦞');
  expect(['', ' \n ', '\u0000\u0007', '\u202e'].map(cleanEntry)).toEqual(['', '', '', '']);
});

test('the same entry is found again whatever its width, case, white space or closing marks', () => {
  const before = '# M\n\n- I prefer  Django.\n- 我喜欢 Ｄｊａｎｇｏ\n- two\n  lines\n- \\# odd\n1. numbered\n';
  const found = ['i PREFER django', 'I prefer Django!', '我喜欢 Django。', 'two lines', '# odd', 'Numbered…'].map((text) => {
    const edit = addEntry(before, cleanEntry(text), 'M');
    return [edit.text, edit.from, edit.to];
  });
  expect(found).toEqual([
    [null, 3, 3],
    [null, 3, 3],
    [null, 4, 4],
    [null, 5, 6],
    [null, 7, 7],
    [null, 8, 8],
  ]);
  expect(add(before, 'I prefer Flask')).toBe(`${before}- I prefer Flask\n`);
  expect(entryKey('- ？！')).toBe('?!');
});
