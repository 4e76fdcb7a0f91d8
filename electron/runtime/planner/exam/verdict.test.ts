import { describe, expect, test } from 'vitest';
import type { Exam } from '#shared/schema/model';
import { judge } from './verdict.ts';

const TRIES = { contract: 4, 'tool-choice': 6, arguments: 5, chinese: 4, needle: 3 };
type Points = Partial<Record<keyof typeof TRIES, number>>;

const partsOf = (points: Points): Exam['parts'] =>
  Object.entries(TRIES).map(([part, tries]) => ({
    part: part as keyof typeof TRIES,
    passed: points[part as keyof typeof TRIES] ?? tries,
    tries,
    ms: 1,
    detail: '',
  }));

/** [points lost from full, window, mode, tools, reasons] */
const CASES: readonly (readonly [Points, number, Exam['mode'], number, Exam['reasons']])[] = [
  [{}, 8_192, 'full', 12, [{ code: 'exam_passed' }]],
  [{ contract: 3, 'tool-choice': 5, chinese: 3, needle: 2 }, 8_192, 'full', 12, [{ code: 'exam_passed' }]],
  [{ contract: 2 }, 8_192, 'minimal', 12, [{ code: 'exam_contract', params: { passed: 2, tries: 4 } }]],
  [{ needle: 1 }, 8_192, 'minimal', 12, [{ code: 'exam_needle', params: { passed: 1, tries: 3 } }]],
  [{}, 8_191, 'minimal', 12, [{ code: 'exam_window', params: { window: 8_191, enough: 8_192 } }]],
  [{ 'tool-choice': 4 }, 32_768, 'full', 8, [{ code: 'exam_tool_choice', params: { passed: 4, tries: 6 } }]],
  [{ 'tool-choice': 3 }, 32_768, 'full', 8, [{ code: 'exam_tool_choice', params: { passed: 3, tries: 6 } }]],
  [{ 'tool-choice': 2 }, 32_768, 'full', 5, [{ code: 'exam_tool_choice', params: { passed: 2, tries: 6 } }]],
  [{ arguments: 4 }, 32_768, 'full', 12, [{ code: 'exam_arguments', params: { passed: 4, tries: 5 } }]],
  [{ chinese: 2 }, 32_768, 'full', 12, [{ code: 'exam_chinese', params: { passed: 2, tries: 4 } }]],
  [
    { contract: 0, 'tool-choice': 0, arguments: 0, chinese: 0, needle: 0 },
    2_048,
    'minimal',
    5,
    [
      { code: 'exam_contract', params: { passed: 0, tries: 4 } },
      { code: 'exam_tool_choice', params: { passed: 0, tries: 6 } },
      { code: 'exam_arguments', params: { passed: 0, tries: 5 } },
      { code: 'exam_chinese', params: { passed: 0, tries: 4 } },
      { code: 'exam_needle', params: { passed: 0, tries: 3 } },
      { code: 'exam_window', params: { window: 2_048, enough: 8_192 } },
    ],
  ],
];

describe('the verdict', () => {
  test.each(CASES.map(([points, window, ...wanted]) => ({ points, window, wanted })))(
    'of $points with a window of $window',
    ({ points, window, wanted: [mode, tools, reasons] }) => {
      expect(judge(partsOf(points), window)).toEqual({ mode, tools, reasons });
    },
  );
});
