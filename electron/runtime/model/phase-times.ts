/** How long a model was in each phase of one answer. */
import type { ModelPhase } from '#shared/schema/model';

export type PhaseTimes = ReturnType<typeof createPhaseTimes>;

/** `now`: milliseconds that only grow. */
export function createPhaseTimes(now: () => number = () => performance.now()) {
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
    is: (phase: ModelPhase): boolean => current?.phase === phase,
    saw: (phase: ModelPhase): boolean => seen.has(phase),
    /** Milliseconds by phase, up to the last change or stop. */
    spent: (): ReadonlyMap<ModelPhase, number> => spent,
  };
}

export function inHundredths(spent: ReadonlyMap<ModelPhase, number>): Readonly<Partial<Record<ModelPhase, number>>> {
  return Object.fromEntries([...spent].map(([phase, milliseconds]) => [phase, Math.round(milliseconds * 100) / 100]));
}
