/** The catalogues of the offline rules: both languages say the same things. */
import { expect, test } from 'vitest';
import en from '#shared/i18n/en/offline.json' with { type: 'json' };
import zh from '#shared/i18n/zh-CN/offline.json' with { type: 'json' };
import { say } from './wording.ts';

function leaves(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );
}

const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
const withoutForms = (table: [string, string][]): Map<string, string[]> =>
  new Map(table.filter(([key]) => !key.endsWith('_one')).map(([key, text]) => [key, holes(text)]));

test('both catalogues hold the same keys with the same values, but for the English singular', () => {
  expect([...withoutForms(leaves(zh))].sort()).toEqual([...withoutForms(leaves(en))].sort());
});

test('values are put in as they are', () => {
  expect(say('en', 'search.none', { query: '<b>{{x}} $t(help.intro) & "q"' })).toBe('“<b>{{x}} $t(help.intro) & "q"” was not found.');
});

test('plurals follow the language', () => {
  expect(say('en', 'list.of', { count: 1, path: 'x' })).toBe('1 entry in x:');
  expect(say('en', 'list.of', { count: 2, path: 'x' })).toBe('2 entries in x:');
  expect(say('zh-CN', 'list.of', { count: 1, path: 'x' })).toBe('x里有 1 项：');
});
