import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '#shared/schema/settings';
import { openSettings } from './settings-store.ts';

const defaults = settingsSchema.parse({});
const newFile = (text?: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'reins-settings-')), 'settings.json');
  if (text !== undefined) writeFileSync(file, text);
  return file;
};

test('without a file the defaults hold, and a change is on disk when it returns', () => {
  const file = newFile();
  const store = openSettings({ file });
  expect(store.current()).toEqual(defaults);
  expect(store.change({ language: 'zh-CN' }).language).toBe('zh-CN');
  expect(openSettings({ file }).current()).toEqual({ ...defaults, language: 'zh-CN' });
});

test('keys that this version does not know are kept', () => {
  const file = newFile('{"version":1,"theme":"dark","later":{"a":1}}');
  openSettings({ file }).change({ language: 'en' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ theme: 'dark', language: 'en', later: { a: 1 } });
});

test('settings from the future are read for what is known, never rewritten, and told', () => {
  const text = '{"version":7,"theme":"dark","shape":"round"}';
  const file = newFile(text);
  const store = openSettings({ file });
  expect(store.notices).toMatchObject([{ code: 'settings_newer', params: { found: 7 } }]);
  expect(store.change({ language: 'en' })).toMatchObject({ theme: 'dark', language: 'en' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a damaged file is set aside and kept, and the defaults hold', () => {
  const file = newFile('{"theme": "dar');
  const store = openSettings({ file });
  expect(store.notices).toMatchObject([{ code: 'settings_damaged' }]);
  expect(store.current()).toEqual(defaults);
  const aside = readdirSync(join(file, '..')).filter((name) => name.includes('.damaged-'));
  expect(aside).toHaveLength(1);
});

test('one wrong value falls to its default and the others stay', () => {
  const store = openSettings({ file: newFile('{"theme":"purple","language":"zh-CN"}') });
  expect(store.current()).toMatchObject({ theme: 'system', language: 'zh-CN' });
  expect(store.notices).toMatchObject([{ code: 'settings_damaged', detail: 'not valid: theme' }]);
});

test('flags and environment win over the file and are not written to it, until the person chooses otherwise', () => {
  const file = newFile('{"version":1,"workspace":"/from/file"}');
  const store = openSettings({ file, overrides: { workspace: '/from/flag' } });
  expect(store.current().workspace).toBe('/from/flag');
  store.change({ theme: 'dark' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ workspace: '/from/file', theme: 'dark' });
  expect(store.change({ workspace: '/chosen' }).workspace).toBe('/chosen');
});
