import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

test('a wrong value falls to its default and is named, the others stay, and a change leaves it in the file', () => {
  const file = newFile(
    '{"theme":"purple","language":"zh-CN","zone":"Mars/Base","memory":{"floor":7,"halfLifeDays":9},"trustedWorkspaces":["/a",3]}',
  );
  const store = openSettings({ file });
  expect(store.current()).toMatchObject({ theme: 'system', language: 'zh-CN', zone: '', trustedWorkspaces: [] });
  expect(store.current().memory).toEqual({ ...defaults.memory, halfLifeDays: 9 });
  expect(store.notices).toEqual([
    { code: 'settings_invalid', params: { path: file, keys: 'theme, zone, memory.floor, trustedWorkspaces' } },
  ]);
  store.change({ language: 'en' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    theme: 'purple',
    language: 'en',
    zone: 'Mars/Base',
    memory: { floor: 7, halfLifeDays: 9 },
    trustedWorkspaces: ['/a', 3],
  });
  store.change({ theme: 'dark' });
  expect(openSettings({ file }).current()).toMatchObject({ theme: 'dark', language: 'en' });
});

test('a value of the wrong kind for a whole group is a wrong value too', () => {
  const store = openSettings({ file: newFile('{"memory":[1],"theme":"dark"}') });
  expect(store.current()).toEqual({ ...defaults, theme: 'dark' });
  expect(store.notices).toMatchObject([{ code: 'settings_invalid', params: { keys: 'memory' } }]);
});

test('a zone that the system knows is taken', () => {
  const store = openSettings({ file: newFile('{"zone":"Asia/Shanghai"}') });
  expect([store.current().zone, store.notices]).toEqual(['Asia/Shanghai', []]);
});

test('unknown keys inside a group survive a change of the group', () => {
  const file = newFile('{"version":1,"memory":{"floor":0.5,"newKey":{"a":[1]}}}');
  const store = openSettings({ file });
  store.change({ theme: 'dark' });
  store.change({ memory: { ...store.current().memory, floor: 0.1 } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ memory: { floor: 0.1, newKey: { a: [1] } }, theme: 'dark' });
});

test('a byte-order mark is no damage', () => {
  const file = newFile('\ufeff{"theme":"dark"}');
  const store = openSettings({ file });
  expect([store.current().theme, store.notices]).toEqual(['dark', []]);
});

test.each(['null', '[]', '"text"', '', '{"theme":'])('what is no object is set aside: %j', (text) => {
  expect(openSettings({ file: newFile(text) }).notices).toMatchObject([{ code: 'settings_damaged' }]);
});

test('a file that cannot be read is left where it is and not written over', () => {
  const file = newFile();
  mkdirSync(file); // Reading it fails, whoever runs the test.
  const store = openSettings({ file });
  expect(store.notices).toMatchObject([{ code: 'data_folder_unusable', params: { path: file } }]);
  expect(store.change({ theme: 'dark' }).theme).toBe('dark');
  expect(readdirSync(join(file, '..'))).toEqual(['settings.json']);
  expect(statSync(file).isDirectory()).toBe(true);
});

test('flags and environment win over the file and are not written to it, until the person chooses otherwise', () => {
  const file = newFile('{"version":1,"workspace":"/from/file"}');
  const store = openSettings({ file, overrides: { workspace: '/from/flag' } });
  expect(store.current().workspace).toBe('/from/flag');
  store.change({ theme: 'dark' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ workspace: '/from/file', theme: 'dark' });
  expect(store.change({ workspace: '/chosen' }).workspace).toBe('/chosen');
});
