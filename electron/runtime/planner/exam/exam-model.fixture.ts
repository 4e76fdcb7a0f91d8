/** A model that knows the questions of the exam: rightly where nothing else is said, otherwise as told by question. */
import type { ChatChunk, ChatModel, ModelUsage } from '#runtime/model/chat-model';
import type { Notice } from '#shared/schema/notice';
import { decision, type PlannerDecision } from '#shared/schema/planner-decision';
import { EXAM_QUESTIONS } from './exam-questions.ts';

const respond = (answer: string): PlannerDecision => decision('RESPOND', { answer });
const call = (tool_name: string, args: Record<string, unknown> = {}): PlannerDecision =>
  decision('CALL_TOOL', { tool_name, arguments: args });

export const RIGHT: Readonly<Record<string, PlannerDecision>> = {
  answer: respond('A week has seven days.'),
  call: call('read', { path: 'notes/plan.md' }),
  question: decision('CLARIFY', { clarification_question: 'Which file shall I read?', missing_slots: ['path'] }),
  quotes: respond('She said "yes".\nThen he said "no", twice.'),
  'pick-time': call('time'),
  'pick-list': call('list', { path: 'invoices' }),
  'pick-search': call('search', { query: 'Lisbon' }),
  'pick-keep': call('memory_append', { text: '用户对花生过敏。' }),
  'pick-recall': call('memory_search', { query: '最喜欢的餐厅' }),
  'pick-none': respond('Merci.'),
  'path-spaces': call('read', { path: 'Tax 2025/final report v2.md' }),
  'path-chinese': call('read', { path: '会议记录/周报.md' }),
  quoted: call('memory_append', { text: `“先量两次，再剪一次。” — Ben's rule: "measure twice; cut once" (100 %)!` }),
  number: call('read', { path: 'server.log', limit: 1250 }),
  date: call('memory_append', { text: 'Dentist at nine.', date: 'next Tuesday' }),
  'chinese-answer': respond('一年有四个季节。'),
  'chinese-week': respond('上周三是4月8日。'),
  'chinese-not': respond('好的。'),
  'chinese-file': call('write', { path: '预算讨论.md', content: '今天讨论了预算。' }),
  'needle-beginning': respond('It has the number 7304.'),
  'needle-middle': respond('Behind the painting of the two herons.'),
  'needle-end': respond('It closes on 23 September.'),
};

/** A decision, replies in order of the tries, a failure of the server, or silence until it is stopped. */
export type Reply = PlannerDecision | readonly string[] | { readonly fails: Notice } | 'hangs';

export interface ExamModel extends ChatModel {
  /** Ids of the questions, in order, one for each request. */
  readonly asked: readonly string[];
}

export interface ExamModelOptions {
  readonly window?: number;
  readonly usage?: ModelUsage;
  readonly onAsked?: (id: string) => void;
}

export function examModel(replies: Readonly<Record<string, Reply>> = {}, options: ExamModelOptions = {}): ExamModel {
  const { window = 8_192, usage, onAsked } = options;
  const ids = new Map(EXAM_QUESTIONS.map(({ id, ask }) => [ask(window), id]));
  const asked: string[] = [];
  return {
    id: 'test/knows-it',
    name: 'knows-it',
    kind: 'ollama',
    readsPrompt: true,
    window,
    fit: { mode: 'full', tools: 24 },
    asked,
    async *chat({ messages }, signal): AsyncGenerator<ChatChunk, void> {
      const id = ids.get(messages[1]?.content ?? '') ?? 'unknown';
      asked.push(id);
      onAsked?.(id);
      const reply = replies[id] ?? RIGHT[id] ?? 'hangs';
      if (reply === 'hangs') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return;
      }
      if ('fails' in reply) {
        yield { type: 'failed', error: reply.fails, retryable: true };
        return;
      }
      const text = Array.isArray(reply) ? (reply[(messages.length - 2) / 2] ?? '') : JSON.stringify(reply);
      yield { type: 'text', text };
      yield usage === undefined ? { type: 'done' } : { type: 'done', usage };
    },
  };
}
