/** How much of the window the newest prompt of a conversation took, from what its runs tell; nothing is read for it. */
import type { Context } from '#shared/schema/context';
import type { ModelUse } from '#shared/schema/model';
import type { SessionLog } from './session-log.ts';

/** Of the newest step that a model was asked in; null before one. */
export function newestUse(log: SessionLog): ModelUse | null {
  return log.runs.findLast(({ use }) => use !== null)?.use ?? null;
}

/** Tokens that the server takes in: what it has loaded where it tells, never more than was asked for. */
export function takesIn({ window, loaded }: ModelUse): number {
  return Math.min(window, loaded ?? window);
}

/** Tokens of the prompt: the server's count where it tells, else the estimate. */
export function tokensOf({ estimated, counted }: ModelUse): number {
  return counted ?? estimated;
}

/** Whether the model may not have seen everything, so that the host is to be asked. */
export function isDoubted(log: SessionLog): boolean {
  const run = log.runs.findLast(({ use }) => use !== null);
  if (run === undefined || run.use === null) return false;
  return run.missing > 0 || run.use.estimated > takesIn(run.use);
}

/**
 * What helps against a prompt that was not seen whole. mended: a larger window is set and holds from the next message on.
 * raise: a window of `tokens` would hold it. A server that loads less than was asked for is not moved by asking for less still: then only a new
 * conversation helps.
 */
export type Mend =
  | { readonly kind: 'none' }
  | { readonly kind: 'mended'; readonly window: number }
  | { readonly kind: 'raise'; readonly tokens: number }
  | { readonly kind: 'anew' };

export function mendOf({ truth, use, window }: Context): Mend {
  if (truth.state !== 'cut' && truth.state !== 'over') return { kind: 'none' };
  const asked = use?.window ?? window;
  if (window > asked && (truth.fix === null || window >= truth.fix)) return { kind: 'mended', window };
  return truth.fix !== null && truth.fix > window ? { kind: 'raise', tokens: truth.fix } : { kind: 'anew' };
}
