/** Reads a whole file with its sha256; of a very large one only the sum. */
import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import { shownPath } from '#runtime/sandbox/path-rules';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';

/** Bytes of a file that is edited or shown before it is replaced. */
export const TEXT_LIMIT = 10 * 1024 * 1024;
const PIECE = 1024 * 1024;

export interface WholeFile {
  readonly sha256: string;
  readonly size: number;
  /** null beyond TEXT_LIMIT. */
  readonly bytes: Uint8Array | null;
}

/** `path` is a real one. Fails with `file_changed` when it shrinks or grows meanwhile. */
export async function readWhole(
  files: FileWall,
  path: string,
  { session, signal }: { session: SessionKind; signal: AbortSignal },
): Promise<Outcome<WholeFile>> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (let known: number | null = null; ; ) {
    const read = await files.readBytes(nameAgain(path), { offset: at, limit: PIECE, session, signal });
    if (!read.ok) return read;
    const { bytes, size } = read.value;
    known ??= size;
    if (size !== known || (bytes.length === 0 && at < size)) return changed(path);
    hash.update(bytes);
    if (size <= TEXT_LIMIT) pieces.push(bytes);
    at += bytes.length;
    if (at >= size)
      return { ok: true, value: { sha256: hash.digest('hex'), size, bytes: size <= TEXT_LIMIT ? Buffer.concat(pieces) : null } };
  }
}

function changed(path: string): Outcome<never> {
  return { ok: false, kind: 'failed', error: notice('file_changed', { path: shownPath(path) }) };
}

/** A real path as an agent would name it: a name that begins with `~` is one of the workspace here. */
export function nameAgain(path: string): string {
  return path === '' ? '.' : isAbsolute(path) ? path : `./${path}`;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
