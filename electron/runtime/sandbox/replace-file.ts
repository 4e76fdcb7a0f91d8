/** Replaces a whole note of the app's own, by the same way as every write. */
import { notice } from '#shared/schema/notice';
import { failure } from './file-errors.ts';
import type { FileWall } from './file-wall.ts';
import { locateEntry } from './locate-entry.ts';
import type { Locator } from './locator.ts';
import { shownPath } from './path-rules.ts';
import { writeFile } from './write-file.ts';

/** Persona files are open to it, for notes are among them; guarded names are not. */
export async function replaceFile(
  locator: Locator,
  path: string,
  text: string,
  { session }: Parameters<FileWall['replace']>[2],
): ReturnType<FileWall['replace']> {
  const entry = await locateEntry(locator, path, session);
  if (entry.kind === 'found') await entry.folder.close();
  if ((entry.kind === 'found' || entry.kind === 'missing') && entry.guard === 'guarded')
    return failure('denied', notice('path_protected', { path: shownPath(path) }));
  const written = await writeFile(locator, path, Buffer.from(text), { session, approved: true });
  return written.ok ? { ok: true, value: { path: written.value.path, bytes: written.value.bytes } } : written;
}
