/** Finds and reads the notes of a workspace: regular files below its real root, no links, within a size. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { type Notice, notice } from '#shared/schema/notice';

/** Bytes; a larger note is left out of the index, and that is said. */
export const NOTE_LIMIT = 2 * 1024 * 1024;
const DEPTH = 4;
const MAX_NOTES = 50_000;

export interface NoteStat {
  /** Relative to the workspace, `/` between parts. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly changed: number;
}

export interface NoteListing {
  readonly notes: NoteStat[];
  /** What was left out, by path, and why. */
  readonly left: Map<string, Notice>;
}

/** Whether a path can be a note: MEMORY.md, USER.md, or a Markdown file in memory/. */
export function isNotePath(path: string): boolean {
  if (path === 'MEMORY.md' || path === 'USER.md') return true;
  return path.startsWith('memory/') && path.endsWith('.md') && path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** The day of a daily note, else null. The day is checked against the calendar. */
export function noteDay(path: string): string | null {
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1];
  if (day === undefined || !path.startsWith('memory/')) return null;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

/** Every note with its size and time. Never throws for a missing folder: then there are no notes. */
export function listNotes(root: string): NoteListing {
  const listing: NoteListing = { notes: [], left: new Map() };
  for (const name of ['MEMORY.md', 'USER.md']) take(root, name, listing);
  walk(root, 'memory', DEPTH, listing);
  return listing;
}

function walk(root: string, folder: string, depth: number, listing: NoteListing): void {
  const stat = statOf(root, folder);
  if (stat === undefined || depth === 0) return;
  if (stat.isSymbolicLink()) return void listing.left.set(folder, notice('path_link_outside', { path: folder }));
  if (!stat.isDirectory()) return;
  for (const entry of entriesOf(join(root, folder))) {
    if (entry.name.startsWith('.') || listing.notes.length >= MAX_NOTES) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(root, path, depth - 1, listing);
    else if (entry.name.endsWith('.md')) take(root, path, listing);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What one note is now; undefined when it is not there or not to be read. */
export function statNote(root: string, path: string): NoteListing {
  const listing: NoteListing = { notes: [], left: new Map() };
  if (isNotePath(path)) take(root, path, listing);
  return listing;
}

function take(root: string, path: string, { notes, left }: NoteListing): void {
  const stat = statOf(root, path);
  if (stat === undefined) return;
  const reason = refusal(path, stat);
  if (reason === undefined) notes.push({ path, size: stat.size, changed: stat.mtimeMs });
  else left.set(path, reason);
}

function statOf(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(join(root, path));
  } catch {
    return undefined;
  }
}

function refusal(path: string, stat: Stats): Notice | undefined {
  if (stat.isSymbolicLink()) return notice('path_link_outside', { path });
  if (!stat.isFile()) return notice('path_special_file', { path });
  if (stat.nlink > 1) return notice('path_hard_link', { path });
  if (stat.size > NOTE_LIMIT) return notice('file_too_large', { path, bytes: stat.size, limit: NOTE_LIMIT });
  return undefined;
}

export type NoteContent = { readonly bytes: Buffer; readonly stat: NoteStat } | { readonly reason: Notice | null };

/**
 * The bytes of one note. The file is opened without following a link and judged again by its handle, so that a swap between
 * listing and reading gives nothing. `reason` is null when the note is simply gone. Never throws.
 */
export function readNote(root: string, path: string): NoteContent {
  let handle: number | undefined;
  try {
    const folder = join(root, path, '..');
    if (realpathSync(folder) !== folder && !sameFolder(realpathSync(folder), folder)) {
      return { reason: notice('path_link_outside', { path }) };
    }
    // Windows has neither flag; there a link was refused by its stat.
    handle = openSync(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(handle);
    const reason = refusal(path, stat);
    if (reason !== undefined) return { reason };
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(handle, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return { bytes: bytes.subarray(0, length), stat: { path, size: stat.size, changed: stat.mtimeMs } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { reason: null };
    if (code === 'ELOOP') return { reason: notice('path_link_outside', { path }) };
    return { reason: notice('path_unreadable', { path }, code) };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Windows and macOS may spell a real path in another case. */
function sameFolder(real: string, named: string): boolean {
  return (process.platform === 'win32' || sep === '\\') && real.toLowerCase() === named.toLowerCase();
}
