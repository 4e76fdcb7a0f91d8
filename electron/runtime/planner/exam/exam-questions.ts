/** The questions of the exam, in the order in which they are asked, each with what makes its reply right. */
import type { Exam } from '#shared/schema/model';
import { EXAM_TOOLS } from './exam-prompt.ts';
import {
  answers,
  answersExactly,
  answersInChinese,
  answersWith,
  asksBack,
  calls,
  callsAny,
  callsWith,
  type Grade,
  writesChineseFile,
} from './graders.ts';
import { needleText, needleTokens } from './needle-text.ts';

export type PartName = Exam['parts'][number]['part'];

export interface ExamQuestion {
  /** Unique; a fault is told under it. */
  readonly id: string;
  readonly part: PartName;
  /** `window` in tokens. */
  readonly ask: (window: number) => string;
  readonly grade: Grade;
}

type Row = readonly [id: string, question: string, grade: Grade];

const part = (name: PartName, rows: readonly Row[]): ExamQuestion[] =>
  rows.map(([id, question, grade]) => ({ id, part: name, ask: () => question, grade }));

const TWO_LINES = 'She said "yes".\nThen he said "no", twice.';
const PUNCTUATED = `“先量两次，再剪一次。” — Ben's rule: "measure twice; cut once" (100 %)!`;

const CONTRACT = part('contract', [
  ['answer', 'How many days does a week have? One short sentence.', answers()],
  ['call', 'Read the file notes/plan.md.', callsAny(EXAM_TOOLS)],
  ['question', 'Read a file for me. I have not decided which one: ask me for its name first.', asksBack()],
  ['quotes', `Answer with exactly these two lines, quotation marks included, and nothing else:\n${TWO_LINES}`, answersExactly(TWO_LINES)],
]);

const TOOL_CHOICE = part('tool-choice', [
  ['pick-time', 'What time is it right now?', calls('time')],
  ['pick-list', 'Which files are in the folder invoices?', calls('list')],
  ['pick-search', 'Which files of the workspace contain the word Lisbon?', calls('search')],
  ['pick-keep', '请记住：我对花生过敏。', calls('memory_append')],
  ['pick-recall', '我以前跟你说过我最喜欢哪家餐厅？', calls('memory_search')],
  ['pick-none', 'How do you say "thank you" in French?', answersWith(/merci/i)],
]);

const ARGUMENTS = part('arguments', [
  ['path-spaces', 'Read the file "Tax 2025/final report v2.md".', callsWith('read', { path: 'Tax 2025/final report v2.md' })],
  ['path-chinese', '读一下 会议记录/周报.md 这个文件。', callsWith('read', { path: '会议记录/周报.md' })],
  [
    'quoted',
    `Keep the next line in the notes, word for word and with every mark in it:\n${PUNCTUATED}`,
    callsWith('memory_append', { text: PUNCTUATED }),
  ],
  ['number', 'Read the first 1250 lines of server.log.', callsWith('read', { path: 'server.log', limit: 1250 })],
  ['date', 'Put into the note of next Tuesday: dentist at nine.', callsWith('memory_append', { date: 'next Tuesday' })],
]);

const CHINESE = part('chinese', [
  ['chinese-answer', '一年有几个季节？用一句话回答。', answersInChinese(/[四4]/)],
  [
    // By the Chinese week, which begins on Monday; an English "last Wednesday" would be the 15th.
    'chinese-week',
    '今天是2026年4月17日，星期五。上周三是几月几日？直接回答。',
    answersInChinese(/(?<!\d)0?4月\s*0?8(?!\d)|(?<!十)四月(?:初)?八[日号]|(?<!\d)0?4[-/.]0?8(?!\d)/),
  ],
  ['chinese-not', '先不要读 草稿.md，也不要做别的事，只回答“好的”。', answersInChinese(/好的/)],
  ['chinese-file', '把“今天讨论了预算”写进一个新文件，文件名由你来取，要用中文。', writesChineseFile('今天讨论了预算')],
]);

const needle = (id: string, question: string, grade: Grade): ExamQuestion => ({
  id,
  part: 'needle',
  ask: (window) =>
    `This is the logbook of a small museum.\n\n${needleText(needleTokens(window))}\n\nAnswer from the logbook above, without a tool: ${question}`,
  grade,
});

/** One text holds the three facts: each question after the first is read from the server's cache. */
const NEEDLE = [
  needle('needle-beginning', 'Which inventory number has the telescope from Lisbon?', answersWith(/(?<!\d)7[,. ]?304(?!\d)/)),
  needle('needle-middle', 'Where does the key of the clock tower hang?', answersWith(/herons?\b/i)),
  needle(
    'needle-end',
    'On which day does the exhibition about lighthouses close?',
    answersWith(/(?<!\d)23(?!\d)/, /sept?\b|september|9月/i),
  ),
];

export const EXAM_QUESTIONS: readonly ExamQuestion[] = [...CONTRACT, ...TOOL_CHOICE, ...ARGUMENTS, ...CHINESE, ...NEEDLE];
