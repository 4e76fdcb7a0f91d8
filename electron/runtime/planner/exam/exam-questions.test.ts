import { describe, expect, test } from 'vitest';
import { estimateTokens } from '#runtime/text/token-counter';
import { type ToolName, toolInputs, toolJsonSchema } from '#runtime/tools/tool-inputs';
import { EXAM_SYSTEM, EXAM_TOOLS, examRequest } from './exam-prompt.ts';
import { EXAM_QUESTIONS } from './exam-questions.ts';
import { NEEDLES, needleText, needleTokens } from './needle-text.ts';

const keys = (schema: Readonly<Record<string, unknown>>): string[] => Object.keys(schema['properties'] ?? {});
const linesOf = (tokens: number): string[] => needleText(tokens).split('\n');
/** 0 at the beginning, 1 at the end. */
const placeOf = (needle: string, tokens: number): number => linesOf(tokens).indexOf(needle) / (linesOf(tokens).length - 1);

describe('the questions', () => {
  test('are 22 in five parts, each under its own name, the same every time', () => {
    const counts = Map.groupBy(EXAM_QUESTIONS, ({ part }) => part);
    expect([...counts].map(([part, those]) => [part, those.length])).toEqual([
      ['contract', 4],
      ['tool-choice', 6],
      ['arguments', 5],
      ['chinese', 4],
      ['needle', 3],
    ]);
    expect(new Set(EXAM_QUESTIONS.map(({ id }) => id)).size).toBe(22);
    expect(new Set(EXAM_QUESTIONS.map(({ ask }) => ask(8_192))).size).toBe(22);
    expect(EXAM_QUESTIONS.map(({ ask }) => ask(8_192))).toEqual(EXAM_QUESTIONS.map(({ ask }) => ask(8_192)));
  });

  test('offer tools that the app has, with arguments that it takes', () => {
    expect(EXAM_TOOLS.map(({ name }) => name)).toEqual([
      'read',
      'write',
      'list',
      'search',
      'memory_search',
      'memory_append',
      'time',
      'exec',
    ]);
    for (const { name, schema } of EXAM_TOOLS) {
      expect(Object.keys(toolInputs)).toContain(name);
      const real = toolJsonSchema(name as ToolName);
      expect(keys(real)).toEqual(expect.arrayContaining(keys(schema)));
      expect(schema['required']).toEqual(real['required'] ?? []);
    }
  });

  test('all begin with the same system prompt, which is short', () => {
    expect(examRequest('One?').messages).toEqual([
      { role: 'system', content: EXAM_SYSTEM },
      { role: 'user', content: 'One?' },
    ]);
    expect(examRequest('One?').schema).toBe(examRequest('Two?').schema);
    expect(estimateTokens(EXAM_SYSTEM)).toBeLessThan(600);
  });
});

describe('the long text', () => {
  test.each([
    [1_024, 24],
    [2_048, 1_048],
    [8_192, 4_915],
    [16_384, 9_830],
    [20_000, 12_000],
    [1_000_000, 12_000],
  ])('for a window of %i takes %i tokens', (window, tokens) => {
    expect(needleTokens(window)).toBe(tokens);
  });

  test.each([1_048, 4_915, 12_000])('of %i tokens has that length and its facts at beginning, middle and end', (tokens) => {
    expect(estimateTokens(needleText(tokens)) / tokens).toBeCloseTo(1, 1);
    expect(placeOf(NEEDLES.beginning, tokens)).toBeLessThan(0.1);
    expect(placeOf(NEEDLES.middle, tokens)).toBeCloseTo(0.5, 1);
    expect(placeOf(NEEDLES.end, tokens)).toBeGreaterThan(0.9);
  });

  test('of no tokens at all still has the three facts', () => {
    expect(linesOf(0)).toEqual(Object.values(NEEDLES));
  });

  test('holds no answer but in its facts, and no line twice', () => {
    const lines = linesOf(12_000);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.filter((line) => /\d|heron|sept|telescope|clock|lighthouse/i.test(line))).toEqual(Object.values(NEEDLES));
  });

  test('fits a small window together with the prompt and the question', () => {
    for (const window of [2_048, 4_096, 8_192]) {
      const needles = EXAM_QUESTIONS.filter(({ part }) => part === 'needle');
      for (const { ask } of needles) expect(estimateTokens(EXAM_SYSTEM) + estimateTokens(ask(window))).toBeLessThan(window - 256);
    }
  });
});
