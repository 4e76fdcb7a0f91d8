/** Tests of the words on a tool card's line. */
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import enPolicy from '#shared/i18n/en/policy.json';
import en from '#shared/i18n/en/window.json';
import zhPolicy from '#shared/i18n/zh-CN/policy.json';
import zh from '#shared/i18n/zh-CN/window.json';
import { factsOf, isDrawn, ranWords, subjectOf, targetOf, wasStopped } from './tool-words.ts';

let words: Record<'en' | 'zh-CN', TFunction>;
beforeAll(async () => {
  const instance = createInstance();
  await instance.init({
    lng: 'en',
    ns: ['window', 'policy'],
    defaultNS: 'window',
    resources: { en: { window: en, policy: enPolicy }, 'zh-CN': { window: zh, policy: zhPolicy } },
  });
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

test('a change is told by its lines, and how a command ended by its exit code and time', () => {
  const edit = { ms: 84, result: { ok: true as const, output: '', facts: { added: 1200, removed: 2, lines: 9, bytes: 40, line: 3 } } };
  expect(factsOf(edit, words.en, 'en')).toBe('+1,200 −2 · 9 lines · 84 ms');
  expect(factsOf({ ...edit, result: { ...edit.result, facts: { added: 3, removed: 0 } } }, words['zh-CN'], 'zh-CN')).toBe('+3 · 84 毫秒');
  const ran = (exit: number) => ({ tool: 'exec', ms: 1840, result: { ok: true as const, output: '', facts: { exit } } });
  expect(ranWords(ran(2), words.en, 'en')).toBe('Exit code 2 · Took 1.8 s');
  expect([factsOf(ran(2), words['zh-CN'], 'zh-CN'), factsOf(ran(0), words.en, 'en')]).toEqual(['退出码 2 · 1.8 秒', '1.8 s']);
  expect(ranWords(ran(-1), words['zh-CN'], 'zh-CN')).toBe('用时 1.8 秒');
  expect(ranWords({ ...ran(0), tool: 'write' }, words.en, 'en')).toBe('');
  expect(ranWords({ tool: 'exec', ms: null, result: null }, words.en, 'en')).toBe('');
});

test('the difference stands for the texts of a call only where there is one', () => {
  const change = { id: 'c', files: 1, undoable: true };
  expect(isDrawn({ tool: 'edit', result: { ok: true, output: '', change } })).toBe(true);
  expect(isDrawn({ tool: 'write', result: { ok: true, output: '' } })).toBe(false);
  expect(isDrawn({ tool: 'exec', result: { ok: true, output: '', change } })).toBe(false);
  expect(isDrawn({ tool: 'write', result: { ok: false, kind: 'denied', error: { code: 'path_protected' } } })).toBe(false);
});

test('what is taken back is named by tool and target', () => {
  expect(subjectOf({ tool: 'write', arguments: { path: 'notes/计划.md', content: 'x' } })).toBe('write notes/计划.md');
  expect(subjectOf({ tool: 'time', arguments: {} })).toBe('time');
});
