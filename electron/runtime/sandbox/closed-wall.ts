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
    replace: refusal,
    close: async () => undefined,
  };
}
