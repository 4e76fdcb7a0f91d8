import { expect, test, vi } from 'vitest';
import { redactKeys } from '#runtime/redaction/redact';
import { CHECKPOINT_MS, createAnswerWriter, HELD_BACK } from './answer-writer.ts';
import { titleOf } from './title.ts';

function writer() {
  let shown = '';
  let kept = '';
  const written = createAnswerWriter({
    mask: (text) => redactKeys(text).text,
    tell: (offset, text) => {
      shown = shown.slice(0, offset) + text;
    },
    checkpoint: (offset, text) => {
      kept = kept.slice(0, offset) + text;
    },
  });
  return { ...written, shown: () => shown, kept: () => kept };
}

test('what streams is the beginning of the answer, held back by 128 characters, in both languages', () => {
  for (const answer of ['word '.repeat(200), '没有空格的中文也要能切开'.repeat(60)]) {
    const one = writer();
    for (const piece of answer.match(/[\s\S]{1,7}/g) ?? []) one.push(piece);
    expect(answer.startsWith(one.shown())).toBe(true);
    expect(one.shown().length).toBeGreaterThan(answer.length - HELD_BACK - 16);
    expect(one.shown().length).toBeLessThanOrEqual(answer.length - HELD_BACK);
  }
});

test('a secret that arrives in pieces is masked before any of it is shown', () => {
  const secret = `sk-proj-${'aB3x'.repeat(12)}`;
  const one = writer();
  for (const piece of `密码是 hunter2secret, key ${secret} ${'and so on '.repeat(60)}`) one.push(piece);
  expect(one.shown()).toContain('[redacted api-key]');
  expect(one.shown()).not.toMatch(/aB3x/);
  expect(one.shown()).toContain('hunter2secret');
});

test('a second attempt takes back what the first one showed', () => {
  const one = writer();
  one.push('first '.repeat(100));
  one.restart();
  expect(one.shown()).toBe('');
  one.push('second '.repeat(100));
  expect(one.shown()).toMatch(/^second/);
});

test('a checkpoint is due after 2,000 characters, or 500 milliseconds also when the model has stalled', () => {
  vi.useFakeTimers();
  const one = writer();
  one.push('x '.repeat(300));
  expect(one.kept()).toBe('');
  vi.advanceTimersByTime(CHECKPOINT_MS);
  expect(one.kept()).toBe(one.shown());
  one.push('z '.repeat(1_200));
  expect(one.kept()).toBe(one.shown());
  one.push('y '.repeat(100));
  one.end(false);
  expect(one.kept()).toBe(one.shown());
  vi.useRealTimers();
});

test('a title is the beginning of the message, cut between characters that belong together', () => {
  expect(titleOf('  两行\n  变一行 ')).toBe('两行 变一行');
  expect(titleOf('长'.repeat(80))).toBe(`${'长'.repeat(47)}…`);
  expect(titleOf('👩‍👩‍👧‍👦'.repeat(60))).toBe(`${'👩‍👩‍👧‍👦'.repeat(47)}…`);
  expect(titleOf(`${'word '.repeat(20)}`)).toMatch(/ word…$/);
});
