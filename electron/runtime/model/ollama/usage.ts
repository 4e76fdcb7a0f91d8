/** What one answer took: time by phase, and the server's own counts as far as they can be believed. */
import type { ChatMessage, ModelUsage } from '#runtime/model/chat-model';
import type { ModelPhase } from '#shared/schema/model';
import { inHundredths, type PhaseTimes } from '../phase-times.ts';
import { EDGE, estimateOf, FEWEST } from '../prompt-count.ts';
import type { Line } from './ollama-request.ts';

interface Heard {
  readonly messages: readonly ChatMessage[];
  /** Tokens. */
  readonly loadedWindow: number | null;
  readonly clock: PhaseTimes;
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

/** Some versions count only what their cache did not hold. A full window and a fresh load are told as they are: there is no cache to leave out. */
function isWhole(told: number, messages: readonly ChatMessage[], loadedWindow: number | null, wasLoaded: boolean): boolean {
  if (wasLoaded || (loadedWindow !== null && told >= loadedWindow - EDGE)) return true;
  return told >= FEWEST * estimateOf(messages);
}

const BEFORE: readonly ModelPhase[] = ['connecting', 'loading', 'reading'];

/** The time before the first token as the server divides it where it does, otherwise as it was seen from here. */
function phasesOf(last: Line, clock: PhaseTimes): ModelUsage['phases'] {
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
  return inHundredths(spent);
}

const count = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null);
