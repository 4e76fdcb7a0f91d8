/** The three states of one file, as texts to be shown side by side. */
import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import type { FileState, StoredChange } from '#runtime/storage/change-store';
import { sniffEncoding, textDecoder } from '#runtime/text/decode-text';
import type { Conflict } from '#shared/schema/change';
import type { Parts } from './parts.ts';
import { isItself, standing, withPlace } from './place.ts';

/** Bytes of a text that is shown beside another. */
const SHOWN = 500_000;

/** `path` is one of the change's. Nothing is kept for it. */
export async function conflictOf(parts: Parts, change: StoredChange, path: string): Promise<Conflict> {
  const found = change.files.find((one) => one.path === path);
  const sides = [
    await contentOf(parts, found?.before ?? null),
    await contentOf(parts, found?.after ?? null),
    await contentNow(parts, path),
  ];
  const texts = sides.map((bytes) => (bytes === null ? null : decode(bytes)));
  const binary = texts.includes(undefined);
  const [before = null, agent = null, now = null] = binary ? [] : texts;
  return { path, before, agent, now, binary };
}

/** null where there is no file, or its content is not kept. */
async function contentOf({ snapshots }: Parts, state: FileState | null): Promise<Buffer | null> {
  return state === null || state.hash === '' ? null : snapshots.read(state.hash);
}

async function contentNow({ root }: Parts, path: string): Promise<Buffer | null> {
  return withPlace(root, path, null, async (place) => {
    const found = await standing(place.at);
    if (found === null || !isItself(path, place)) return null;
    if (found.isSymbolicLink()) return readlink(place.at, { encoding: 'buffer' });
    if (!found.isFile()) return null;
    const file = await open(place.at, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SHOWN + 1), 0, SHOWN + 1, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }).catch(() => null);
}

/** undefined for what is no text. */
function decode(bytes: Buffer): string | undefined {
  const piece = bytes.subarray(0, SHOWN);
  const encoding = sniffEncoding(piece, piece.length === bytes.length);
  return encoding === null ? undefined : textDecoder(encoding).decode(piece, { stream: piece.length < bytes.length });
}
