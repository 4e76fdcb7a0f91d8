/** Tests of what counts as text in a code block. */
import { expect, test } from 'vitest';
import { fenceLanguage, isProse } from './code-language.ts';

test('text and Markdown wrap, code does not', () => {
  expect(['', 'txt', 'Markdown', 'md'].map(isProse)).toEqual([true, true, true, true]);
  expect(['ts', 'python', 'diff'].map(isProse)).toEqual([false, false, false]);
});

test('the language is the first word after the fence', () => {
  expect(fenceLanguage('```ts title="a.ts"')).toBe('ts');
  expect(fenceLanguage('  ~~~ 表格')).toBe('表格');
  expect(fenceLanguage('````')).toBe('');
});
