/** Makes run events for tests: bodies in, numbered facts out. */

import { decision } from '#shared/schema/planner-decision';
import type { EventBody, RunEvent } from '#shared/schema/run-event';

export function eventsOf(runId: string, bodies: readonly EventBody[], firstCursor = 1, sessionId = 'session-1'): RunEvent[] {
  return bodies.map((body, index) => ({ cursor: firstCursor + index, runId, sessionId, seq: index + 1, at: 1000 + index, v: 1, ...body }));
}

export const started: EventBody = { type: 'run.started', model: 'offline-rules', kind: 'main', mode: 'full' };
export const completed: EventBody = { type: 'run.completed', steps: 1, goalSatisfied: true };

export function received(text: string): EventBody {
  return { type: 'message.received', text };
}

export function given(text: string): EventBody {
  return { type: 'answer.given', text, citations: [] };
}

/** A call that was allowed and gave an output. */
export function toolCall(callId: string, tool: string, args: Record<string, unknown>, output: string): EventBody[] {
  return [
    { type: 'planner.decided', step: 1, decision: decision('CALL_TOOL', { tool_name: tool, arguments: args }), notes: [], ms: 1 },
    { type: 'guardrail.judged', callId, tool, arguments: args, verdict: { verdict: 'allow' }, judged: [] },
    { type: 'tool.started', callId, tool, arguments: args },
    { type: 'tool.completed', callId, tool, result: { ok: true, output }, ms: 5 },
  ];
}
