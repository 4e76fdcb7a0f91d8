/** The file wall of a workspace that is not there: everything is refused with the reason. */
import type { Notice } from '#shared/schema/notice';
import type { FileWall, Outcome } from './file-wall.ts';

export function closedWall(root: string, error: Notice): FileWall {
  const refusal = async (): Promise<Outcome<never>> => ({ ok: false, kind: 'denied', error });
  return {
    root,
    resolve: async () => ({ kind: 'denied', reason: error }),
    readBytes: refusal,
    list: refusal,
    look: async () => ({ kind: 'denied', reason: error }),
    replace: refusal,
    write: refusal,
    move: refusal,
    trash: refusal,
    remove: refusal,
    measure: async () => ({ sizes: [], more: true }),
    guardOf: () => 'closed',
    close: async () => undefined,
  };
}
