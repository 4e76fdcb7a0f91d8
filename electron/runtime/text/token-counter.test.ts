import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { countTokens, countTokensInParts, estimateTokens, loadTokenizer } from './token-counter.ts';

const ENGLISH = `The assistant reads the notes of the last two days before it answers. When something is missing it asks one short question,
and when a file would be changed it shows the difference first. Nothing leaves this computer unless somebody has said so. On 14 April 2026
we moved the backup to the small server in the hall, because the old disk had begun to make noises that nobody could explain.`;
const CHINESE = `助手在回答之前会先看最近两天的笔记。缺了什么，它只问一个简短的问题；要改动文件，就先把差异给你看。没有人同意，任何内容都不会离开这台电脑。
2026年4月14日，我们把备份搬到了走廊里的小服务器上，因为旧硬盘开始发出谁也说不清的声音。以后每周五晚上十点自动备份一次，失败了要提醒我。`;
const SAMPLES = {
  English: ENGLISH,
  Chinese: CHINESE,
  mixed: `${CHINESE}\n${ENGLISH}\n用 pnpm 安装 Django 4.2，然后运行 \`python manage.py migrate\`。`,
  JSON: JSON.stringify(
    {
      action: 'CALL_TOOL',
      tool_name: 'memory_append',
      arguments: { text: '喜欢用 Django', target: 'user' },
      list: [1, 22, 333],
      ok: true,
      none: null,
    },
    null,
    2,
  ).repeat(4),
  code: readFileSync(new URL('../clock.ts', import.meta.url), 'utf8'),
};

describe('before the tokenizer is loaded', () => {
  test('a count is an estimate and says so', () => {
    expect(countTokens(CHINESE)).toEqual({ tokens: estimateTokens(CHINESE), exact: false });
    expect(countTokens('')).toEqual({ tokens: 0, exact: true });
  });
});

describe('once it is loaded', () => {
  beforeAll(loadTokenizer);

  test('counts are those of o200k', () => {
    expect(countTokens('hello world')).toEqual({ tokens: 2, exact: true });
    expect(countTokens('你好，世界')).toEqual({ tokens: 3, exact: true });
    expect(countTokens('You are Reins, a desktop assistant.')).toEqual({ tokens: 9, exact: true });
  });

  test('names of special tokens are ordinary text', () => {
    expect(countTokens('<|endoftext|>').tokens).toBeGreaterThan(1);
    expect(countTokens('lone \ud83d half').exact).toBe(true);
  });

  test.each(Object.entries(SAMPLES))('the estimate of %s is within 15 %', (_, text) => {
    const exact = countTokens(text);
    expect(exact.exact).toBe(true);
    expect(Math.abs(estimateTokens(text) / exact.tokens - 1)).toBeLessThan(0.15);
  });

  test('a text too long to count at once is estimated, and so is one without breaks', () => {
    expect(countTokens('word '.repeat(200_000)).exact).toBe(false);
    expect(countTokens('='.repeat(20_000)).exact).toBe(false);
    expect(countTokens('明'.repeat(20_000)).exact).toBe(false);
    expect(countTokens(CHINESE.repeat(100)).exact).toBe(true);
  });

  test('a huge text is estimated by samples, as well as by reading all of it', () => {
    const huge = `${ENGLISH}\n${CHINESE}\n`.repeat(1_500);
    const exact = countTokens(`${ENGLISH}\n${CHINESE}\n`).tokens * 1_500;
    expect(huge.length).toBeGreaterThan(700_000);
    expect(Math.abs(estimateTokens(huge) / exact - 1)).toBeLessThan(0.15);
  });

  test('a long text counted in parts has the count of the whole', async () => {
    const whole = `${ENGLISH}\n\n  ${CHINESE}\n/path\n`.repeat(80);
    const parts = await countTokensInParts(whole);
    expect(parts.exact).toBe(true);
    expect(parts.tokens).toBe((await import('gpt-tokenizer/encoding/o200k_base')).countTokens(whole));
    expect(await countTokensInParts('x'.repeat(200_000))).toEqual({ tokens: estimateTokens('x'.repeat(200_000)), exact: false });
  });

  test('counting in parts stops when it is aborted', async () => {
    await expect(countTokensInParts('a\n', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  test('no text makes a count fail or vanish', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(countTokens(text).tokens).toBeGreaterThan(0);
        expect(estimateTokens(text)).toBeGreaterThan(0);
      }),
    );
  });
});
