/** The open log of one run: appends facts and keeps the state folded, so that the two cannot differ. */

import type { ChatMessage } from '#runtime/model/chat-model';
import type { Notice } from '#shared/schema/notice';
import { type EventBody, endsRun } from '#shared/schema/run-event';
import type { AgentParts } from './run-context.ts';
import { foldRun, type RunState } from './run-state.ts';

export interface RunBook {
  state(): RunState;
  /** Durable, with the run's status and the session's short memory, when it returns. */
  append(...bodies: readonly EventBody[]): void;
  /** Likewise, with `work` in the same transaction. */
  appendWith(work: () => void, ...bodies: readonly EventBody[]): void;
  fail(reason: Notice): void;
  /** What the run has added to the conversation by now; stored with the facts that are appended next. */
  say(words: readonly ChatMessage[]): void;
}

export type BookParts = Pick<AgentParts, 'log' | 'runs' | 'sessions' | 'clock'>;

export function openBook({ log, runs, sessions, clock }: BookParts, begin: RunState): RunBook {
  const { runId, sessionId } = begin;
  let state = begin;
  let words: readonly ChatMessage[] | undefined;
  const settle = (bodies: readonly EventBody[]): boolean => {
    if (words !== undefined) runs.setMessages(runId, words);
    words = undefined;
    let moved = false;
    for (const body of bodies) {
      if (body.type === 'answer.given') sessions.remember(sessionId, { question: state.message, answer: body.text });
      const status = endsRun(body.type)
        ? 'ended'
        : body.type === 'clarification.needed' || body.type === 'approval.requested'
          ? 'waiting'
          : body.type === 'clarification.answered' || body.type === 'approval.decided'
            ? 'running'
            : undefined;
      if (status === undefined) continue;
      runs.setStatus(runId, status);
      sessions.touch(sessionId, clock.now());
      moved = true;
    }
    return moved;
  };
  const appendWith = (work: () => void, ...bodies: readonly EventBody[]): void => {
    let moved = false;
    const stored = log.append({ runId, sessionId }, bodies, () => {
      work();
      moved = settle(bodies);
    });
    for (const event of stored) state = foldRun(state, event, event.at);
    if (moved) log.signal({ kind: 'changed', what: 'sessions' });
  };
  const append = (...bodies: readonly EventBody[]): void => appendWith(() => undefined, ...bodies);
  return {
    state: () => state,
    append,
    appendWith,
    say(spoken) {
      words = spoken;
    },
    fail: (reason) => append({ type: 'run.failed', steps: state.steps, reason }),
  };
}
