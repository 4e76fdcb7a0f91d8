/** How fast a model arrives, and how long it still takes, from what was told of the last seconds. */

export interface PullSample {
  /** Milliseconds; only differences count. */
  readonly at: number;
  /** Bytes that have arrived. */
  readonly bytes: number;
}

/** Milliseconds that a rate is taken over, and under which none is told. */
const SPAN = 12_000;
const LEAST = 2_000;

/** With the new sample, without those that are too old; from anew where bytes were taken back. */
export function noteSample(samples: readonly PullSample[], sample: PullSample): readonly PullSample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= SPAN), sample];
}

/** Bytes a second; null before it can be told. */
export function rateOf(samples: readonly PullSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < LEAST) return null;
  return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
}

/** Seconds, rounded up; null where nothing arrives. */
export function secondsLeft(rate: number | null, bytes: number): number | null {
  return rate === null || rate <= 0 ? null : Math.ceil(bytes / rate);
}
