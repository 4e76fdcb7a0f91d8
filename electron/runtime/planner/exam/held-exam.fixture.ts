/** Holds an exam under a clock of its own, and reads the result as a test wants to compare it. */
import type { Answer, ChatModel } from '#runtime/model/chat-model';
import { type Exam, examSchema } from '#shared/schema/model';
import { runExam } from './run-exam.ts';

export interface Course {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Each look at the clock is 5 ms after the one before. */
export function examine(model: ChatModel, { signal = new AbortController().signal, onProgress = () => undefined }: Course = {}) {
  let at = 0;
  const now = (): number => {
    at += 5;
    return at;
  };
  return runExam({ model, digest: 'sha256:1', at: 1_700_000_000_000, onProgress, signal, now });
}

export const examOf = (answer: Answer<Exam>): Exam => {
  if (!answer.ok) throw new Error(answer.error.code);
  return examSchema.parse(answer.value);
};
export const pointsOf = ({ parts }: Exam): Record<string, string> =>
  Object.fromEntries(parts.map(({ part, passed, tries }) => [part, `${passed} of ${tries}`]));
export const ALL_PASSED: Exam['parts'] = [
  { part: 'contract', passed: 4, tries: 4, ms: 5, detail: '' },
  { part: 'tool-choice', passed: 6, tries: 6, ms: 5, detail: '' },
  { part: 'arguments', passed: 5, tries: 5, ms: 5, detail: '' },
  { part: 'chinese', passed: 4, tries: 4, ms: 5, detail: '' },
  { part: 'needle', passed: 3, tries: 3, ms: 5, detail: '' },
];
