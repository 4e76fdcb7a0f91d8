/** Several models as one: the first answers, and where it cannot, the next one does, and that is said. */
import type { NoticeCode } from '#shared/schema/notice';
import type { ChatChunk, ChatModel, ChatRequest } from './chat-model.ts';

type Failed = Extract<ChatChunk, { type: 'failed' }>;

/** Failures that lie with one server or model, whether or not the same one may succeed later. */
const ELSEWHERE: ReadonlySet<NoticeCode> = new Set([
  'ollama_not_installed',
  'ollama_not_running',
  'ollama_other_service',
  'model_unreachable',
  'model_other_service',
  'model_address',
  'model_proxy',
  'model_missing',
  'model_out_of_memory',
  'model_key_refused',
]);

/** How a connection is lost in the middle of an answer. */
const LOST: ReadonlySet<NoticeCode> = new Set(['model_stopped_early', 'model_unreachable']);

/**
 * `models` in the person's order, at least one; no other is ever asked, the offline rules no more than any. Id, name, window and fit are those
 * of the first. Another one is asked when the one before could not begin its answer, or lost its connection in the middle: what that one had
 * said is void then.
 */
export function createFallbackModel(models: readonly [ChatModel, ...ChatModel[]]): ChatModel {
  const [first] = models;
  return {
    ...first,
    async *chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatChunk> {
      for (const [at, model] of models.entries()) {
        const next = models[at + 1];
        const failed: Failed | null = yield* answer(model, request, { signal, mayLeave: next !== undefined });
        if (failed === null || next === undefined) return;
        yield { type: 'replaced', from: model.id, to: next.id, reason: failed.error };
      }
    },
  };
}

interface Attempt {
  readonly signal: AbortSignal;
  readonly mayLeave: boolean;
}

/** What it failed with where another one may do better; null once all was said. */
async function* answer(model: ChatModel, request: ChatRequest, { signal, mayLeave }: Attempt): AsyncGenerator<ChatChunk, Failed | null> {
  let begun = false;
  for await (const chunk of model.chat(request, signal)) {
    if (chunk.type === 'failed' && mayLeave && !signal.aborted && isPassed(chunk, begun)) return chunk;
    begun ||= chunk.type === 'text';
    yield chunk;
  }
  return null;
}

const isPassed = ({ error, retryable }: Failed, begun: boolean): boolean =>
  begun ? retryable && LOST.has(error.code) : retryable || ELSEWHERE.has(error.code);
