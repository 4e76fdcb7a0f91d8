/** What one answer took: time by phase, and the server's own counts as far as they can be believed. */
import type { ChatMessage, ModelUsage } from '#runtime/model/chat-model';
import { estimateTokens } from '#runtime/text/token-counter';
import type { ModelPhase } from '#shared/schema/model';
import type { Line } from './ollama-request.ts';

export type PhaseClock = ReturnType<typeof createPhaseClock>;

/** `now`: milliseconds that only grow. */
export function createPhaseClock(now: () => number) {
  const spent = new Map<ModelPhase, number>();
  const seen = new Set<ModelPhase>();
  let current: { phase: ModelPhase; since: number } | undefined;
  const settle = (): void => {
    if (current === undefined) return;
    const at = now();
    spent.set(current.phase, (spent.get(current.phase) ?? 0) + at - current.since);
    current.since = at;
  };
  return {
    /** false when it is in that phase already. */
    enter(phase: ModelPhase): boolean {
      if (current?.phase === phase) return false;
      settle();
      seen.add(phase);
      current = { phase, since: now() };
      return true;
    },
    stop(): void {
      settle();
      current = undefined;
    },
    saw: (phase: ModelPhase): boolean => seen.has(phase),
    /** Milliseconds by phase, up to the last change or stop. */
    spent: (): ReadonlyMap<ModelPhase, number> => spent,
  };
}

interface Heard {
  readonly messages: readonly ChatMessage[];
  /** Tokens. */
  readonly loadedWindow: number | null;
  readonly clock: PhaseClock;
}

/** `last` is the closing line. */
export function usageOf(last: Line, { messages, loadedWindow, clock }: Heard): ModelUsage {
  const told = count(last['prompt_eval_count']);
  return {
    promptTokens: told !== null && isWhole(told, messages, loadedWindow, clock.saw('loading')) ? told : null,
    cachedTokens: null,
    answerTokens: count(last['eval_count']),
    loadedWindow,
    phases: phasesOf(last, clock),
  };
}

/** Part of the estimate under which no tokenizer gets by. */
const FEWEST = 0.5;
/** Tokens below a window's end that a server may keep for itself. */
const EDGE = 16;

/** Some versions count only what their cache did not hold. A full window and a fresh load are told as they are: there is no cache to leave out. */
function isWhole(told: number, messages: readonly ChatMessage[], loadedWindow: number | null, wasLoaded: boolean): boolean {
  if (wasLoaded || (loadedWindow !== null && told >= loadedWindow - EDGE)) return true;
  return told >= FEWEST * messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

const BEFORE: readonly ModelPhase[] = ['connecting', 'loading', 'reading'];

/** The time before the first token as the server divides it where it does, otherwise as it was seen from here. */
function phasesOf(last: Line, clock: PhaseClock): ModelUsage['phases'] {
  const spent = new Map(clock.spent());
  const before = BEFORE.reduce((sum, phase) => sum + (spent.get(phase) ?? 0), 0);
  const [load, read] = [count(last['load_duration']), count(last['prompt_eval_duration'])];
  if (load !== null && read !== null) {
    const loading = Math.min(before, load / 1e6);
    const reading = Math.min(before - loading, read / 1e6);
    spent
      .set('loading', loading)
      .set('reading', reading)
      .set('connecting', before - loading - reading);
  }
  return Object.fromEntries([...spent].map(([phase, milliseconds]) => [phase, Math.round(milliseconds * 100) / 100]));
}

const count = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null);
