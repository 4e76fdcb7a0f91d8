/** Runs, and single tool calls without one. */
import type { Handlers } from '#shared/contract/methods';
import type { HostParts } from '../host-parts.ts';
import { singleCall, verdictWord } from './single-call.ts';

type RunMethods = Extract<keyof Handlers, `run.${string}` | 'tool.run'>;

export function runHandlers(parts: HostParts): Pick<Handlers, RunMethods> {
  const { manager } = parts;
  return {
    'run.start': ({ sessionId, text, key, approve }) =>
      manager.start({
        text,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(key === undefined ? {} : { key }),
        ...(approve === undefined ? {} : { approve }),
      }),
    'run.cancel': async ({ runId }) => {
      await manager.cancel(runId);
      return { done: true };
    },
    'run.answer': async ({ runId, values, text }) => {
      await manager.answer(runId, { ...(values === undefined ? {} : { values }), ...(text === undefined ? {} : { text }) });
      return { done: true };
    },
    'tool.run': async ({ name, arguments: args, approve = 'never', policy }, signal) => {
      const { outcome, asked } = await singleCall(
        parts,
        { name, arguments: args, approve, ...(policy === undefined ? {} : { policy }) },
        signal,
      );
      const told = { tool: name, result: null, reason: null, effect: null };
      switch (outcome.kind) {
        case 'done':
          return { ...told, verdict: asked ? 'ask' : 'allow', result: outcome.result };
        case 'ask':
          return { ...told, verdict: 'ask', reason: outcome.reason, effect: outcome.asking.effect };
        case 'clarify':
          return { ...told, verdict: 'error', reason: outcome.reason };
        case 'refused':
          return { ...told, verdict: verdictWord(outcome.verdict), reason: outcome.reason };
        default:
          return outcome satisfies never;
      }
    },
  };
}
