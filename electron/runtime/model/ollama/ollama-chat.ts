/** One model of an Ollama server behind the model port: asked, watched while it loads, listened to, and asked again where that has hope. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatChunk, ChatModel, ChatRequest } from '#runtime/model/chat-model';
import type { ModelPhase } from '#shared/schema/model';
import { createPhaseTimes, type PhaseTimes } from '../phase-times.ts';
import { diagnose } from './diagnose.ts';
import type { Environment } from './find-ollama.ts';
import type { LoadedModels } from './loaded-models.ts';
import { BrokenStream, type Line, type OllamaRequest, openRequest, type Server } from './ollama-request.ts';
import { usageOf } from './usage.ts';
import { watchLoading } from './watch-loading.ts';

export interface OllamaParts extends Server {
  /** As Ollama writes it: `30m`, `300` (seconds), `-1` (for ever). */
  readonly keepAlive: string;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly environment: Environment;
  /** Whether the program is on this computer. */
  readonly installed: () => Promise<boolean>;
  readonly loaded: LoadedModels;
}

export interface ModelOptions {
  readonly id: string;
  /** The server's own. */
  readonly name: string;
  /** Tokens. */
  readonly window: number;
  /** Its capabilities list thinking. */
  readonly thinking: boolean;
  readonly fit: ChatModel['fit'];
}

/** Milliseconds before the second and the third try. */
const PAUSES = [250, 1_000];
/** Milliseconds that the last chunk waits for the loaded window and the end of the connection at most. */
const LAST_LIMIT = 150;

/** Its streams end without a last chunk when they are stopped. */
export function createOllamaModel(parts: OllamaParts, options: ModelOptions): ChatModel {
  const { id, name, window, fit } = options;
  return { id, name, kind: 'ollama', readsPrompt: true, window, fit, chat: (request, signal) => chat(parts, options, request, signal) };
}

async function* chat(
  parts: OllamaParts,
  options: ModelOptions,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk, void> {
  const { name: model, window } = options;
  const { url, environment, installed } = parts;
  const clock = createPhaseTimes(parts.now);
  for (let tries = 1; !signal.aborted; tries++) {
    const ended = yield* attempt(parts, { options, request, clock }, signal);
    if (ended === 'done' || signal.aborted) return;
    const about = { url, model, window, tries, begun: ended.heard, environment, installed };
    const { error, retryable, again } = await diagnose(ended.error, about);
    const pause = PAUSES[tries - 1];
    if (!again || ended.spoken || pause === undefined) {
      if (!signal.aborted) yield { type: 'failed', error, retryable };
      return;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

interface Asking {
  readonly options: ModelOptions;
  readonly request: ChatRequest;
  readonly clock: PhaseTimes;
}

interface Broken {
  readonly error: unknown;
  /** A line came; a character of the answer came. */
  readonly heard: boolean;
  readonly spoken: boolean;
}

async function* attempt(
  parts: OllamaParts,
  { options, request, clock }: Asking,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk, 'done' | Broken> {
  const asking = openRequest(parts, signal, true);
  const stop = new AbortController();
  const bound = AbortSignal.any([signal, stop.signal]);
  const answered = new AbortController();
  const unanswered = AbortSignal.any([bound, answered.signal]);
  const enter = (phase: ModelPhase): ChatChunk[] => (clock.enter(phase) ? [{ type: 'phase', phase }] : []);
  let heard = false;
  let spoken = false;
  let finished = false;
  try {
    yield* enter('connecting');
    const lines = answerOf(asking, bodyOf(parts, options, request));
    const first = lines.next();
    first.catch(() => undefined);
    for await (const phase of untilSettled(first, watchLoading(parts.loaded, options.name, unanswered))) yield* enter(phase);
    answered.abort();
    const window = first.then(() => parts.loaded.windowOf(options.name, bound)).catch(() => null);
    for (let next = await first; next.done !== true; next = await lines.next()) {
      heard = true;
      for (const { kind, text } of piecesOf(next.value)) {
        spoken ||= kind === 'text';
        yield* [...enter(kind === 'text' ? 'writing' : 'thinking'), { type: kind, text }];
      }
      const last = next.value.find((line) => line['done'] === true);
      if (last === undefined) continue;
      finished = true;
      clock.stop();
      let loadedWindow: number | null = null;
      const told = window.then((tokens) => {
        loadedWindow = tokens;
      });
      // The connection ends by itself now: a listener that leaves on the last chunk is not to look like one that left too early.
      await Promise.race([Promise.all([told, asking.close(true)]), sleep(LAST_LIMIT, undefined, { signal: bound }).catch(() => undefined)]);
      if (!signal.aborted) yield { type: 'done', usage: usageOf(last, { messages: request.messages, loadedWindow, clock }) };
      return 'done';
    }
    return { error: new BrokenStream(true, 'the stream ended without its last line'), heard, spoken };
  } catch (error) {
    return { error, heard, spoken };
  } finally {
    stop.abort();
    void asking.close(finished && !signal.aborted);
  }
}

/** `num_ctx` goes with every request and never changes for a model: without it the server's default cuts, with another it loads again. */
function bodyOf({ keepAlive }: OllamaParts, { name, window, thinking }: ModelOptions, { messages, schema }: ChatRequest) {
  return {
    model: name,
    messages: [...messages],
    options: { num_ctx: window },
    // A number is in seconds; as a text the server refuses it for lack of a unit.
    keep_alive: /^-?[\d.]+$/.test(keepAlive) ? Number(keepAlive) : keepAlive,
    ...(Object.keys(schema).length === 0 ? {} : { format: schema }),
    // Both values are broken together with `format` somewhere: `false` drops the schema with some models, `true` (which is also what leaving
    // it out means) writes broken JSON with others and thinks for minutes first. A missing schema is made good by the planner, which checks
    // every reply and asks once more; lost minutes are not. Models that cannot think refuse the field on some versions: they get none.
    ...(thinking ? { think: false } : {}),
  };
}

async function* answerOf(asking: OllamaRequest, body: ReturnType<typeof bodyOf>): AsyncGenerator<readonly Line[], void> {
  await asking.client.chat({ ...body, stream: true });
  yield* asking.lines();
}

interface Piece {
  readonly kind: 'thinking' | 'text';
  readonly text: string;
}

/** What lines that came together say, joined as long as it is of one kind. */
function piecesOf(lines: readonly Line[]): readonly Piece[] {
  const pieces: { kind: Piece['kind']; text: string }[] = [];
  const add = (kind: Piece['kind'], text: unknown): void => {
    if (typeof text !== 'string' || text === '') return;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  for (const { message } of lines) {
    if (typeof message !== 'object' || message === null) continue;
    add('thinking', Reflect.get(message, 'thinking'));
    add('text', Reflect.get(message, 'content'));
  }
  return pieces;
}

/** Hands on what comes until the work has ended, in whatever way. */
async function* untilSettled<T>(work: Promise<unknown>, source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const settled = work.then(
    () => null,
    () => null,
  );
  for (;;) {
    const next = await Promise.race([settled, source.next()]);
    if (next === null) return;
    if (next.done === true) break;
    yield next.value;
  }
  await settled;
}
