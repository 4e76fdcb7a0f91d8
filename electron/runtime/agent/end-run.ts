/** How a run that did not come to its own end is closed in the log. */
import { notice } from '#shared/schema/notice';
import type { RunBook } from './run-book.ts';
import type { AgentParts } from './run-context.ts';

/** The app is being closed: what runs is interrupted, not cancelled by the person. */
export class Shutdown extends Error {}

/** A cancelled or broken run is closed in the log, whatever phase it was in. */
export function endRun(parts: AgentParts, book: RunBook, signal: AbortSignal, error: unknown): void {
  const state = book.state();
  if (state.phase === 'ended') parts.onBug('run after its end', error);
  else if (signal.reason instanceof Shutdown) interrupt(book);
  else if (signal.aborted) {
    for (const call of state.openCalls) {
      book.append({
        type: 'tool.completed',
        callId: call.callId,
        tool: call.tool,
        result: { ok: false, kind: 'cancelled', error: notice('cancelled') },
        ms: 0,
      });
    }
    book.append({ type: 'run.cancelled', steps: state.steps });
  } else {
    parts.onBug('run', error);
    book.append({
      type: 'run.failed',
      steps: state.steps,
      reason: notice('failed', { method: 'run' }, error instanceof Error ? error.message : String(error)),
    });
  }
}

export function interrupt(book: RunBook): void {
  const interruptedCalls = book.state().openCalls.map((call) => call.callId);
  book.append({ type: 'run.interrupted', reason: notice('run_interrupted'), interruptedCalls });
}
