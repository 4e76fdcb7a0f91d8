/** Reads a window of lines of a text file: only the bytes that are needed, and tells how to go on. */
import type { FileWall, Outcome } from '#runtime/sandbox/file-wall';
import { sniffEncoding, type TextEncoding, textDecoder } from '#runtime/text/decode-text';
import { notice } from '#shared/schema/notice';
import type { SessionKind } from '#shared/schema/session';

/** UTF-16 units a call gives. */
export const CHARACTER_LIMIT = 32_000;
/** Bytes of the first look, which decides the encoding, and of every further one. */
const PIECE = 1024 * 1024;
/** Bytes that are read to find a line far down. */
const REACH = 64 * PIECE;

export interface LineWindow {
  readonly path: string;
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Some bytes did not fit the encoding and stand as U+FFFD. */
  readonly damaged: boolean;
  /** Of the whole file. */
  readonly bytes: number;
  /** Lines of the whole file; null when its end was not reached. */
  readonly lines: number | null;
  /** First and last line given, from 1; `to` is `from - 1` when there is none. */
  readonly from: number;
  readonly to: number;
  /** More follows. */
  readonly cut: boolean;
  /** The one line given is longer than a call gives, and its rest cannot be had. */
  readonly lineCut: boolean;
}

export interface LineRequest {
  readonly path: string;
  /** Lines to leave out before the first. */
  readonly offset: number;
  readonly limit: number;
  readonly session: SessionKind;
  readonly signal: AbortSignal;
}

export async function readLines(files: FileWall, { path, offset, limit, session, signal }: LineRequest): Promise<Outcome<LineWindow>> {
  const first = await files.readBytes(path, { offset: 0, limit: PIECE, session, signal });
  if (!first.ok) return first;
  const { size, path: real } = first.value;
  const encoding = sniffEncoding(first.value.bytes, first.value.bytes.length >= size);
  if (encoding === null) return { ok: false, kind: 'failed', error: notice('file_binary', { path: real, bytes: size }) };
  const decoder = textDecoder(encoding);
  const reading = { skipped: 0, body: '', partial: false, damaged: false };
  let piece = first.value.bytes;
  for (let at = piece.length; ; at += piece.length) {
    const ended = at >= size || piece.length === 0;
    take(reading, decoder.decode(piece, { stream: !ended }), offset);
    if (ended || reading.body.length > CHARACTER_LIMIT) {
      const { damaged } = reading;
      return { ok: true, value: { path: real, encoding, bytes: size, damaged, ...cutWindow(reading, { ended, offset, limit }) } };
    }
    if (at >= REACH) return { ok: false, kind: 'failed', error: notice('file_too_large', { path: real, bytes: size, limit: REACH }) };
    const next = await files.readBytes(path, { offset: at, limit: PIECE, session, signal });
    if (!next.ok) return next;
    // A file that only grew is a log; one that shrank is another text than its beginning was.
    if (next.value.size < size) return { ok: false, kind: 'failed', error: notice('file_changed', { path: real }) };
    piece = next.value.bytes;
  }
}

interface Reading {
  /** Line ends before the wanted lines. */
  skipped: number;
  /** Text from the first wanted line on. */
  body: string;
  /** While skipping: the last line seen has no end yet. */
  partial: boolean;
  damaged: boolean;
}

function take(reading: Reading, text: string, offset: number): void {
  if (text.includes('\ufffd')) reading.damaged = true;
  let at = 0;
  while (reading.skipped < offset) {
    const end = text.indexOf('\n', at);
    if (end < 0) {
      if (at < text.length) reading.partial = true;
      else if (text.length > 0) reading.partial = false;
      return;
    }
    reading.skipped += 1;
    at = end + 1;
  }
  reading.partial = false;
  reading.body += text.slice(at);
}

function cutWindow(
  { body, skipped, partial }: Reading,
  { ended, offset, limit }: { ended: boolean; offset: number; limit: number },
): Pick<LineWindow, 'text' | 'lines' | 'from' | 'to' | 'cut' | 'lineCut'> {
  let end = afterLines(body, limit);
  let lineCut = false;
  if (end > CHARACTER_LIMIT) {
    end = body.lastIndexOf('\n', CHARACTER_LIMIT - 1) + 1;
    lineCut = end === 0;
    if (lineCut) end = CHARACTER_LIMIT - (/[\ud800-\udbff]/.test(body[CHARACTER_LIMIT - 1] ?? '') ? 1 : 0);
  }
  const text = body.slice(0, end);
  const from = offset + 1;
  const lines = ended ? skipped + countLines(body) + (partial ? 1 : 0) : null;
  return { text, lines, from, to: offset + countLines(text), cut: end < body.length || !ended, lineCut };
}

/** Where the text after so many lines begins. */
function afterLines(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** A last line without an end counts. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
