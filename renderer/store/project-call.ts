/** A tool call within a run's view: how verdicts and results change its card. */
import type { RunEvent } from '#shared/schema/run-event';
import type { CallView, RunView } from './project-run.ts';

type Judged = Extract<RunEvent, { type: 'guardrail.judged' }>;

/** Changes the named call, or adds it; its arguments come from the last decision until an event says better. */
export function changeCall(run: RunView, event: { readonly callId: string; readonly tool?: string }, change: Partial<CallView>): RunView {
  const known = run.calls.find((call) => call.callId === event.callId);
  if (known !== undefined) {
    return { ...run, calls: run.calls.map((call) => (call === known ? { ...call, ...change } : call)) };
  }
  const made: CallView = {
    callId: event.callId,
    tool: event.tool ?? run.decision?.tool_name ?? '',
    arguments: run.decision?.arguments ?? {},
    state: 'checking',
    result: null,
    reason: null,
    ms: null,
    ...change,
  };
  return { ...run, calls: [...run.calls, made] };
}

/** The verdict of the whole pipeline on a call. */
export function judgeCall(run: RunView, event: Judged): RunView {
  const { verdict } = event;
  const { arguments: args } = event;
  switch (verdict.verdict) {
    case 'allow':
    case 'revise':
      return changeCall(run, event, { arguments: args });
    case 'ask':
    case 'deny':
    case 'invalid':
      // With nobody to ask, what asks is refused; an approval that is requested says otherwise at once.
      return changeCall(run, event, { arguments: args, state: 'refused', reason: verdict.reason });
    case 'clarify':
      return changeCall(run, event, { arguments: args, state: 'clarify', reason: verdict.reason });
    default:
      return verdict satisfies never;
  }
}
