/** The state of a run as a pure fold of its events: what a restart needs and what the next step builds on. */

import type { CallRecord } from '#runtime/guardrails/guardrail';
import { hashArguments, hashResult } from '#runtime/guardrails/loop';
import type { Observation, PendingTool } from '#runtime/model/chat-model';
import { type Notice, notice } from '#shared/schema/notice';
import type { PromptMode } from '#shared/schema/prompt';
import { type Approve, type EventBody, endsRun } from '#shared/schema/run-event';
import type { SessionKind } from '#shared/schema/session';
import type { DeniedCall } from './permission.ts';

export interface OpenCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A call that waits for a person, or was allowed and has not begun. */
export interface AskedCall extends OpenCall {
  readonly approvalId: string;
  readonly reason: Notice;
}

export interface RunState {
  readonly runId: string;
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly mode: PromptMode;
  readonly phase: 'running' | 'waiting' | 'ended';
  /** Milliseconds since 1970 at which the message came. */
  readonly at: number;
  /** What the person said, after hooks. */
  readonly message: string;
  /** What the planner is asked now: the message, or the words that answered a clarification. */
  readonly query: string;
  /** Who answers what asks. */
  readonly approve: Approve;
  readonly steps: number;
  /** Why the planner decided as it last did, in its words. */
  readonly plannerReason: string;
  readonly observations: readonly Observation[];
  /** Observations up to here were said before the person answered a question; they stand in the conversation already. */
  readonly toldObservations: number;
  readonly history: readonly CallRecord[];
  /** A call that waits for missing arguments. */
  readonly pending: (PendingTool & { readonly callId: string }) | null;
  readonly asked: AskedCall | null;
  /** Allowed by an answer and not started: after a crash it asks again. */
  readonly allowed: AskedCall | null;
  readonly denied: readonly DeniedCall[];
  /** Started and not ended: after a crash they are interrupted, never run again by themselves. */
  readonly openCalls: readonly OpenCall[];
}

export function emptyRun(run: { readonly runId: string; readonly sessionId: string }): RunState {
  return {
    ...run,
    kind: 'main',
    mode: 'full',
    phase: 'running',
    at: 0,
    message: '',
    query: '',
    approve: 'ask',
    steps: 0,
    plannerReason: '',
    observations: [],
    toldObservations: 0,
    history: [],
    pending: null,
    asked: null,
    allowed: null,
    denied: [],
    openCalls: [],
  };
}

type Fold = (state: RunState, event: EventBody, at: number) => RunState;

/** Folds one event; types that carry nothing for the next step leave the state as it is. */
export const foldRun: Fold = (state, event, at) => {
  if (endsRun(event.type)) return { ...state, phase: 'ended', pending: null, asked: null, allowed: null };
  switch (event.type) {
    case 'run.started':
      return { ...state, kind: event.kind, mode: event.mode, approve: event.approve ?? 'ask', at };
    case 'message.received':
      return { ...state, message: event.text, query: event.text };
    case 'planner.decided':
      return decided(state, event);
    case 'guardrail.judged':
      return judged(state, event);
    case 'clarification.needed': {
      const { callId, tool, slots } = event;
      return { ...state, phase: 'waiting', pending: { callId, tool, arguments: event.arguments, slots } };
    }
    case 'clarification.answered':
      return answered(state, event);
    case 'tool.retried':
      return { ...state, pending: null };
    case 'approval.requested': {
      const { callId, tool, approvalId, reason } = event;
      return { ...state, phase: 'waiting', allowed: null, asked: { callId, tool, approvalId, reason, arguments: event.arguments } };
    }
    case 'approval.decided':
      return answeredApproval(state, event);
    case 'tool.started':
      return {
        ...state,
        allowed: null,
        openCalls: [...state.openCalls, { callId: event.callId, tool: event.tool, arguments: event.arguments }],
      };
    case 'tool.completed':
      return completed(state, event);
    default:
      return state;
  }
};

function decided(state: RunState, { decision, step }: Extract<EventBody, { type: 'planner.decided' }>): RunState {
  const next = { ...state, steps: step, plannerReason: decision.reason };
  if (decision.action === 'RESPOND' && !decision.goal_satisfied) {
    return { ...next, observations: [...state.observations, { kind: 'unsatisfied', answer: decision.answer }] };
  }
  return decision.action === 'CLARIFY' ? next : { ...next, pending: decision.action === 'CALL_TOOL' ? null : state.pending };
}

/** What was given is kept with the call, also when more is missing; what the run said so far stands in the conversation. */
function answered(state: RunState, { values, text }: Extract<EventBody, { type: 'clarification.answered' }>): RunState {
  const { pending } = state;
  const words = text === '' ? Object.values(values).map(String).join(', ') : text;
  return {
    ...state,
    phase: 'running',
    query: words === '' ? state.query : words,
    toldObservations: state.observations.length,
    pending: pending && {
      ...pending,
      arguments: { ...pending.arguments, ...values },
      slots: pending.slots.filter((slot) => !Object.hasOwn(values, slot)),
    },
  };
}

/** A denied call is an observation with the person's reason; a void request is followed by another one. */
function answeredApproval(state: RunState, event: Extract<EventBody, { type: 'approval.decided' }>): RunState {
  const { asked } = state;
  const running: RunState = { ...state, phase: 'running', asked: null };
  if (asked === null || asked.approvalId !== event.approvalId || event.decision === 'void') return running;
  const { callId, tool } = asked;
  const args = event.arguments ?? asked.arguments;
  if (event.decision === 'allow') return { ...running, allowed: { ...asked, arguments: args } };
  const told = event.reason ?? '';
  const argumentsHash = hashArguments(asked.arguments);
  const reason = notice('approval_denied', { reason: told });
  return {
    ...running,
    denied: [...state.denied, { tool, argumentsHash, reason: told }],
    observations: [...state.observations, { kind: 'refused', callId, tool, arguments: asked.arguments, reason }],
    history: [...state.history, { tool, argumentsHash, resultHash: null }],
  };
}

/** A refused call is an observation for the planner and a record for the loop guard. */
function judged(state: RunState, event: Extract<EventBody, { type: 'guardrail.judged' }>): RunState {
  const { callId, tool, verdict, warning } = event;
  const warned: RunState =
    warning === undefined ? state : { ...state, observations: [...state.observations, { kind: 'warning', reason: warning }] };
  if (verdict.verdict !== 'deny' && verdict.verdict !== 'invalid')
    return { ...warned, allowed: verdict.verdict === 'allow' ? state.allowed : null };
  return {
    ...warned,
    allowed: null,
    observations: [...warned.observations, { kind: 'refused', callId, tool, arguments: event.arguments, reason: verdict.reason }],
    history: [...state.history, { tool, argumentsHash: hashArguments(event.arguments), resultHash: null }],
  };
}

function completed(state: RunState, event: Extract<EventBody, { type: 'tool.completed' }>): RunState {
  const call = state.openCalls.find((open) => open.callId === event.callId);
  const args = call?.arguments ?? {};
  return {
    ...state,
    openCalls: state.openCalls.filter((open) => open.callId !== event.callId),
    observations: [...state.observations, { kind: 'call', callId: event.callId, tool: event.tool, arguments: args, result: event.result }],
    history: [...state.history, { tool: event.tool, argumentsHash: hashArguments(args), resultHash: hashResult(event.result) }],
  };
}
