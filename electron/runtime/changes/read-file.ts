/** Reads files in pieces, so that nothing else waits long for it. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Bytes that are read at once; up to this many a file is read as a whole. */
export const PIECE = 1024 * 1024;

export async function* pieces(file: FileHandle, length = PIECE): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    if (bytesRead < length) return;
    at += bytesRead;
  }
}

/** `size` is what is expected; it may be more or less. */
export async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const piece of pieces(file, Math.min(PIECE, size + 1))) found.push(piece);
  return found.length === 1 && found[0] !== undefined ? found[0] : Buffer.concat(found);
}

/** The hash of what the handle reads. */
export async function hashFile(file: FileHandle): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of pieces(file)) digest.update(piece);
  return digest.digest('hex');
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
