/** Memory for people and the command line: the same facade, and for writing the same tool, as the planner uses. */

import type { MemoryFacade } from '#runtime/memory/memory-facade';
import type { Outcome } from '#runtime/sandbox/file-wall';
import { writtenEntries } from '#runtime/tools/written-entries';
import { CallError } from '#shared/contract/call-error';
import type { Handlers } from '#shared/contract/methods';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';
import { singleCall } from './single-call.ts';

type MemoryMethods = Extract<keyof Handlers, `memory.${string}`>;

export function memoryHandlers(parts: HostParts): Pick<Handlers, MemoryMethods> {
  const memory = (): MemoryFacade => parts.workspace.current().memory;
  return {
    'memory.index': async (_input, signal) => unwrap(await memory().index(signal)),
    'memory.state': async () => memory().state(),
    'memory.search': async ({ query, k = 10 }, signal) => unwrap(await memory().search(query, k, signal)),
    'memory.get': async ({ path, from, to }) =>
      unwrap(await memory().get(path, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })),
    'memory.append': async (input, signal) => {
      const { outcome } = await singleCall(parts, { name: 'memory_append', arguments: input, approve: 'never' }, signal);
      if (outcome.kind !== 'done') throw new CallError(outcome.reason);
      if (!outcome.result.ok) throw new CallError(outcome.result.error);
      return writtenEntries('memory_append', outcome.result)[0] ?? refuseCall('memory_empty');
    },
  };
}

/** The value, or the refusal as the call's. */
function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new CallError(outcome.error);
  return outcome.value;
}
