/** Tests of the words around a question. */
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '#shared/i18n/en/window.json';
import zh from '#shared/i18n/zh-CN/window.json';
import type { CallView } from '../store/project-run.ts';
import { keepsOthers, slotWord } from './slot-words.ts';

test('a known slot has a word in both languages, and one of a tool of its own has none', async () => {
  const instance = createInstance();
  await instance.init({ lng: 'en', ns: ['window'], defaultNS: 'window', resources: { en: { window: en }, 'zh-CN': { window: zh } } });
  for (const slot of ['path', 'content', 'command', 'query', 'text', 'date']) {
    expect(slotWord(slot, instance.getFixedT('en'))).toMatch(/^[A-Z][a-z]+$/);
    expect(slotWord(slot, instance.getFixedT('zh-CN'))).toMatch(/^[\u4e00-\u9fff]+$/);
  }
  expect(slotWord('max_chars', instance.getFixedT('zh-CN'))).toBeNull();
});

test('a call keeps other arguments only when there are some that were not asked for', () => {
  const call = (args: Record<string, unknown>): CallView => ({
    callId: 'c',
    tool: 'search',
    arguments: args,
    state: 'clarify',
    result: null,
    reason: null,
    ms: null,
  });
  const question = { callId: 'c', slots: ['query'] };
  expect(keepsOthers({ calls: [call({ query: '发票', path: 'notes/' })] }, question)).toBe(true);
  expect(keepsOthers({ calls: [call({ query: '发票', path: '' })] }, question)).toBe(false);
  expect(keepsOthers({ calls: [call({})] }, question)).toBe(false);
  expect(keepsOthers({ calls: [] }, question)).toBe(false);
});
