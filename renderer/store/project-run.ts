/** A run as the chat shows it: a pure fold of its events, so that a replay after a reload equals what was seen live. */
import type { MemoryHit, MemoryWritten } from '#shared/schema/memory';
import type { ModelUse } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import type { RunEvent } from '#shared/schema/run-event';
import type { Citation, ToolResult } from '#shared/schema/tool-call';
import { changeCall, judgeCall } from './project-call.ts';

type RunState = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

const CLOSED: ReadonlySet<CallState> = new Set(['done', 'failed', 'refused']);

/** checking: decided, not yet judged to the end; asked: waits for the person. */
export type CallState = 'checking' | 'asked' | 'clarify' | 'running' | 'done' | 'failed' | 'refused' | 'interrupted';

export interface CallView {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly state: CallState;
  readonly result: ToolResult | null;
  /** Why it was refused, asked for or unclear. */
  readonly reason: Notice | null;
  /** Milliseconds the tool took; null before it ended. */
  readonly ms: number | null;
}

export interface QuestionView {
  readonly callId: string;
  readonly tool: string;
  readonly slots: readonly string[];
  readonly question: string;
}

interface AnswerView {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** true when a hook changed it after it was given. */
  readonly replaced: boolean;
}

interface LiveText {
  readonly step: number;
  readonly text: string;
}

/** `text` belongs at `offset` (UTF-16 units) of the answer of this step; what stood behind it is taken back. */
export interface TextPiece extends LiveText {
  readonly offset: number;
}

export interface StandIn {
  readonly from: string;
  readonly to: string;
  readonly reason: Notice;
}

export interface RunView {
  readonly runId: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly cursor: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly model: string;
  /** Models that could not answer, and who took their place. */
  readonly standIns: readonly StandIn[];
  /** Of the newest decision. */
  readonly use: ModelUse | null;
  /** Tokens of the prompt that the server did not take in. */
  readonly missing: number;
  readonly state: RunState;
  readonly message: string;
  readonly steps: number;
  readonly recalled: readonly MemoryHit[];
  readonly written: readonly MemoryWritten[];
  readonly calls: readonly CallView[];
  readonly question: QuestionView | null;
  readonly clarified: readonly string[];
  /** What has been streamed of an answer that is not given yet, or was never finished. */
  readonly live: LiveText | null;
  readonly answer: AnswerView | null;
  readonly reason: Notice | null;
  readonly goalSatisfied: boolean;
  readonly interruptedCalls: readonly string[];
  readonly decision: PlannerDecision | null;
}

function emptyRun(event: RunEvent): RunView {
  return {
    runId: event.runId,
    sessionId: event.sessionId,
    seq: 0,
    cursor: 0,
    startedAt: event.at,
    endedAt: null,
    model: '',
    standIns: [],
    use: null,
    missing: 0,
    state: 'running',
    message: '',
    steps: 0,
    recalled: [],
    written: [],
    calls: [],
    question: null,
    clarified: [],
    live: null,
    answer: null,
    reason: null,
    goalSatisfied: false,
    interruptedCalls: [],
    decision: null,
  };
}

/** Gives the same view back for an event that it has seen. */
export function projectRun(view: RunView | null, event: RunEvent): RunView {
  const before = view ?? emptyRun(event);
  if (event.seq <= before.seq) return before;
  return { ...step(before, event), seq: event.seq, cursor: event.cursor };
}

export function isOpen(run: RunView): boolean {
  return run.state === 'running' || run.state === 'waiting';
}

/** Puts a piece where it belongs; one that would leave a hole is left out, since the next checkpoint fills it. */
function putText(live: LiveText | null, piece: TextPiece): LiveText | null {
  const before = live !== null && live.step === piece.step ? live.text : '';
  if ((live !== null && piece.step < live.step) || piece.offset > before.length) return live;
  return { step: piece.step, text: before.slice(0, piece.offset) + piece.text };
}

/** Takes streamed text; gives the same view back once there is an answer, or where the piece does not fit. */
export function appendDelta(run: RunView, piece: TextPiece): RunView {
  if (run.answer !== null || !isOpen(run)) return run;
  const live = putText(run.live, piece);
  return live === run.live ? run : { ...run, live };
}

function ended(run: RunView, event: RunEvent, state: RunState, reason: Notice | null): RunView {
  const calls = run.calls.map((call): CallView => (CLOSED.has(call.state) ? call : { ...call, state: 'interrupted' }));
  return { ...run, state, reason, calls, endedAt: event.at, question: null };
}

function step(run: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case 'run.started':
      return { ...run, startedAt: event.at, model: event.model };
    case 'message.received':
      return { ...run, message: event.text };
    case 'planner.decided': {
      const shown = event.decision.action === 'RESPOND' && event.decision.goal_satisfied;
      return { ...run, steps: event.step, decision: event.decision, use: event.use ?? run.use, live: shown ? run.live : null };
    }
    case 'memory.recalled':
      return { ...run, recalled: [...run.recalled, ...event.hits] };
    case 'memory.written':
      return { ...run, written: [...run.written, event.entry] };
    case 'answer.checkpoint':
      return { ...run, live: putText(run.live, event) };
    case 'answer.given':
      return { ...run, live: null, answer: { text: event.text, citations: event.citations, replaced: false } };
    case 'answer.replaced':
      return { ...run, live: null, answer: { text: event.text, citations: run.answer?.citations ?? [], replaced: true } };
    case 'run.completed':
      return { ...ended(run, event, 'completed', null), steps: event.steps, goalSatisfied: event.goalSatisfied };
    case 'run.failed':
    case 'run.cancelled':
      return { ...ended(run, event, event.type === 'run.failed' ? 'failed' : 'cancelled', reasonOf(event)), steps: event.steps };
    case 'run.interrupted':
      return { ...ended(run, event, 'interrupted', event.reason), interruptedCalls: event.interruptedCalls };
    case 'guardrail.judged':
      return judgeCall(run, event);
    case 'tool_schema_validation_failed':
      return changeCall(run, event, { state: 'refused', arguments: event.arguments, reason: event.reason });
    case 'clarification.needed':
      return {
        // A question that belongs to no tool has no card.
        ...(event.tool === '' ? run : changeCall(run, event, { state: 'clarify', arguments: event.arguments })),
        state: 'waiting',
        live: null,
        question: { callId: event.callId, tool: event.tool, slots: event.slots, question: event.question },
      };
    case 'clarification.answered':
      return { ...run, state: 'running', question: null, clarified: [...run.clarified, answerWords(event.values, event.text)] };
    case 'tool.retried':
      return changeCall(run, event, { state: 'checking', arguments: event.arguments, reason: null });
    case 'approval.requested':
      return { ...changeCall(run, event, { state: 'asked', arguments: event.arguments, reason: event.reason }), state: 'waiting' };
    case 'approval.decided':
      return {
        ...changeCall(run, event, {
          // Void: it asks again at once.
          state: event.decision === 'deny' ? 'refused' : 'checking',
          ...(event.arguments === undefined ? {} : { arguments: event.arguments }),
        }),
        state: 'running',
      };
    case 'tool.started':
      return changeCall(run, event, { state: 'running', arguments: event.arguments, reason: null });
    case 'tool.completed':
      return changeCall(run, event, { state: event.result.ok ? 'done' : 'failed', result: event.result, ms: event.ms });
    case 'model.replaced':
      return { ...run, live: null, standIns: [...run.standIns, { from: event.from, to: event.to, reason: event.reason }] };
    case 'context.cut':
      return { ...run, missing: event.missing };
    case 'prompt.built':
    case 'context.pruned':
    case 'context.compacted':
    case 'hook.ran':
      return run;
    default:
      return event satisfies never;
  }
}

function reasonOf(event: RunEvent): Notice | null {
  return event.type === 'run.failed' ? event.reason : null;
}

function answerWords(values: Readonly<Record<string, unknown>>, text: string): string {
  const given = Object.entries(values).map(([slot, value]) => `${slot}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [...given, ...(text === '' ? [] : [text])].join('\n');
}
