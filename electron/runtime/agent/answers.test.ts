import { expect, test } from 'vitest';
import type { Observation } from '#runtime/model/chat-model';
import { type AnswerWriterParts, createAnswerWriter, HELD_BACK } from './answer-writer.ts';
import { citedIn } from './run-loop.ts';
import { titleOf } from './title.ts';

function writer(now: AnswerWriterParts['now'] = () => 0) {
  let shown = '';
  let kept = '';
  const written = createAnswerWriter({
    now,
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
  for (const piece of `密码是 hunter2secret，key ${secret} ${'and so on '.repeat(60)}`) one.push(piece);
  expect(one.shown()).toContain('[redacted api-key]');
  expect(one.shown()).not.toMatch(/hunter2|aB3x/);
});

test('a second attempt takes back what the first one showed', () => {
  const one = writer();
  one.push('first '.repeat(100));
  one.restart();
  expect(one.shown()).toBe('');
  one.push('second '.repeat(100));
  expect(one.shown()).toMatch(/^second/);
});

test('a checkpoint is due after 500 milliseconds or 2,000 characters', () => {
  let at = 0;
  const one = writer(() => at);
  one.push('x '.repeat(300));
  expect(one.kept()).toBe('');
  at = 501;
  one.push('y '.repeat(10));
  expect(one.kept()).toBe(one.shown());
  one.push('z '.repeat(1_100));
  expect(one.kept().length).toBeGreaterThan(2_000);
});

test('only places that the answer names and that were really read are cited', () => {
  const observations: Observation[] = [
    {
      kind: 'call',
      callId: 'c',
      tool: 'memory_search',
      arguments: {},
      result: { ok: true, output: '', citations: [{ path: 'MEMORY.md', from: 2, to: 4 }] },
    },
  ];
  expect(citedIn('It says so (MEMORY.md:3), not MEMORY.md:33 or USER.md:3.', observations)).toEqual([
    { path: 'MEMORY.md', from: 3, to: 3 },
  ]);
});

test('a title is the beginning of the message, cut between characters that belong together', () => {
  expect(titleOf('  两行\n  变一行 ')).toBe('两行 变一行');
  expect(titleOf('长'.repeat(80))).toBe(`${'长'.repeat(47)}…`);
  expect(titleOf('👩‍👩‍👧‍👦'.repeat(60))).toBe(`${'👩‍👩‍👧‍👦'.repeat(47)}…`);
  expect(titleOf(`${'word '.repeat(20)}`)).toMatch(/ word…$/);
});
