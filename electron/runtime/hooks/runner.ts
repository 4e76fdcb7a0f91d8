/** Runs the hooks of a point in order, each with a time limit, each run told. */

import { elapsedSince } from '#runtime/clock';
import type { EventBody } from '#shared/schema/run-event';
import { FAILS_CLOSED, HOOK_LIMIT, type Hook, type HookPoint, type HookPoints } from './hook-points.ts';

export type HookRan = Extract<EventBody, { type: 'hook.ran' }>;

export interface HookRunner {
  has(point: HookPoint): boolean;
  /**
   * Feeds the input to each hook of the point; `apply` folds an output into the input of the next, or ends the chain with a value.
   * Rejects only with the signal's reason. `failed` names a hook that failed at a point that fails closed.
   */
  run<P extends HookPoint, E>(
    point: P,
    input: HookPoints[P]['in'],
    apply: HookApply<P, E>,
    signal: AbortSignal,
  ): Promise<HookOutcome<P, E>>;
}

export type HookApply<P extends HookPoint, E> = (
  input: HookPoints[P]['in'],
  output: HookPoints[P]['out'],
) => { readonly input: HookPoints[P]['in'] } | { readonly end: E };

export interface HookOutcome<P extends HookPoint, E> {
  readonly input: HookPoints[P]['in'];
  readonly end?: E;
  readonly failed?: string;
  readonly ran: readonly HookRan[];
}

export function createHookRunner(hooks: readonly Hook[], limit: number = HOOK_LIMIT): HookRunner {
  return {
    has: (point) => hooks.some((hook) => hook.point === point),
    async run(point, given, apply, signal) {
      let input = given;
      const ran: HookRan[] = [];
      for (const hook of hooks) {
        if (hook.point !== point) continue;
        const start = performance.now();
        const tell = (outcome: HookRan['outcome'], detail?: string): void => {
          ran.push({
            type: 'hook.ran',
            point,
            hook: hook.name,
            ms: elapsedSince(start),
            outcome,
            ...(detail === undefined ? {} : { detail }),
          });
        };
        try {
          const output = await withLimit((inner) => (hook as unknown as Hook<typeof point>).run(input, inner), limit, signal);
          if (output === undefined) {
            tell('ok');
            continue;
          }
          const next = apply(input, output);
          if ('end' in next) {
            tell('refused');
            return { input, end: next.end, ran };
          }
          input = next.input;
          tell('changed');
        } catch (error) {
          // The run was stopped: that is no fault of the hook, and the run's end says it.
          if (signal.aborted) throw signal.reason;
          const late = error instanceof DOMException && error.name === 'TimeoutError';
          tell(late ? 'timed_out' : 'failed', error instanceof Error ? error.message : String(error));
          if (FAILS_CLOSED.has(point)) return { input, failed: hook.name, ran };
        }
      }
      return { input, ran };
    },
  };
}

async function withLimit<T>(work: (signal: AbortSignal) => Promise<T>, limit: number, outer: AbortSignal): Promise<T> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(limit)]);
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work(signal).then(resolve, reject);
  });
}
