/** Cuts a note into chunks: whole list items, paragraphs and code blocks below one heading, packed with one overlapping. */
import { estimateTokens } from '#runtime/text/token-counter';

/** The smallest thing a hit can be: a list item with what is indented under it, a paragraph, a code block, or a piece of a long one. */
export interface Unit {
  /** First and last line in the note, counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Chunk {
  /** Headings above it, outermost first, in one line. */
  readonly heading: string;
  readonly units: readonly Unit[];
}

/** Tokens in a chunk at most; measured: 160 keeps 81 % of the evidence within 1,000 tokens, 400 keeps 75 %. */
const CHUNK_TOKENS = 160;
/** White space costs next to no tokens: a unit is cut by its length too. */
const UNIT_CHARACTERS = 4_000;
/** A longer unit is not repeated in the next chunk. */
const OVERLAP_TOKENS = 80;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const COMMENT = /^ {0,3}<!--/;
const INDENTED = /^(?: {2,}|\t)\S/;

interface Section {
  readonly heading: string;
  readonly units: Unit[];
}

/** Lines of a note, without their ends; a byte order mark is no part of the first one. */
export function noteLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}

/** What closes a code block that the last lines leave open, else null. */
export function openFence(lines: readonly string[]): string | null {
  let fence: string | null = null;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === null) fence = mark === '' ? null : mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return fence;
}

/** The units of a note below their headings, in order. Comments are left out. */
export function parseSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  const path: string[] = [];
  let section: Section = { heading: '', units: [] };
  sections.push(section);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (heading !== null) {
      path.length = Math.min(path.length, (heading[1] ?? '').length - 1);
      const title = headingTitle(heading[2] ?? '');
      path[(heading[1] ?? '').length - 1] = title;
      section = { heading: path.filter(Boolean).join(' · '), units: [] };
      sections.push(section);
      at += 1;
      // A heading with nothing below it is itself what was noted.
      if (title !== '' && endsEmpty(lines, at)) section.units.push({ from: at, to: at, text: line });
      continue;
    }
    const end = unitEnd(lines, at);
    const text = lines.slice(at, end).join('\n');
    const bare = text.trim();
    if (bare !== '' && !(bare.startsWith('<!--') && bare.endsWith('-->'))) section.units.push({ from: at + 1, to: end, text });
    at = end;
  }
  return sections.filter(({ units }) => units.length > 0);
}

/** A longer heading is cut: it goes into every chunk below it. */
const TITLE_CHARACTERS = 200;

function headingTitle(text: string): string {
  return text.slice(0, TITLE_CHARACTERS).trim().replace(/ #+$/, '');
}

function endsEmpty(lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === '') at += 1;
  return at >= lines.length || HEADING.test(lines[at] ?? '');
}

/** Index after the last line of the unit that begins at `start`. */
function unitEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? '';
  if (first.trim() === '') return start + 1;
  const fence = FENCE.exec(first)?.[1];
  let end = start + 1;
  if (fence !== undefined) {
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`);
    while (end < lines.length && !closing.test(lines[end] ?? '')) end += 1;
    return Math.min(end + 1, lines.length);
  }
  if (COMMENT.test(first)) {
    while (end <= lines.length && !lines[end - 1]?.includes('-->')) end += 1;
    return Math.min(end, lines.length);
  }
  const item = ITEM.test(first);
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (line.trim() === '') {
      if (!item || !INDENTED.test(lines[end + 1] ?? '')) break;
    } else if (item && INDENTED.test(line)) continue;
    else if (HEADING.test(line) || ITEM.test(line) || FENCE.test(line) || COMMENT.test(line)) break;
  }
  return end;
}

const fits = (text: string): boolean => text.length <= UNIT_CHARACTERS && estimateTokens(text) <= CHUNK_TOKENS;

/** Cuts a unit that is larger than a chunk at line ends, then at sentence ends, then anywhere. */
function splitUnit(unit: Unit): Unit[] {
  if (fits(unit.text)) return [unit];
  const pieces = unit.text
    .split('\n')
    .flatMap((line, index) =>
      fits(line)
        ? [{ from: unit.from + index, text: line }]
        : line
            .split(/(?<=[.!?;])\s+|(?<=[。！？；])/u)
            .flatMap((sentence) => hardCut(sentence).map((text) => ({ from: unit.from + index, text }))),
    );
  const units: Unit[] = [];
  let open: Unit | undefined;
  for (const { from, text } of pieces) {
    const joined: string = open === undefined ? text : `${open.text}${from === open.to ? ' ' : '\n'}${text}`;
    if (open !== undefined && !fits(joined)) {
      units.push(open);
      open = { from, to: from, text };
    } else open = { from: open?.from ?? from, to: from, text: joined };
  }
  if (open !== undefined) units.push(open);
  return units.filter(({ text }) => text.trim() !== '');
}

function hardCut(text: string): string[] {
  if (fits(text)) return [text];
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += CHUNK_TOKENS) pieces.push(characters.slice(at, at + CHUNK_TOKENS).join(''));
  return pieces;
}

/** Chunks of a note, in order. The same text gives the same chunks. */
export function chunkNote(text: string): Chunk[] {
  return parseSections(noteLines(text)).flatMap(({ heading, units }) =>
    pack(units.flatMap(splitUnit)).map((packed) => ({ heading, units: packed })),
  );
}

function pack(units: readonly Unit[]): Unit[][] {
  const chunks: Unit[][] = [];
  let open: Unit[] = [];
  let size = 0;
  for (const unit of units) {
    const tokens = estimateTokens(unit.text);
    if (open.length > 0 && size + tokens > CHUNK_TOKENS) {
      chunks.push(open);
      const last = open.at(-1);
      const repeated = last === undefined ? 0 : estimateTokens(last.text);
      const again = last !== undefined && repeated <= OVERLAP_TOKENS && repeated + tokens <= CHUNK_TOKENS;
      open = again ? [last] : [];
      size = again ? repeated : 0;
    }
    open.push(unit);
    size += tokens;
  }
  if (open.length > 0) chunks.push(open);
  return chunks;
}
