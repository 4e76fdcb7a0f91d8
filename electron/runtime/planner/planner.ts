/** One planner call: the model's stream in, one checked decision out, with a single corrective retry. */

import type { ChatChunk, ChatModel, ChatRequest, ModelUsage } from '#runtime/model/chat-model';
import type { ModelPhase } from '#shared/schema/model';
import { type Notice, notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import { createAnswerStream } from './answer-stream.ts';
import { parseDecision } from './parse-decision.ts';

/** Characters after which a reply is cut off: no decision is that long. */
export const REPLY_LIMIT = 1_000_000;
/** Milliseconds without any sign of the model before the step is given up. */
export const IDLE_LIMIT = 300_000;
/** The same while a model is loaded or reads the prompt: a large one on a slow disk, a long prompt without a graphics card. */
export const LOADING_LIMIT = 1_800_000;

export interface PlanRequest {
  readonly model: ChatModel;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** The answer while it grows. */
  readonly onAnswer: (text: string) => void;
  /** The second attempt begins: what the first one said is void. */
  readonly onRetry: () => void;
  readonly onPhase?: (phase: ModelPhase) => void;
  /** Another model answers instead; what the first one said is void. */
  readonly onReplaced?: (replaced: Extract<ChatChunk, { type: 'replaced' }>) => void;
  readonly limits?: { readonly reply?: number; readonly idle?: number; readonly loading?: number };
}

export type Planned =
  | {
      readonly ok: true;
      readonly decision: PlannerDecision;
      readonly raw: string;
      readonly notes: readonly string[];
      readonly usage?: ModelUsage;
    }
  | { readonly ok: false; readonly error: Notice };

/** Never rejects for what a model does wrong. Rejects with the signal's reason when it is cancelled. */
export async function plan(options: PlanRequest): Promise<Planned> {
  const first = await attempt(options, options.request);
  if (!first.ok || first.read.ok) return finish(first, []);
  options.onRetry();
  const again: ChatRequest = {
    ...options.request,
    messages: [
      ...options.request.messages,
      { role: 'assistant', content: first.raw.slice(0, 4_000) },
      {
        role: 'user',
        content: `Your last reply could not be used: ${first.read.violation}\nSend the whole JSON object again, corrected, and nothing else.`,
      },
    ],
  };
  return finish(await attempt(options, again), ['retried']);
}

type Attempt =
  | { readonly ok: true; readonly raw: string; readonly read: ReturnType<typeof parseDecision>; readonly usage: ModelUsage | undefined }
  | { readonly ok: false; readonly error: Notice };

function finish(attempt: Attempt, extra: readonly string[]): Planned {
  if (!attempt.ok) return attempt;
  const { read, raw, usage } = attempt;
  if (!read.ok) return { ok: false, error: read.error };
  return { ok: true, decision: read.decision, raw, notes: [...extra, ...read.notes], ...(usage === undefined ? {} : { usage }) };
}

async function attempt(options: PlanRequest, request: ChatRequest): Promise<Attempt> {
  const { model, signal, onAnswer, limits = {} } = options;
  const { reply = REPLY_LIMIT, idle = IDLE_LIMIT, loading = LOADING_LIMIT } = limits;
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  let answer = createAnswerStream();
  let pieces: string[] = [];
  let length = 0;
  let wait = idle;
  const stream = model.chat(request, inner)[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted(); // before the stream is asked: what it would reject with has no reader then
      const next = await withIdleLimit(stream.next(), wait, signal);
      if (next === 'idle') return { ok: false, error: notice('model_silent', { model: model.name, seconds: Math.round(wait / 1000) }) };
      if (next.done === true) return { ok: false, error: notice('model_failed', { model: model.name }, 'the stream ended early') };
      const chunk = next.value;
      if (chunk.type === 'failed') return { ok: false, error: chunk.error };
      if (chunk.type === 'done') {
        const raw = pieces.join('');
        return { ok: true, raw, read: parseDecision(raw), usage: chunk.usage };
      }
      if (chunk.type === 'phase') {
        wait = chunk.phase === 'loading' || chunk.phase === 'reading' ? loading : idle;
        options.onPhase?.(chunk.phase);
        continue;
      }
      if (chunk.type === 'replaced') {
        answer = createAnswerStream();
        pieces = [];
        length = 0;
        options.onRetry();
        options.onReplaced?.(chunk);
        continue;
      }
      length += chunk.text.length;
      if (length > reply) return { ok: false, error: notice('planner_endless', { limit: reply }) };
      if (chunk.type === 'thinking') continue;
      pieces.push(chunk.text);
      const fresh = answer(chunk.text);
      if (fresh !== '') onAnswer(fresh);
    }
  } finally {
    stop.abort();
    stream.return?.()?.catch(() => undefined); // a stream that hangs is left behind; it has been told to stop
  }
}

async function withIdleLimit<T>(work: Promise<T>, limit: number, signal: AbortSignal): Promise<T | 'idle'> {
  return await new Promise<T | 'idle'>((resolve, reject) => {
    const timer = setTimeout(() => resolve('idle'), limit);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  });
}
