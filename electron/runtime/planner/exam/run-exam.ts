/** Examines a model: asks it what a run would ask, grades each decision, and says what the model is fit for. Runs and writes nothing. */
import type { Answer, ChatModel, ModelUsage } from '#runtime/model/chat-model';
import type { Exam } from '#shared/schema/model';
import { type NoticeCode, notice } from '#shared/schema/notice';
import { plan } from '../planner.ts';
import { examRequest } from './exam-prompt.ts';
import { EXAM_QUESTIONS, type ExamQuestion } from './exam-questions.ts';
import { speedsOf } from './speeds.ts';
import { judge } from './verdict.ts';

export interface ExamOptions {
  readonly model: ChatModel;
  /** The server's own mark of the model's content. */
  readonly digest: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** After each question. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
}

/** Characters of one reply, thinking included: a model that talks longer fails that question instead of holding up the exam. */
const REPLY_LIMIT = 40_000;
/** What fails by the model's own words; everything else is the server's matter. */
const OWN_FAULTS: readonly NoticeCode[] = ['planner_unreadable', 'planner_endless'];
/** Characters of a part's detail. */
const DETAIL_LIMIT = 400;

/** Errors: `cancelled` when stopped, `exam_void` (its detail is the code of the failure) when the server did not answer one question. */
export async function runExam(options: ExamOptions): Promise<Answer<Exam>> {
  const { model, digest, at, onProgress, signal } = options;
  const tried: Tried[] = [];
  for (const question of EXAM_QUESTIONS) {
    const next = await ask(question, options);
    if (next === 'cancelled') return { ok: false, error: notice('cancelled') };
    if ('failed' in next) return { ok: false, error: notice('exam_void', { model: model.name }, next.failed) };
    tried.push(next);
    onProgress(tried.length, EXAM_QUESTIONS.length);
    if (signal.aborted) return { ok: false, error: notice('cancelled') };
  }
  const parts = partsOf(tried);
  const usages = tried.flatMap(({ usage }) => usage ?? []);
  return { ok: true, value: { modelId: model.id, digest, at, parts, ...judge(parts, model.window), ...speedsOf(usages) } };
}

interface Tried {
  readonly question: ExamQuestion;
  /** '' when right. */
  readonly fault: string;
  readonly ms: number;
  readonly usage: ModelUsage | undefined;
}

async function ask(question: ExamQuestion, options: ExamOptions): Promise<Tried | { readonly failed: NoticeCode } | 'cancelled'> {
  const { model, signal, now = () => performance.now() } = options;
  const began = now();
  let replaced: NoticeCode | undefined;
  let planned: Awaited<ReturnType<typeof plan>>;
  try {
    planned = await plan({
      model,
      request: examRequest(question.ask(model.window)),
      signal,
      onAnswer: () => undefined,
      onRetry: () => undefined,
      onReplaced: ({ reason }) => {
        replaced = reason.code;
      },
      limits: { reply: REPLY_LIMIT },
    });
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    throw error;
  }
  if (signal.aborted) return 'cancelled';
  if (replaced !== undefined) return { failed: replaced };
  const ms = Math.round(now() - began);
  if (planned.ok) {
    const fault = planned.notes.includes('retried') ? 'the first reply could not be read' : question.grade(planned.decision);
    return { question, fault, ms, usage: planned.usage };
  }
  const { code, detail } = planned.error;
  if (!OWN_FAULTS.includes(code)) return { failed: code };
  return { question, fault: detail ?? code, ms, usage: undefined };
}

function partsOf(tried: readonly Tried[]): Exam['parts'] {
  const parts = [...new Set(tried.map(({ question }) => question.part))];
  return parts.map((part) => {
    const those = tried.filter(({ question }) => question.part === part);
    const wrong = those.find(({ fault }) => fault !== '');
    return {
      part,
      passed: those.filter(({ fault }) => fault === '').length,
      tries: those.length,
      ms: Math.max(...those.map(({ ms }) => ms)),
      detail: wrong === undefined ? '' : [...`${wrong.question.id}: ${wrong.fault}`].slice(0, DETAIL_LIMIT).join(''),
    };
  });
}
