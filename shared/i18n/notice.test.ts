import { expect, test } from 'vitest';
import en from '#shared/i18n/en/notice.json' with { type: 'json' };
import zh from '#shared/i18n/zh-CN/notice.json' with { type: 'json' };
import { noticeCodeSchema } from '#shared/schema/notice';

const catalogues: Record<string, Record<string, string>> = { en, 'zh-CN': zh };

function paramsOf(text = ''): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort();
}

test.each(Object.keys(catalogues))('every notice code, and no other, has words in %s', (language) => {
  expect(Object.keys(catalogues[language] ?? {}).sort()).toEqual([...noticeCodeSchema.options].sort());
});

test('both languages use the same values for a code', () => {
  const pairs = noticeCodeSchema.options.map((code) => [code, paramsOf(en[code]), paramsOf(zh[code])] as const);
  expect(pairs.filter(([, first, second]) => first.join() !== second.join())).toEqual([]);
});

/** Codes that say why a call runs or asks: the way out are the buttons beside them. */
const REASONS: ReadonlySet<string> = new Set([
  ...['command_safe', 'command_listed', 'command_unknown', 'command_form', 'command_odd', 'command_inline', 'command_wrapper'],
  ...[
    'command_assigns',
    'command_redirect',
    'command_destructive',
    'command_mode_strict',
    'command_mode_full',
    'policy_allows',
    'hook_asks',
  ],
]);

test('every notice says what happened and the way out, in its own language, with whole placeholders', () => {
  const wrong = noticeCodeSchema.options.flatMap((code) => {
    const faults = [
      !REASONS.has(code) && (en[code].match(/[.:](\s|$)/g) ?? []).length < 2 && 'one sentence in English',
      !REASONS.has(code) && (zh[code].match(/[。：](?!$)/g) ?? []).length < 1 && 'one sentence in Chinese',
      /\p{Script=Han}/u.test(en[code]) && 'Chinese in English',
      !/\p{Script=Han}/u.test(zh[code]) && 'no Chinese',
      [en[code], zh[code]].some((text) => /[{}]/.test(text.replace(/\{\{\w+\}\}/g, ''))) && 'a broken placeholder',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${code}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});
