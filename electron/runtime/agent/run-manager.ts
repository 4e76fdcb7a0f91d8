/** Starts, cancels, answers and recovers runs: one at a time in a session, any number across sessions. */

import type { EventStore } from '#runtime/storage/event-store';
import { CallError } from '#shared/contract/call-error';
import { MESSAGE_LIMIT } from '#shared/contract/methods';
import { notice } from '#shared/schema/notice';
import type { Approve, EventBody, RunEvent } from '#shared/schema/run-event';
import type { Session, SessionKind } from '#shared/schema/session';
import { callTool } from './call-tool.ts';
import { type Decided, decide, type GivenAnswer, type OpenRequest, type Preview, previewCall } from './decide.ts';
import { endRun, interrupt, Shutdown } from './end-run.ts';
import { prepareRun } from './prepare-run.ts';
import { reviveAllowed } from './revive.ts';
import { openBook, type RunBook } from './run-book.ts';
import type { AgentParts, LiveRun } from './run-context.ts';
import { runLoop } from './run-loop.ts';
import { emptyRun, foldRun, type RunState } from './run-state.ts';
import { titleOf } from './title.ts';

export interface RunManager {
  /** Returns once the message is durable; the work goes on. Throws CallError for a message that cannot be taken. */
  start(request: {
    readonly sessionId?: string;
    readonly text: string;
    readonly key?: string;
    readonly approve?: Approve;
  }): Promise<{ runId: string; sessionId: string }>;
  /** Ends the run as cancelled, in whatever phase it is. Idempotent for one that has ended. */
  cancel(runId: string): Promise<void>;
  /** Goes on with a run that asked. Throws CallError when it does not wait. */
  answer(runId: string, given: { readonly values?: Record<string, unknown>; readonly text?: string }): Promise<void>;
  /** Answers a request of the queue. Throws CallError for an answer that does not count. */
  decide(given: GivenAnswer): Promise<Decided['state']>;
  /** The call of a waiting request with other arguments: its verdict and effect. Decides nothing. */
  preview(approvalId: string, args: Readonly<Record<string, unknown>>): Promise<Preview>;
  /** After a start: closes as interrupted what a crash left running, and asks again what was allowed and had not begun. Returns how many were closed. */
  recover(): number;
  active(): number;
  /** Resolves when the run has ended or waits. */
  settled(runId: string): Promise<void>;
  /** Interrupts what runs and waits for it to be stored. */
  close(): Promise<void>;
}

export function createRunManager(parts: AgentParts & { readonly events: EventStore }): RunManager {
  const { runs, sessions, log, clock, newId } = parts;
  const live = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();

  const launch = (
    run: { runId: string; sessionId: string },
    state: RunState,
    first?: (live: LiveRun, book: RunBook) => Promise<void>,
  ): void => {
    const stop = new AbortController();
    const book = openBook(parts, state);
    const work = async (): Promise<void> => {
      try {
        const one = prepareRun(parts, run, state.kind, stop.signal);
        if (first !== undefined) await first(one, book);
        await runLoop(parts, one, book);
      } catch (error) {
        endRun(parts, book, stop.signal, error);
      }
    };
    const done = work()
      .catch((error: unknown) => parts.onBug('run', error))
      .finally(() => void live.delete(run.runId));
    live.set(run.runId, { stop, done });
  };

  /** Throws CallError for a request that is not known, not waiting, or shown otherwise. */
  const openRequest = (id: string, nonce?: string): OpenRequest => {
    const approval = parts.approvals.requireWaiting(id, nonce);
    const { runId, sessionId } = approval;
    presentSession(parts, sessionId);
    const state = foldAll({ runId, sessionId }, parts.events.ofRun(runId));
    if (state.asked?.approvalId !== id || live.has(runId)) throw new CallError(notice('approval_stale'));
    const run = prepareRun(parts, { runId, sessionId }, state.kind, new AbortController().signal);
    return { approval, run, book: openBook(parts, state) };
  };

  return {
    async start({ sessionId, text, key, approve }) {
      const known = (): { runId: string; sessionId: string } | undefined => {
        const twice = key === undefined ? undefined : runs.byKey(key);
        return twice && { runId: twice.id, sessionId: twice.sessionId };
      };
      const first = known();
      if (first !== undefined) return first;
      const target = sessionId === undefined ? { id: newId(), kind: 'main' as const } : presentSession(parts, sessionId);
      const message = await receive(parts, text, target);
      // A hook may have taken its time: the same message may have come again, or the conversation gone.
      const again = known();
      if (again !== undefined) return again;
      const session = sessionId === undefined ? undefined : presentSession(parts, sessionId);
      if (session?.activeRun) throw new CallError(notice('run_active', { id: session.activeRun.id }));
      const run = { runId: newId(), sessionId: target.id };
      const model = parts.model(run.sessionId);
      const bodies: EventBody[] = [
        {
          type: 'run.started',
          model: model.id,
          kind: session?.kind ?? 'main',
          mode: model.fit.mode,
          ...(approve === undefined ? {} : { approve }),
        },
        ...message.ran,
        { type: 'message.received', text: message.text },
      ];
      const stored = log.append(run, bodies, () => {
        if (session === undefined) sessions.create({ id: run.sessionId, title: titleOf(message.text), kind: 'main', at: clock.now() });
        else if (session.title === '') sessions.rename(session.id, titleOf(message.text));
        runs.create({ id: run.runId, sessionId: run.sessionId, key: key ?? null, at: clock.now() });
        sessions.touch(run.sessionId, clock.now());
        sessions.setDraft(run.sessionId, '');
      });
      parts.atPoint('message.durable');
      log.signal({ kind: 'changed', what: 'sessions' });
      launch(run, foldAll(run, stored));
      return run;
    },
    async cancel(runId) {
      const running = live.get(runId);
      if (running !== undefined) {
        running.stop.abort(new DOMException('cancelled', 'AbortError'));
        return running.done;
      }
      const stored = runs.get(runId);
      if (stored === undefined) throw new CallError(notice('run_unknown', { id: runId }));
      if (stored.status === 'ended') return;
      const book = openBook(parts, foldAll({ runId, sessionId: stored.sessionId }, parts.events.ofRun(runId)));
      book.appendWith(() => parts.approvals.endFor(runId), { type: 'run.cancelled', steps: book.state().steps });
      log.signal({ kind: 'changed', what: 'approvals' });
    },
    async answer(runId, { values = {}, text = '' }) {
      const waiting = (): RunState => {
        const stored = runs.get(runId);
        if (stored === undefined) throw new CallError(notice('run_unknown', { id: runId }));
        presentSession(parts, stored.sessionId);
        if (stored.status !== 'waiting' || live.has(runId)) throw new CallError(notice('run_not_waiting', { id: runId }));
        return foldAll({ runId, sessionId: stored.sessionId }, parts.events.ofRun(runId));
      };
      const before = waiting();
      if (Object.keys(values).length === 0 && text.trim() === '') throw new CallError(notice('message_empty'));
      const message = text === '' ? { text, ran: [] } : await receive(parts, text, { id: before.sessionId, kind: before.kind });
      const state = waiting();
      const { pending } = state;
      if (pending === null) throw new CallError(notice('run_not_waiting', { id: runId }));
      const whole = pending.tool !== '' && pending.slots.every((slot) => Object.hasOwn(values, slot));
      const call = { callId: pending.callId, name: pending.tool, arguments: { ...pending.arguments, ...values } };
      const book = openBook(parts, state);
      const given: EventBody = { type: 'clarification.answered', callId: pending.callId, values, text: message.text };
      const retried: EventBody = { type: 'tool.retried', callId: call.callId, tool: call.name, arguments: call.arguments };
      // One append: after a crash a whole answer is never without the call that it set going.
      book.append(...message.ran, given, ...(whole ? [retried] : []));
      launch(state, book.state(), whole ? (one, open) => callTool(parts, one, open, call) : undefined);
    },
    async decide(given) {
      const open = openRequest(given.id, given.nonce);
      const { state, next } = await decide(parts, open, given);
      if (next !== undefined) launch(open.run, open.book.state(), next);
      return state;
    },
    preview: (approvalId, args) => {
      const { approval, run, book } = openRequest(approvalId);
      return previewCall(parts, { run, book }, { callId: approval.callId, name: approval.tool, arguments: args });
    },
    recover() {
      const left = runs.open().filter((run) => run.status === 'running');
      for (const run of left) {
        try {
          const book = openBook(parts, foldAll({ runId: run.id, sessionId: run.sessionId }, parts.events.ofRun(run.id)));
          if (!reviveAllowed(parts, book)) interrupt(book);
        } catch (error) {
          parts.onBug('recover', error); // a run that cannot be read must not keep the app from starting
          runs.setStatus(run.id, 'ended');
        }
      }
      return left.length;
    },
    active: () => live.size,
    settled: async (runId) => live.get(runId)?.done,
    async close() {
      const open = [...live.values()];
      for (const { stop } of open) stop.abort(new Shutdown());
      await Promise.all(open.map(({ done }) => done));
    },
  };
}

function foldAll(run: { readonly runId: string; readonly sessionId: string }, events: readonly RunEvent[]): RunState {
  return events.reduce((state, event) => foldRun(state, event, event.at), emptyRun(run));
}

/** Throws CallError for a conversation that is not there or was deleted. */
function presentSession({ sessions }: AgentParts, id: string): Session {
  const session = sessions.get(id);
  if (session === undefined || session.deletedAt !== null) throw new CallError(notice('session_unknown', { id }));
  return session;
}

/** The message as hooks leave it; refuses what cannot be taken, before anything is stored. */
async function receive(parts: AgentParts, text: string, session: { readonly id: string; readonly kind: SessionKind }) {
  if (text.trim() === '') throw new CallError(notice('message_empty'));
  if (text.length > MESSAGE_LIMIT) throw new CallError(notice('message_too_long', { length: text.length, limit: MESSAGE_LIMIT }));
  const outcome = await parts.hooks.run(
    'message_received',
    { message: text, session: { id: session.id, kind: session.kind } },
    (input, out) => ('message' in out ? { input: { ...input, message: out.message } } : { end: out.refuse }),
    new AbortController().signal, // each hook has its own limit; nobody cancels a message on its way in
  );
  if (outcome.failed !== undefined) throw new CallError(notice('hook_failed', { hook: outcome.failed }));
  if (outcome.end !== undefined) throw new CallError(notice('message_refused', { reason: outcome.end }));
  return { text: outcome.input.message, ran: outcome.ran };
}
