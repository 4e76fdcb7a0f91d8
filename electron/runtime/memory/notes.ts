/** Writes entries into notes: clean text as one list item at the end, everything that stood there kept as it was. */
import { noteLines, openFence, parseSections } from './index/chunker.ts';

/** Characters that steer a terminal or hide text: controls but the line end, direction overrides, byte order marks. */
const UNWANTED = /[\p{Cc}--[\n]]|[\u202a-\u202e\u2066-\u2069\ufeff]/gv;
const BULLET = /^(?:[-*+•]\s+|\d{1,3}[.)]\s+(?=\S))/u;

/** Text as it may stand in a note: no controls, no leading bullet, nothing that would be a heading or a rule. '' when nothing is left. */
export function cleanEntry(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll('\t', '  ')
    .replace(UNWANTED, '');
  const lines = plain.split('\n').map((line) => line.trimEnd());
  const kept = lines.filter((line, at) => line !== '' || lines[at - 1] !== '');
  const body = kept.join('\n').trim();
  return body
    .replace(/^[-*+•]\s+/u, '')
    .split('\n')
    .map(escapeLine)
    .join('\n');
}

/** A line that Markdown would take for a heading, a rule or the line below a heading gets a backslash. */
function escapeLine(line: string): string {
  const bare = line.trimStart();
  const indent = line.slice(0, line.length - bare.length);
  const special = /^#{1,6}(?:\s|$)/.test(bare) || /^(?:(?:-\s*){2,}|={2,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(bare);
  return special ? `${indent}\\${bare}` : line;
}

/** What two entries have in common when they say the same: form, case, white space and closing marks aside. */
export function entryKey(text: string): string {
  const plain = text
    .trim()
    .replace(BULLET, '')
    .split('\n')
    .map((line) => line.trim().replace(/^\\(?=[#=*_-])/, ''))
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  // An entry of marks alone is what it is.
  return plain.replace(/[\s.。!！?？;；,，、…]+$/u, '') || plain;
}

export interface NoteEdit {
  /** Whole new text of the note; null when the entry stands there already. */
  readonly text: string | null;
  /** Where the entry stands, lines counted from 1. */
  readonly from: number;
  readonly to: number;
}

/**
 * Puts an entry at the end of a note, or finds it there.
 * @param before whole text, byte order mark included; null for a note to be made
 * @param entry clean, see `cleanEntry`
 * @param heading of a new note
 */
export function addEntry(before: string | null, entry: string, heading: string): NoteEdit {
  const item = entry.split('\n').map((line, at) => (at === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`));
  if (before === null || before.replace('\ufeff', '').trim() === '') {
    const eol = before?.includes('\r\n') ? '\r\n' : '\n';
    const mark = before?.startsWith('\ufeff') ? '\ufeff' : '';
    return { text: `${mark}${[`# ${heading}`, '', ...item].join(eol)}${eol}`, from: 3, to: 2 + item.length };
  }
  const lines = noteLines(before);
  const key = entryKey(entry);
  for (const { units } of parseSections(lines)) {
    const same = units.find((unit) => entryKey(unit.text) === key);
    if (same !== undefined) return { text: null, from: same.from, to: same.to };
  }
  const eol = newlineOf(before);
  const ended = /[\r\n]$/.test(before);
  const standing = ended ? lines.length - 1 : lines.length;
  const between = bridge(lines.slice(0, standing));
  const added = [...between, ...item].map((line) => line + eol).join('');
  const from = standing + between.length + 1;
  return { text: `${before}${ended ? '' : eol}${added}`, from, to: from + item.length - 1 };
}

/** The newline that the note uses most. */
function newlineOf(text: string): string {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

/** Lines needed before a new item: an open code block is closed, a paragraph or heading is left with an empty line. */
function bridge(lines: readonly string[]): string[] {
  const fence = openFence(lines);
  if (fence !== null) return [fence, ''];
  const last = lines.at(-1) ?? '';
  if (last.trim() === '') return [];
  const unit = parseSections(lines).at(-1)?.units.at(-1);
  const afterItem = unit !== undefined && unit.to === lines.length && BULLET.test(unit.text.trimStart());
  return afterItem ? [] : [''];
}
