/** Looks for a text in the names and contents of files below a folder: bounded, and in pieces, so that nothing else waits for it. */
import type { TextDecoder } from 'node:util';
import type { FileEntry, FileWall, Outcome } from '#runtime/sandbox/file-wall';
import { sniffEncoding, textDecoder } from '#runtime/text/decode-text';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';
import { nameAgain } from './read-whole.ts';

export interface SearchRow {
  readonly path: string;
  /** From 1; 0 where the name matched. */
  readonly line: number;
  /** The line, shortened around the match; empty where the name matched. */
  readonly text: string;
}

export interface SearchLimits {
  readonly files: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly matches: number;
}

export const SEARCH_LIMITS: SearchLimits = { files: 20_000, milliseconds: 5000, bytes: 200_000_000, matches: 200 };

export interface SearchRequest {
  readonly query: string;
  /** A folder or a single file. */
  readonly base: string;
  readonly type: 'file' | 'folder';
  /** Of a path relative to the folder; undefined takes all. */
  readonly wanted: ((path: string) => boolean) | undefined;
  readonly session: SessionKind;
  readonly signal: AbortSignal;
  readonly limits: SearchLimits;
}

export interface SearchFound {
  readonly rows: SearchRow[];
  /** Files whose contents were read. */
  readonly files: number;
  /** Files and folders that were no text, too large, protected or unreadable. */
  readonly skipped: number;
  /** The bound at which it stopped. */
  readonly cut: keyof SearchLimits | null;
}

const PIECE = 64 * 1024;
const READ_AHEAD = 4;
/** Bytes of one file that are searched. */
const FILE_REACH = 16 * 1024 * 1024;
const TEXT_LIMIT = 240;

interface Search extends Omit<SearchFound, 'files' | 'skipped' | 'cut'> {
  readonly request: SearchRequest;
  readonly needle: string;
  readonly started: number;
  files: number;
  bytes: number;
  skipped: number;
  cut: keyof SearchLimits | null;
}

/** Full-width and half-width, upper and lower case are one. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Shallow folders first; within one, by name. */
export async function searchFiles(files: FileWall, request: SearchRequest): Promise<Outcome<SearchFound>> {
  const needle = foldText(request.query);
  const search: Search = { request, needle, started: performance.now(), rows: [], files: 0, bytes: 0, skipped: 0, cut: null };
  const { base, session, signal, limits } = request;
  if (request.type === 'file') await searchContents(files, search, base, null);
  const folders = request.type === 'folder' ? [base] : [];
  for (let next = folders.shift(); next !== undefined && search.cut === null; next = folders.shift()) {
    const listed = await files.list(next, { depth: 1, max: limits.files, session, signal });
    if (signal.aborted) break;
    if (!listed.ok && next === base) return listed;
    if (!listed.ok) search.skipped += 1;
    const entries = listed.ok ? listed.value.entries : [];
    folders.push(...entries.filter(({ type }) => type === 'folder').map(({ path }) => nameAgain(path)));
    await searchEntries(files, search, entries);
    if (listed.ok && listed.value.cut) search.cut ??= 'files';
  }
  if (signal.aborted) return { ok: false, kind: 'cancelled', error: notice('cancelled') };
  return { ok: true, value: { rows: search.rows, files: search.files, skipped: search.skipped, cut: search.cut } };
}

type Read = ReturnType<FileWall['readBytes']>;

/** In order; the beginnings of the next files are fetched meanwhile, for opening takes longer than searching. */
async function searchEntries(files: FileWall, search: Search, entries: readonly FileEntry[]): Promise<void> {
  const { base, wanted, session, signal } = search.request;
  const folder = base.replace(/^\.\/?/, '');
  const relative = (path: string) => (folder === '' ? path : path.slice(folder.length + 1));
  const chosen = entries.filter(({ path }) => wanted === undefined || wanted(relative(path)));
  const ahead: (Read | null)[] = [];
  for (const [index, { path, type }] of chosen.entries()) {
    while (ahead.length < Math.min(chosen.length, index + READ_AHEAD)) {
      const next = chosen[ahead.length];
      ahead.push(next?.type === 'file' ? files.readBytes(nameAgain(next.path), { offset: 0, limit: PIECE, session, signal }) : null);
    }
    if (foldText(path.slice(path.lastIndexOf('/') + 1)).includes(search.needle)) add(search, { path, line: 0, text: '' });
    if (type === 'file') await searchContents(files, search, nameAgain(path), ahead[index] ?? null);
    ahead[index] = null;
    if (search.cut !== null || signal.aborted) break;
  }
  await Promise.all(ahead);
}

async function searchContents(files: FileWall, search: Search, path: string, first: Read | null): Promise<void> {
  const { session, signal, limits } = search.request;
  const reach = (at: number): Read => files.readBytes(path, { offset: at, limit: PIECE, session, signal });
  let lines: LineSearch | null = null;
  let at = 0;
  for (let next = first ?? reach(0); !signal.aborted; next = reach(at)) {
    const read = await next;
    search.cut ??= boundReached(search, limits, lines === null);
    if (search.cut !== null) return;
    if (!read.ok) break;
    const { bytes, size, path: real } = read.value;
    at += bytes.length;
    search.bytes += bytes.length;
    const ended = at >= size || bytes.length === 0;
    if (lines === null) {
      const encoding = sniffEncoding(bytes, ended);
      if (encoding === null) break;
      search.files += 1;
      lines = { path: real, decoder: textDecoder(encoding), carry: '', line: 1, shownLine: 0 };
    }
    searchPiece(search, lines, lines.decoder.decode(bytes, { stream: !ended }), ended);
    if (ended) return;
    if (at >= FILE_REACH) break;
  }
  search.skipped += 1;
}

function boundReached(search: Search, limits: SearchLimits, fresh: boolean): keyof SearchLimits | null {
  if (fresh && search.files >= limits.files) return 'files';
  if (search.bytes >= limits.bytes) return 'bytes';
  return performance.now() - search.started > limits.milliseconds ? 'milliseconds' : null;
}

interface LineSearch {
  readonly path: string;
  readonly decoder: TextDecoder;
  /** The beginning of a line whose end has not come yet. */
  carry: string;
  line: number;
  /** The last line that gave a row. */
  shownLine: number;
}

function searchPiece(search: Search, state: LineSearch, text: string, ended: boolean): void {
  const whole = state.carry + text;
  const end = ended ? whole.length : whole.lastIndexOf('\n') + 1;
  const block = whole.slice(0, end);
  state.carry = whole.slice(end);
  const found = foldText(block).includes(search.needle);
  for (const line of block.split('\n')) {
    if (found) showLine(search, state, line);
    state.line += 1;
    if (search.cut !== null) return;
  }
  // After the last line end an empty string is split off that is no line.
  state.line -= 1;
  if (state.carry.length < PIECE) return;
  // One endless line: search what is there, and keep as much as a match could begin in.
  showLine(search, state, state.carry);
  state.carry = state.carry.slice(-4 * search.needle.length);
}

function showLine(search: Search, state: LineSearch, line: string): void {
  if (state.line === state.shownLine) return;
  const folded = foldText(line);
  const at = folded.indexOf(search.needle);
  if (at < 0) return;
  state.shownLine = state.line;
  // Folding may change the length, so the place is a near one.
  const middle = Math.round((at / folded.length) * line.length);
  add(search, { path: state.path, line: state.line, text: excerpt(line, middle) });
}

function excerpt(line: string, middle: number): string {
  const text = line.trim();
  if (text.length <= TEXT_LIMIT) return text;
  const from = Math.max(0, Math.min(middle - TEXT_LIMIT / 3, line.length - TEXT_LIMIT));
  return `${from > 0 ? '…' : ''}${line
    .slice(from, from + TEXT_LIMIT)
    .toWellFormed()
    .trim()}${from + TEXT_LIMIT < line.length ? '…' : ''}`;
}

function add(search: Search, row: SearchRow): void {
  if (search.rows.length >= search.request.limits.matches) search.cut = 'matches';
  else search.rows.push(row);
}
