/** What the agent changed on the disk, and taking it back. */

import { CallError } from '#shared/contract/call-error';
import type { Handlers } from '#shared/contract/methods';
import type { Turn } from '#shared/schema/change';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';

type ChangeMethods = Extract<keyof Handlers, `change.${string}`>;

/** Changes listed unless asked otherwise. */
const LISTED = 200;

export function changeHandlers(parts: HostParts): Pick<Handlers, ChangeMethods> {
  const { workspace, audit, clock, log, ports } = parts;
  const changes = () => workspace.current().changes;
  const turn = async (kind: 'undone' | 'redone', id: string, force: boolean): Promise<Turn> => {
    const done = await (kind === 'undone' ? changes().undo(id, force) : changes().redo(id, force));
    if (!done.ok) throw new CallError(done.error);
    const { change, done: files, conflicts } = done.value;
    if (conflicts.length === 0) {
      const { sessionId, callId, tool } = change;
      audit.append({
        at: clock.now(),
        type: kind,
        sessionId,
        runId: change.runId ?? '',
        callId,
        tool,
        subject: files.join(', '),
        by: ports.shell === 'command-line' ? 'command-line' : 'window',
        detail: { change: id, files, force },
      });
      log.signal({ kind: 'changed', what: 'changes' });
      log.signal({ kind: 'changed', what: 'audit' });
    }
    return done.value;
  };
  return {
    'change.list': async ({ sessionId, limit = LISTED }) => ({
      changes: changes().list({ limit, ...(sessionId === undefined ? {} : { sessionId }) }),
      usage: changes().usage(),
    }),
    'change.file': async ({ id, path }) => {
      const file = await changes().file(id, path);
      return file.ok ? file.value : refuseCall(file.error.code, file.error.params);
    },
    'change.undo': ({ id, force = false }) => turn('undone', id, force),
    'change.redo': ({ id, force = false }) => turn('redone', id, force),
  };
}
