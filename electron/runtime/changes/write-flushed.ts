/** Puts a content on the disk for good, and says where there is no room for it. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** There is no room: `limit` is the store's own, `disk` the disk's. */
export class SnapshotFull extends Error {
  readonly where: 'limit' | 'disk';
  constructor(where: 'limit' | 'disk') {
    super(`no room: ${where}`);
    this.where = where;
  }
}

/** Writes the pieces, flushed, over what a crash may have left there; gives their hash. */
export async function writeFlushed(target: string, source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  try {
    const out = await open(target, 'w', 0o600);
    try {
      for await (const piece of source) {
        digest.update(piece);
        await out.writeFile(piece);
      }
      await out.sync();
    } finally {
      await out.close();
    }
  } catch (error) {
    await rm(target, { force: true });
    throw full(error);
  }
  return digest.digest('hex');
}

export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // it opens no folder this way
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a disk answers when it has no room for more. */
function full(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? new SnapshotFull('disk') : error;
}
