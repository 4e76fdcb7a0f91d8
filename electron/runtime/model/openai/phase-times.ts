/** How long a model was in each phase of one answer. */
import type { ModelPhase } from '#shared/schema/model';

export type PhaseTimes = ReturnType<typeof createPhaseTimes>;

export function createPhaseTimes() {
  const spent: Partial<Record<ModelPhase, number>> = {};
  let now: ModelPhase | null = null;
  let since = performance.now();
  const settle = (): void => {
    const at = performance.now();
    if (now !== null) spent[now] = (spent[now] ?? 0) + at - since;
    since = at;
  };
  return {
    /** false when it is in that phase already. */
    enter(phase: ModelPhase): boolean {
      if (now === phase) return false;
      settle();
      now = phase;
      return true;
    },
    is: (phase: ModelPhase): boolean => now === phase,
    /** Milliseconds by phase up to now, to a hundredth. */
    spent(): Readonly<Partial<Record<ModelPhase, number>>> {
      settle();
      return Object.fromEntries(Object.entries(spent).map(([phase, milliseconds]) => [phase, Math.round(milliseconds * 100) / 100]));
    },
  };
}
