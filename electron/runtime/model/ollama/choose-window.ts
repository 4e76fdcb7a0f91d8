/** How many tokens of window a model on this computer is asked to load with. */

export interface WindowFacts {
  /** Tokens the model was trained for; null where nobody tells. */
  readonly trained: number | null;
  /** Tokens the person asked for; null to choose. */
  readonly asked: number | null;
  /** Bytes of memory of this computer. */
  readonly memory: number;
}

/** Tokens under which a prompt with its files and an answer do not fit; only a model made for less gets less. */
const LEAST = 4_096;
const GIBIBYTE = 2 ** 30;
/** Part of its size that a computer may report less than is built in: firmware and graphics keep some. */
const SHORTFALL = 0.9;

/** What the person asked for, otherwise as much as the model was made for and the memory bears. */
export function chooseWindow({ trained, asked, memory }: WindowFacts): number {
  const most = trained ?? Number.POSITIVE_INFINITY;
  if (asked !== null) return Math.min(asked, most);
  return Math.min(most, Math.max(LEAST, bearable(memory)));
}

function bearable(memory: number): number {
  if (memory >= 16 * GIBIBYTE * SHORTFALL) return 32_768;
  return memory >= 8 * GIBIBYTE * SHORTFALL ? 16_384 : 8_192;
}
