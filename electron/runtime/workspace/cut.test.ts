import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, withoutComments } from './cut.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('cutting', () => {
  test('whole lines while they fit, and the number of those left out', () => {
    expect(cutText('一二三\n四五六\n七八九\n', { characters: 7 })).toEqual({ text: '一二三\n四五六', cutLines: 1 });
    expect(cutText('a\nb\nc', { characters: 100, lines: 2 })).toEqual({ text: 'a\nb', cutLines: 1 });
    expect(cutText('a\nb\n', { characters: 3, lines: 2 })).toEqual({ text: 'a\nb', cutLines: 0 });
    expect(cutText('', { characters: 3 })).toEqual({ text: '', cutLines: 0 });
    expect(cutText('a\nb', { characters: 0 })).toEqual({ text: '', cutLines: 2 });
  });

  test('a first line that is too long ends between two graphemes', () => {
    expect(cutText(`ab${FAMILY}c\nnext`, { characters: 5 })).toEqual({ text: 'ab', cutLines: 2 });
    expect(cutText('🦞🦞🦞', { characters: 3 })).toEqual({ text: '🦞', cutLines: 1 });
    expect(cutText('e\u0301e\u0301', { characters: 3 })).toEqual({ text: 'e\u0301', cutLines: 1 });
  });

  test('never longer than the limit, never half a character, always a beginning of the text', () => {
    const line = fc.array(fc.constantFrom('小', '爪', '🦞', FAMILY, 'e\u0301', 'a', ' '), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.nat(40), fc.nat(6), (lines, characters, most) => {
        const text = lines.join('\n');
        const cut = cutText(text, { characters, lines: most });
        expect(cut.text.length).toBeLessThanOrEqual(characters);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(cut.text.isWellFormed()).toBe(true);
        expect(cut.text.split('\n').length).toBeLessThanOrEqual(Math.max(1, most));
        if (cut.cutLines === 0) expect(cut.text).toBe(text.replace(/\n$/, ''));
      }),
    );
  });

  test('a line of a million characters is cut too', () => {
    expect(cutText('话'.repeat(1_000_000), { characters: 20_000 })).toEqual({ text: '话'.repeat(20_000), cutLines: 1 });
  });
});

describe('comments', () => {
  test('are left out, with the lines they stood on', () => {
    expect(withoutComments('# 标题\n\n<!-- 给人看的\n第二行 -->\n\n正文 <!-- x --> 之后\n')).toBe('# 标题\n\n正文  之后');
    expect(withoutComments('<!-- only -->')).toBe('');
  });

  test('stay inside code and where they are never closed', () => {
    expect(withoutComments('```html\n<!-- a -->\n```\n<!-- b -->')).toBe('```html\n<!-- a -->\n```');
    expect(withoutComments('text <!-- open')).toBe('text <!-- open');
    expect(withoutComments('<!-- '.repeat(50_000)).length).toBe('<!-- '.repeat(50_000).trim().length);
  });
});
