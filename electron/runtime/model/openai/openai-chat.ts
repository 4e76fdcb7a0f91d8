/** One chat with an OpenAI-compatible server: asked, asked again where that has hope, listened to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatChunk, ChatRequest, ModelUsage } from '#runtime/model/chat-model';
import type { ModelPhase } from '#shared/schema/model';
import { createPhaseTimes, inHundredths, type PhaseTimes } from '../phase-times.ts';
import { EDGE, estimateOf, FEWEST } from '../prompt-count.ts';
import { failureOf, TooLong } from './openai-failure.ts';
import { type Counts, partsOf } from './openai-reply.ts';
import { askChat, type Connection, type Form, learnForm, readKey } from './openai-request.ts';

export interface Chatting {
  readonly connection: Connection;
  readonly key: () => Promise<string | null>;
  readonly model: { /** The server's own. */ readonly name: string /** Tokens. */; readonly window: number };
}

/** Milliseconds before the second and the third try, where the server does not tell how long to wait. */
const PAUSES = [250, 1_000];
/** Milliseconds between two questions whether a model has been loaded, and how often it is asked: half an hour. */
const LOADING_PAUSE = 1_000;
const LOADING_TRIES = 1_800;
/** Forms of a request that one chat tries at most. */
const FORMS = 6;

/** Ends without a last chunk when it is stopped. */
export async function* chatOpenAi(
  { connection, key, model }: Chatting,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk, void> {
  const { name, window } = model;
  const times = createPhaseTimes();
  const secret = await readKey(key, name);
  if (!secret.ok) return yield { type: 'failed', error: secret.error, retryable: true };
  let [tries, forms, waits] = [1, 1, 0];
  while (!signal.aborted) {
    const form = connection.form;
    const heard = { any: false, text: false };
    const attempt = { connection, name, request, form, key: secret.value, window, times, heard };
    const ended = yield* listen(attempt, signal);
    if (ended === 'done' || signal.aborted) return;
    // Another form of request is no further try.
    if (!heard.any && learnForm(connection, form, ended.error) && forms < FORMS) {
      forms += 1;
      continue;
    }
    const about = { url: connection.address.shown, model: name, window, tries, begun: heard.any, key: secret.value };
    const { error, retryable, again } = failureOf(ended.error, about);
    const pause = PAUSES[tries - 1];
    const loads = again !== false && again.loading && waits < LOADING_TRIES;
    if (again === false || heard.text || (!loads && pause === undefined)) return yield { type: 'failed', error, retryable };
    if (loads) {
      waits += 1;
      yield* enter(times, 'loading');
    } else tries += 1;
    await sleep(loads ? LOADING_PAUSE : (again.wait ?? pause), undefined, { signal }).catch(() => undefined);
  }
}

interface Attempt {
  readonly connection: Connection;
  readonly name: string;
  readonly request: ChatRequest;
  readonly form: Form;
  readonly key: string | null;
  readonly window: number;
  readonly times: PhaseTimes;
  /** What came so far: anything of an answer; a character of the answer itself. */
  readonly heard: { any: boolean; text: boolean };
}

/** Milliseconds after which a server that has not refused a request is taken to read it: many send nothing before the first word. */
const REACHED = 1_000;

async function* listen(attempt: Attempt, signal: AbortSignal): AsyncGenerator<ChatChunk, 'done' | { readonly error: unknown }> {
  const { connection, name, request, form, key, times, heard } = attempt;
  const stop = new AbortController();
  const bound = AbortSignal.any([signal, stop.signal]);
  try {
    if (!times.is('loading')) yield* enter(times, 'connecting');
    const asked = askChat(connection, name, request, { form, key, signal: bound });
    const isPrompt = await Promise.race([asked.then(() => true), sleep(REACHED, false, { signal: bound })]);
    if (!isPrompt) yield* enter(times, 'reading');
    const response = await asked;
    yield* enter(times, 'reading');
    let counts: Counts | null = null;
    let finish: string | null = null;
    for await (const part of partsOf(response)) {
      connection.placed = true;
      counts = part.counts ?? counts;
      finish = part.finish ?? finish;
      for (const { kind, text } of part.pieces) {
        heard.any = true;
        heard.text ||= kind === 'text';
        yield* [...enter(times, kind === 'text' ? 'writing' : 'thinking'), { type: kind, text }];
      }
      if (part.broken !== null) return { error: part.broken };
    }
    // A decision that was cut off for its length is none, whatever stands in it.
    if (finish === 'length') return { error: new TooLong(fills(attempt, counts)) };
    if (!signal.aborted) yield { type: 'done', usage: usageOf(attempt, counts) };
    return 'done';
  } catch (error) {
    return { error };
  } finally {
    stop.abort();
  }
}

function* enter(times: PhaseTimes, phase: ModelPhase): Generator<ChatChunk> {
  if (times.enter(phase)) yield { type: 'phase', phase };
}

/** Whether an answer that was cut off met the end of the window, not a limit of the server's own. */
function fills({ connection, name, request, window }: Attempt, counts: Counts | null): boolean {
  const holds = Math.min(window, connection.windows.get(name) ?? window);
  return (counts?.prompt ?? estimateOf(request.messages)) + (counts?.answer ?? 0) >= holds - EDGE;
}

function usageOf({ connection, name, request, times }: Attempt, counts: Counts | null): ModelUsage {
  times.stop();
  const { prompt = null, cached = null, answer = null } = counts ?? {};
  // By the protocol the count holds what came from the cache; a server whose cache outweighs it counts only what was new.
  const isPartial = prompt !== null && cached !== null && cached > 0 && cached >= prompt && prompt < FEWEST * estimateOf(request.messages);
  return {
    promptTokens: isPartial ? null : prompt,
    cachedTokens: cached,
    answerTokens: answer,
    loadedWindow: connection.windows.get(name) ?? null,
    phases: inHundredths(times.spent()),
  };
}
