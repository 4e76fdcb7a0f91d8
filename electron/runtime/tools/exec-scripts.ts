/** The scripts that a command would run, pinned by their content. */
import { createHash } from 'node:crypto';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { SessionKind } from '#shared/schema/session';

/** Bytes of a script that are read for its hash. */
const SCRIPT_LIMIT = 16 * 1024 * 1024;

/** `script:PATH` -> sha256 of its content; `none` for one that cannot be read. */
export async function scriptHashes(
  files: FileWall,
  scripts: readonly string[],
  { session, signal }: { session: SessionKind; signal: AbortSignal },
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of scripts) {
    const read = await files.readBytes(path, { offset: 0, limit: SCRIPT_LIMIT, session, signal });
    hashes[`script:${path}`] = read.ok ? createHash('sha256').update(read.value.bytes).digest('hex') : 'none';
  }
  return hashes;
}
