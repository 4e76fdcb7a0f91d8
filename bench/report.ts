/** How benchmarks speak: one JSON line a figure. */

/** The value below which p percent of the samples lie, to a hundredth. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1));
  return Math.round((sorted[at] ?? Number.NaN) * 100) / 100;
}

export function report(name: string, figures: Readonly<Record<string, unknown>>): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 100) / 100 : value]),
  );
  console.log(JSON.stringify({ bench: name, ...rounded }));
}
