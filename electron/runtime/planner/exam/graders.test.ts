import { describe, expect, test } from 'vitest';
import { decision, type PlannerDecision } from '#shared/schema/planner-decision';
import { RIGHT } from './exam-model.fixture.ts';
import { EXAM_QUESTIONS } from './exam-questions.ts';
import { answers, answersWith, calls, callsWith, type Grade } from './graders.ts';

const respond = (answer: string): PlannerDecision => decision('RESPOND', { answer });
const call = (tool_name: string, args: Record<string, unknown> = {}): PlannerDecision =>
  decision('CALL_TOOL', { tool_name, arguments: args });
const questionBack = (text: string): PlannerDecision => decision('CLARIFY', { clarification_question: text });
const QUOTED = `“先量两次，再剪一次。” — Ben's rule: "measure twice; cut once" (100 %)!`;

/** [question, decision, whether it is right] */
const CASES: readonly (readonly [string, PlannerDecision, boolean])[] = [
  ['answer', respond('Seven.'), true],
  ['answer', respond(' \n'), false],
  ['answer', { ...respond('Seven.'), goal_satisfied: false }, false],
  ['answer', call('time'), false],
  ['call', call('list', { path: 'notes' }), true],
  ['call', call('read'), false],
  ['call', call('Read', { path: 'notes/plan.md' }), false],
  ['call', respond('I read notes/plan.md.'), false],
  ['call', call('constructor'), false],
  ['question', questionBack('哪个文件？'), true],
  ['question', questionBack(' '), false],
  ['question', respond('Which file?'), false],
  ['quotes', respond('She said "yes".\r\nThen he said "no", twice.\n'), true],
  ['quotes', respond('She said "yes".\\nThen he said "no", twice.'), false],
  ['quotes', respond('She said “yes”.\nThen he said “no”, twice.'), false],
  ['quotes', respond('She said "yes". Then he said "no", twice.'), false],
  ['quotes', respond('She said "yes".\nThen he said "no"，twice.'), false],
  ['pick-time', call('exec', { command: 'date' }), false],
  ['pick-list', call('list', {}), true],
  ['pick-search', call('memory_search', { query: 'Lisbon' }), false],
  ['pick-keep', call('write', { path: 'notes.md', content: '花生过敏' }), false],
  ['pick-keep', respond('我记住了。'), false],
  ['pick-recall', call('search', { query: '餐厅' }), false],
  ['pick-none', respond('“Ｍｅｒｃｉ”！'), true],
  ['pick-none', call('search', { query: 'merci' }), false],
  ['path-spaces', call('read', { path: 'Tax 2025/final report v2.md', limit: 10 }), true],
  ['path-spaces', call('read', { path: 'Tax_2025/final_report_v2.md' }), false],
  ['path-spaces', call('read', { path: '"Tax 2025/final report v2.md"' }), false],
  ['path-spaces', call('list', { path: 'Tax 2025/final report v2.md' }), false],
  ['path-chinese', call('read', { path: '会议记录／周报.md' }), false],
  ['path-chinese', call('read', { path: '会议记录/周报。md' }), false],
  ['path-chinese', call('read', { path: '会议纪录/周报.md' }), false],
  ['quoted', call('memory_append', { text: QUOTED, date: 'today' }), true],
  ['quoted', call('memory_append', { text: QUOTED.replace('，', ',') }), false],
  ['quoted', call('memory_append', { text: QUOTED.replaceAll('"', '“') }), false],
  ['quoted', call('memory_append', { text: QUOTED.replace('100 %', '100%') }), false],
  ['quoted', call('memory_append', { text: QUOTED.replace('!', '！') }), false],
  ['quoted', call('memory_append', { text: `${QUOTED}\n` }), false],
  ['number', call('read', { path: 'server.log', limit: '1250' }), false],
  ['number', call('read', { path: 'server.log', limit: 1205 }), false],
  ['number', call('read', { path: 'server.log' }), false],
  ['date', call('memory_append', { text: 'Dentist at nine', date: 'next Tuesday' }), true],
  ['date', call('memory_append', { text: 'Dentist at nine', date: '2026-04-21' }), false],
  ['date', call('memory_append', { text: 'Dentist at nine, next Tuesday' }), false],
  ['chinese-answer', respond('一年有 4 个季节（spring 到 winter）。'), true],
  ['chinese-answer', respond('一年有４个季节.'), true],
  ['chinese-answer', respond('There are four seasons in a year (四季).'), false],
  ['chinese-answer', respond('一年に四つの季節があります。'), false],
  ['chinese-answer', respond('一年有五个季节。'), false],
  ['chinese-week', respond('上周三是四月八日'), true],
  ['chinese-week', respond('上周三：２０２６年０４月０８日。'), true],
  ['chinese-week', respond('上周三是 2026-04-08。'), true],
  ['chinese-week', respond('上周三是4月15日。'), false],
  ['chinese-week', respond('上周三是4月18日。'), false],
  ['chinese-week', respond('上周三是四月十八日。'), false],
  ['chinese-week', respond('上周三是2026-04-15。'), false],
  ['chinese-week', respond('4/8'), false],
  ['chinese-not', respond('好的'), true],
  ['chinese-not', respond('“好的”.'), true],
  ['chinese-not', respond('OK.'), false],
  ['chinese-not', call('read', { path: '草稿.md' }), false],
  ['chinese-file', call('write', { path: '会议/预算讨论.md', content: '# 预算\n今天讨论了预算' }), true],
  ['chinese-file', call('write', { path: '会议/budget.md', content: '今天讨论了预算' }), false],
  ['chinese-file', call('write', { path: '预算.md', content: 'We talked about the budget today.' }), false],
  ['chinese-file', call('write', { path: 7, content: '今天讨论了预算' }), false],
  ['needle-beginning', respond('Number 7,304'), true],
  ['needle-beginning', respond('編號：７３０４'), true],
  ['needle-beginning', respond('Number 17304.'), false],
  ['needle-beginning', respond('Number 7034.'), false],
  ['needle-middle', respond('Behind a picture of herons.'), true],
  ['needle-middle', respond('Behind a picture of two swans.'), false],
  ['needle-middle', call('search', { query: 'clock tower herons' }), false],
  ['needle-end', respond('On September 23rd.'), true],
  ['needle-end', respond('9月23日。'), true],
  ['needle-end', respond('On 23 October.'), false],
  ['needle-end', respond('On 2 September.'), false],
];

const gradeOf = (id: string): Grade => EXAM_QUESTIONS.find((question) => question.id === id)?.grade ?? (() => `no question ${id}`);

describe('a question of the exam', () => {
  test.each(Object.entries(RIGHT))('%s takes the right decision', (id, right) => {
    expect(gradeOf(id)(right)).toBe('');
  });

  test.each(CASES.map(([id, given, right]) => ({ id, given, right, said: given.answer || JSON.stringify(given.arguments) })))(
    '$id: $given.action $given.tool_name $said is right: $right',
    ({ id, given, right }) => {
      expect(gradeOf(id)(given) === '').toBe(right);
    },
  );
});

describe('a fault', () => {
  test('says what was wanted and what came', () => {
    expect([
      calls('time')(call('exec', { command: 'date' })),
      callsWith('read', { path: 'a b.md' })(questionBack('Which "file"?')),
      answers()({ ...respond('Not yet'), goal_satisfied: false }),
      answersWith(/merci/i)(respond('Danke')),
    ]).toEqual([
      'wanted a call of time, got exec {"command":"date"}',
      'wanted read {"path":"a b.md"}, got the question "Which \\"file\\"?"',
      'wanted an answer, got the answer "Not yet" with goal_satisfied false',
      'wanted an answer with /merci/i, got the answer "Danke"',
    ]);
  });

  test('repeats no more than the beginning of what came, in whole characters', () => {
    const said = calls('time')(respond('😀'.repeat(10_000)));
    expect(said).toBe(`wanted a call of time, got the answer "${'😀'.repeat(148)}…`);
  });
});
