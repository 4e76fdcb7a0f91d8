/** Tells loading from reading while a request is still without an answer: servers say nothing on the request itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelPhase } from '#shared/schema/model';
import { find, type LoadedModel, type LoadedModels } from './loaded-models.ts';
import { Refusal } from './ollama-request.ts';

/** Milliseconds: without a byte before the server is asked, between the first two looks, between all others. */
const FIRST_LOOK = 400;
const SECOND_LOOK = 300;
const NEXT_LOOK = 1_000;

/**
 * Ends with the signal. A server lists a model from the moment it begins to load, with a time of unloading that moves on until it has
 * answered once: so a model counts as loaded when that time stands still. A server too old to be asked is taken to read; from one that
 * does not answer at all nothing is concluded.
 */
export async function* watchLoading(loaded: LoadedModels, name: string, signal: AbortSignal): AsyncGenerator<ModelPhase, void> {
  let told: ModelPhase | undefined;
  let before: LoadedModel | undefined;
  for (let wait = FIRST_LOOK; await pause(wait, signal); ) {
    const { phase, now } = await look(loaded, { name, before }, signal);
    if (signal.aborted) return;
    wait = before === undefined && now !== undefined ? SECOND_LOOK : NEXT_LOOK;
    before = now;
    if (phase !== undefined && phase !== told) yield phase;
    told = phase ?? told;
    if (told === 'reading') return;
  }
}

interface Look {
  /** undefined: not to be told yet. */
  readonly phase: ModelPhase | undefined;
  /** undefined for a model that is not listed. */
  readonly now: LoadedModel | undefined;
}

async function look(
  loaded: LoadedModels,
  { name, before }: { name: string; before: LoadedModel | undefined },
  signal: AbortSignal,
): Promise<Look> {
  try {
    const now = find(await loaded.ask(signal), name);
    if (now === undefined) return { phase: 'loading', now };
    if (before === undefined) return { phase: undefined, now };
    return { phase: before.expiresAt === now.expiresAt && before.window === now.window ? 'reading' : 'loading', now };
  } catch (error) {
    return { phase: error instanceof Refusal ? 'reading' : undefined, now: before };
  }
}

/** false when it was stopped. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<boolean> => sleep(milliseconds, true, { signal }).catch(() => false);
