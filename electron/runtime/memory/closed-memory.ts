/** Memory of a workspace that is not there: everything is refused with the reason, nothing is made up. */

import type { Outcome } from '#runtime/sandbox/file-wall';
import type { Notice } from '#shared/schema/notice';
import type { MemoryFacade } from './memory-facade.ts';

export function closedMemory(error: Notice): MemoryFacade {
  const refusal = async (): Promise<Outcome<never>> => ({ ok: false, kind: 'denied', error });
  return {
    search: refusal,
    get: refusal,
    append: refusal,
    recent: refusal,
    index: refusal,
    state: () => ({ state: 'failed', files: 0, chunks: 0, done: 0, total: 0 }),
    close: async () => undefined,
  };
}
