/** Tests of the window's words: both languages complete, every key of the source there, and none that nobody uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMethodName } from '#shared/contract/methods';
import enNotice from '#shared/i18n/en/notice.json';
import zhNotice from '#shared/i18n/zh-CN/notice.json';

type Tree = { readonly [key: string]: string | Tree };

/** Catalogues that the window does not show by key. */
const OTHERS = ['command-line.json', 'offline.json', 'notice.json'];

/** Every catalogue of the window as one tree: areas have names of their own. */
function windowWords(language: string): Tree {
  const folder = join(import.meta.dirname, '../../shared/i18n', language);
  const trees = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !OTHERS.includes(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tree);
  const areas = trees.flatMap((tree) => Object.keys(tree));
  expect(areas.filter((area, index) => areas.indexOf(area) !== index)).toEqual([]);
  return Object.assign({}, ...trees) as Tree;
}
const en = windowWords('en');
const zh = windowWords('zh-CN');

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}
const PLURAL = /_(?:zero|one|other)$/;
const root = join(import.meta.dirname, '..');
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|fixture)\./.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
const stems = (catalogue: Tree): string[] => [...new Set(flatten(catalogue).map(([key]) => key.replace(PLURAL, '')))].sort();
const values = (text: string): string[] => [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}|<(\d)>/g)].map((match) => match[0]).sort();

test('both languages have the same keys with the same values and tags in them', () => {
  expect(stems(zh)).toEqual(stems(en));
  const english = new Map(flatten(en));
  const wrong = flatten(zh).filter(([key, text]) => String(values(text)) !== String(values(english.get(key) ?? '')));
  expect(wrong).toEqual([]);
  expect(flatten({ ...zh, ...zhNotice }).filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('every plural has the forms of its language', () => {
  const forms = (catalogue: Tree, form: string): string[] =>
    flatten(catalogue).flatMap(([key]) => (key.endsWith(form) ? [key.slice(0, -form.length)] : []));
  expect(forms(en, '_one')).toEqual(forms(en, '_other'));
  expect(forms(zh, '_one')).toEqual([]);
});

test('Chinese uses Chinese marks, and neither catalogue a long dash or three dots', () => {
  const halfWidth = flatten(zh).filter(
    ([, text]) => /[\u4e00-\u9fff]\s*[,;:?!](?:\s|$)/.test(text) || /[\u4e00-\u9fff]\.(?:\s|$)/.test(text),
  );
  expect(halfWidth).toEqual([]);
  expect([...flatten(en), ...flatten(zh)].filter(([, text]) => /\.\.\.|—/.test(text))).toEqual([]);
});

test('every key that the source names is there, and every key is named', () => {
  const known = new Set(stems(en));
  const text = source.map((file) => file.text).join('\n');
  const literal = [...text.matchAll(/['"`](?:[a-z]+:)?((?:[a-z]+)\.[a-z][a-z-]*)['"`]/g)].map((match) => match[1] ?? '');
  const areas = new Set(Object.keys(en));
  const missing = literal.filter((key) => areas.has(key.split('.')[0] ?? '') && !known.has(key) && !isMethodName(key) && !isEvent(key));
  expect(missing).toEqual([]);
  const prefixes = [...text.matchAll(/`(?:[a-z]+:)?([a-z]+\.[a-z-]*)\$\{/g)].map((match) => match[1] ?? '');
  const unused = [...known].filter(
    (key) => !literal.includes(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !text.includes(`'${key.split('.')[1]}'`),
  );
  expect(unused).toEqual([]);
});

/** Names of run events look like keys. */
function isEvent(key: string): boolean {
  return /^(?:run|tool|answer|memory|message|planner|guardrail)\.(?:started|completed|retried|failed|cancelled|interrupted)$/.test(key);
}

test('no component writes words of its own', () => {
  const wrong = source
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, text }) =>
      [
        ...text.matchAll(/>\s*([A-Za-z\u4e00-\u9fff][^<>{}=;()]*)\s*<\//g),
        ...text.matchAll(/(?:aria-label|placeholder|title|alt|label)="([^"]+)"/g),
      ].map((match) => `${name}: ${match[1]?.trim()}`),
    );
  expect(wrong).toEqual([]);
});

test('notices are worded with the same values in both languages', () => {
  const english: Record<string, string> = enNotice;
  const wrong = Object.entries(zhNotice as Record<string, string>).filter(
    ([key, text]) => String(values(text)) !== String(values(english[key] ?? '')),
  );
  expect(wrong).toEqual([]);
});
