/** Runs, and single tool calls without one. */
import type { Handlers } from '#shared/contract/methods';
import type { HostParts } from '../host-parts.ts';
import { singleCall } from './single-call.ts';

type RunMethods = Extract<keyof Handlers, `run.${string}` | 'tool.run'>;

const VERDICTS = { allow: 'allow', revise: 'allow', clarify: 'error', ask: 'ask', deny: 'deny', invalid: 'error' } as const;

export function runHandlers(parts: HostParts): Pick<Handlers, RunMethods> {
  const { manager } = parts;
  return {
    'run.start': ({ sessionId, text, key }) =>
      manager.start({ text, ...(sessionId === undefined ? {} : { sessionId }), ...(key === undefined ? {} : { key }) }),
    'run.cancel': async ({ runId }) => {
      await manager.cancel(runId);
      return { done: true };
    },
    'run.answer': async ({ runId, values, text }) => {
      await manager.answer(runId, { ...(values === undefined ? {} : { values }), ...(text === undefined ? {} : { text }) });
      return { done: true };
    },
    'tool.run': async ({ name, arguments: args }, signal) => {
      const outcome = await singleCall(parts, name, args, signal);
      if (outcome.kind === 'done') return { tool: name, verdict: 'allow', result: outcome.result, reason: null };
      const verdict = outcome.kind === 'clarify' ? 'error' : VERDICTS[outcome.verdict.verdict];
      return { tool: name, verdict, result: null, reason: outcome.reason };
    },
  };
}
