/** Tests of the words on a tool card's line. */
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '#shared/i18n/en/window.json';
import zh from '#shared/i18n/zh-CN/window.json';
import { factsOf, targetOf, wasStopped } from './tool-words.ts';

let words: Record<'en' | 'zh-CN', TFunction>;
beforeAll(async () => {
  const instance = createInstance();
  await instance.init({ lng: 'en', ns: ['window'], defaultNS: 'window', resources: { en: { window: en }, 'zh-CN': { window: zh } } });
  words = { en: instance.getFixedT('en'), 'zh-CN': instance.getFixedT('zh-CN') };
});

test('the target names the file, quotes what is searched, and is one line', () => {
  expect(targetOf({ tool: 'search', arguments: { query: '发票', path: 'notes/' } })).toBe('notes/ “发票”');
  expect(targetOf({ tool: 'read', arguments: { path: 'plan.md', offset: 3 } })).toBe('plan.md');
  expect(targetOf({ tool: 'exec', arguments: { command: 'echo a\n  b' } })).toBe('echo a b');
  expect(targetOf({ tool: 'memory_get', arguments: { path: 'MEMORY.md', from: 12, to: 14 } })).toBe('MEMORY.md:12');
  expect(targetOf({ tool: 'time', arguments: {} })).toBe('');
});

test('facts are counted in the language, with one of each in the singular', () => {
  const call = { ms: 84.3, result: { ok: true as const, output: '', facts: { files: 1, matches: 1200, path: 'x' } } };
  expect(factsOf(call, words.en, 'en')).toBe('1 file · 1,200 matches · 84 ms');
  expect(factsOf(call, words['zh-CN'], 'zh-CN')).toBe('1 个文件 · 1,200 处匹配 · 84 毫秒');
  const read = { ms: 0.2, result: { ok: true as const, output: '', facts: { lines: 412, bytes: 18_234 } } };
  expect(factsOf(read, words.en, 'en')).toBe('412 lines · 18 KB · 1 ms');
  expect(factsOf({ ms: 1840, result: null }, words['zh-CN'], 'zh-CN')).toBe('1.8 秒');
});

test('a tool that was stopped is told from one that failed', () => {
  const error = { code: 'cancelled' as const };
  expect(wasStopped({ ok: false, kind: 'cancelled', error })).toBe(true);
  expect(wasStopped({ ok: false, kind: 'failed', error })).toBe(true);
  expect(wasStopped({ ok: false, kind: 'failed', error: { code: 'tool_failed' } })).toBe(false);
  expect(wasStopped({ ok: true, output: '' })).toBe(false);
  expect(wasStopped(null)).toBe(false);
});
