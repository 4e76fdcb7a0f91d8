/** The memory facade over the notes of a workspace: files are the truth, the index only finds them again. */
import { type Clock, elapsedSince, localDay } from '#runtime/clock';
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import type { MemoryTarget, MemoryWritten } from '#shared/schema/memory';
import { type Notice, type NoticeCode, notice } from '#shared/schema/notice';
import { noteLines } from './index/chunker.ts';
import { civil, parseDay } from './index/day-number.ts';
import type { IndexClient } from './index/index-protocol.ts';
import { NOTE_LIMIT } from './index/note-files.ts';
import type { MemoryEntry, MemoryFacade } from './memory-facade.ts';
import { addEntry, cleanEntry } from './notes.ts';

/** How often an append begins anew because another program changed the note meanwhile. */
const ATTEMPTS = 5;
const ENTRY_CHARACTERS = 20_000;
const QUERY_CHARACTERS = 10_000;
const MAX_HITS = 100;

export interface FileMemoryOptions {
  readonly files: FileWall;
  readonly clock: Clock;
  readonly index: IndexClient;
  readonly settings: { readonly halfLifeDays: number; readonly floor: number };
}

type Failed = Extract<Outcome<never>, { ok: false }>;
const fail = (kind: Failed['kind'], code: NoticeCode, params?: Notice['params']): Failed => ({
  ok: false,
  kind,
  error: notice(code, params),
});

const forever = new AbortController().signal;

export function createFileMemory({ files, clock, index, settings }: FileMemoryOptions): MemoryFacade {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async search(query, k, signal) {
      const start = performance.now();
      if (query.trim() === '') return { ok: true, value: { hits: [], ms: 0 } };
      const wanted = Math.min(MAX_HITS, Math.max(1, Math.trunc(k) || 1));
      const today = localDay(clock.now(), clock.zone);
      const found = await index.search({ query: query.slice(0, QUERY_CHARACTERS), k: wanted, today, ...settings }, signal);
      return found.ok ? { ok: true, value: { hits: found.value, ms: elapsedSince(start) } } : found;
    },
    get: (path, lines) => readLines(files, path, lines),
    append(entry) {
      const written = last.then(() => append({ files, clock, index }, entry));
      last = written.catch(() => undefined);
      return written;
    },
    recent: (at, maxCharacters) => recentNotes(files, localDay(at, clock.zone), maxCharacters),
    index: (signal, onProgress) => index.index(signal, onProgress),
    state: () => index.state(),
    async close() {
      await last;
      await index.close();
    },
  };
}

interface NoteFile {
  readonly bytes: Uint8Array;
  /** Path in the workspace as the wall has it. */
  readonly path: string;
}

/** A whole note; null when there is none. */
async function readNote(files: FileWall, path: string): Promise<Outcome<NoteFile | null>> {
  const read = await files.readBytes(path, { offset: 0, limit: NOTE_LIMIT + 1, session: 'main', signal: forever });
  if (!read.ok) return read.error.code === 'path_not_found' ? { ok: true, value: null } : read;
  const { bytes, size } = read.value;
  if (size > NOTE_LIMIT) return fail('failed', 'file_too_large', { path, bytes: size, limit: NOTE_LIMIT });
  return { ok: true, value: { bytes, path: read.value.path } };
}

function targetPath(target: MemoryTarget, day: string): { readonly path: string; readonly heading: string } {
  switch (target) {
    case 'daily':
      return { path: `memory/${day}.md`, heading: day };
    case 'memory':
      return { path: 'MEMORY.md', heading: 'MEMORY' };
    case 'user':
      return { path: 'USER.md', heading: 'USER' };
    default:
      return target satisfies never;
  }
}

async function append({ files, clock, index }: Omit<FileMemoryOptions, 'settings'>, entry: MemoryEntry): Promise<Outcome<MemoryWritten>> {
  if (entry.text.length > ENTRY_CHARACTERS) return fail('argument', 'too_large', { limit: ENTRY_CHARACTERS });
  const text = cleanEntry(entry.text);
  if (text === '') return fail('argument', 'memory_empty');
  const day = Number.isFinite(new Date(entry.at).getTime()) ? localDay(entry.at, clock.zone) : String(entry.at);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return fail('argument', 'memory_date', { value: day });
  const { path, heading } = targetPath(entry.target, day);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readNote(files, path);
    if (!before.ok) return before;
    const standing = before.value === null ? null : exactText(before.value.bytes);
    // A note that is no UTF-8 could not be written back as it was.
    if (standing === undefined) return fail('failed', 'file_binary', { path });
    const edit = addEntry(standing, text, heading);
    const place = { path, from: edit.from, to: edit.to, text, target: entry.target };
    if (edit.text === null) return { ok: true, value: { ...place, added: false } };
    if (Buffer.byteLength(edit.text) > NOTE_LIMIT) {
      return fail('failed', 'file_too_large', { path, bytes: Buffer.byteLength(edit.text), limit: NOTE_LIMIT });
    }
    const still = await readNote(files, path);
    if (!still.ok) return still;
    if (!sameBytes(before.value, still.value)) continue;
    const written = await files.replace(path, edit.text, { session: 'main' });
    if (!written.ok) return written;
    index.hint(path);
    return { ok: true, value: { ...place, added: true } };
  }
  return fail('failed', 'file_changed', { path });
}

/** Text that gives the same bytes when it is written again; undefined when there is none. */
function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function sameBytes(a: NoteFile | null, b: NoteFile | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Lines without the empty one that a closing newline would give. */
function linesOf(bytes: Uint8Array): string[] {
  const lines = noteLines(new TextDecoder().decode(bytes));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function readLines(files: FileWall, path: string, { from = 1, to }: { from?: number; to?: number }): ReturnType<MemoryFacade['get']> {
  const resolved = await files.resolve(path, 'main');
  if (resolved.kind !== 'inside') return { ok: false, kind: resolved.kind === 'invalid' ? 'argument' : 'denied', error: resolved.reason };
  const { relative } = resolved;
  if (relative !== 'MEMORY.md' && relative !== 'USER.md' && !relative.startsWith('memory/'))
    return fail('argument', 'memory_path', { path });
  const note = await readNote(files, relative);
  if (!note.ok) return note;
  if (note.value === null) return fail('argument', 'path_not_found', { path });
  const lines = linesOf(note.value.bytes);
  const last = Math.min(to ?? lines.length, lines.length);
  if (from < 1 || (lines.length > 0 && from > last)) return fail('argument', 'memory_lines', { path: relative, lines: lines.length });
  return { ok: true, value: { path: relative, from, to: Math.max(from, last), text: lines.slice(from - 1, last).join('\n') } };
}

/** Yesterday's and today's note; where there is too much, the oldest lines give way. Today's come first to the budget. */
async function recentNotes(files: FileWall, today: string, maxCharacters: number): ReturnType<MemoryFacade['recent']> {
  const { year, month, day } = civil(parseDay(today) - 1);
  const yesterday = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const notes: { path: string; text: string }[] = [];
  let left = maxCharacters;
  for (const path of [`memory/${today}.md`, `memory/${yesterday}.md`]) {
    const note = await readNote(files, path);
    if (!note.ok || note.value === null) continue;
    const text = tail(linesOf(note.value.bytes), left);
    if (text === '') continue;
    left -= text.length;
    notes.unshift({ path, text });
  }
  return { ok: true, value: notes };
}

/** The last whole lines that fit. */
function tail(lines: readonly string[], maxCharacters: number): string {
  let size = 0;
  let first = lines.length;
  while (first > 0) {
    const more = (lines[first - 1] ?? '').length + 1;
    if (size + more > maxCharacters + 1) break;
    size += more;
    first -= 1;
  }
  return lines.slice(first).join('\n').trim();
}
