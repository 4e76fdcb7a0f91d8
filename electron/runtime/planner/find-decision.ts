/** Finds the one decision object in a model's whole reply: past thinking, fences and prose, never inside another object. */
import { type ReadRule, readJsonObject, type Tolerance } from './json-reader.ts';

/** What was passed over or forgiven on the way, by name. */
export type FindNote =
  | Tolerance
  | 'thinking'
  | 'thinking_unclosed'
  | 'code_fence'
  | 'text_around'
  | 'array_of_one'
  | 'other_object'
  | 'second_object';

export type FindRule = Exclude<ReadRule, 'not_object'> | 'empty' | 'no_object' | 'no_action' | 'several_decisions' | 'thinking_unclosed';

export type FoundDecision =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly notes: readonly FindNote[] }
  | { readonly ok: false; readonly rule: FindRule; readonly key: string };

interface Found {
  readonly value: Record<string, unknown>;
  readonly start: number;
  readonly end: number;
  readonly tolerances: readonly Tolerance[];
}

interface Search {
  readonly objects: Found[];
  /** Where what counts begins: after the last closed thinking. */
  from: number;
  unclosed: boolean;
  readonly notes: Set<FindNote>;
  failure: { rule: FindRule; key: string; at: number } | null;
}

const MARK = /\{|<(\/?)(?:think|thinking|thought|reasoning)>/gi;
const OPENING = /<(?:think|thinking|thought|reasoning)>/i;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** Nothing that says anything: white space, marks without width, brackets and commas of a list. */
const BLANK = /^[\s\u200b-\u200d\u2060\ufeff,;[\]]*$/;
const FENCE = /```[\w-]*|~~~[\w-]*/g;

/**
 * The first object with an `action`. One that breaks off or breaks a rule ends the search: nothing inside or after it is tried in its place.
 * A second decision is passed over only when text parts it from a first one that opened the reply; otherwise it is not known which was meant.
 */
export function findDecision(text: string): FoundDecision {
  if (BLANK.test(text)) return { ok: false, rule: 'empty', key: '' };
  const search: Search = { objects: [], from: 0, unclosed: false, notes: new Set(), failure: null };
  scan(text, search);
  const decisions = search.objects.filter((one) => Object.hasOwn(one.value, 'action'));
  const [first] = decisions;
  const refuse = (rule: FindRule, key = ''): FoundDecision => ({ ok: false, rule, key });
  if (first === undefined) {
    if (search.failure !== null) return refuse(search.failure.rule, search.failure.key);
    return refuse(search.objects.length === 0 ? 'no_object' : 'no_action');
  }
  const [before, after] = outside(text, search.from, first);
  const later = search.objects.find((one) => one.start > first.start);
  if (search.failure !== null && (BLANK.test(text.slice(first.end, search.failure.at)) || search.failure.at < first.start)) {
    return refuse(search.failure.rule, search.failure.key);
  }
  if (search.unclosed && (decisions.length > 1 || !BLANK.test(after))) return refuse('thinking_unclosed');
  const rival = decisions[1];
  if (rival !== undefined && (!BLANK.test(before) || BLANK.test(strip(text.slice(first.end, rival.start)))))
    return refuse('several_decisions');
  noteSurroundings(text, search, first, later);
  return { ok: true, value: first.value, notes: [...search.notes, ...first.tolerances] };
}

/** Walks the text once, object by object; tags inside strings of an object are never seen. */
function scan(text: string, search: Search): void {
  const mark = new RegExp(MARK);
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] !== '{') {
      mark.lastIndex = passTag(text, search, found.index, mark.lastIndex, found[1] === '/');
      continue;
    }
    const read = readJsonObject(text, found.index);
    if (read.ok) {
      search.objects.push({ value: read.value, start: found.index, end: read.end, tolerances: read.tolerances });
      mark.lastIndex = read.end;
    } else if (read.rule === 'not_object') {
      mark.lastIndex = Math.max(read.at, found.index + 1);
    } else {
      search.failure = { rule: read.rule, key: read.key, at: found.index };
      return;
    }
  }
}

/** A closing tag voids what came before it (its opening one was eaten by a template); an opening one is passed with all it holds. */
function passTag(text: string, search: Search, start: number, end: number, closing: boolean): number {
  if (closing) {
    search.objects.length = 0;
    search.from = end;
    search.notes.add('thinking');
    return end;
  }
  if (search.objects.length > 0) return end;
  const close = new RegExp(CLOSING);
  close.lastIndex = start;
  const found = search.unclosed ? null : close.exec(text);
  if (found === null) {
    search.unclosed = true;
    search.from = end;
    search.notes.add('thinking_unclosed');
    return end;
  }
  search.notes.add('thinking');
  search.from = close.lastIndex;
  return close.lastIndex;
}

const strip = (text: string): string => text.replace(FENCE, '');

function outside(text: string, from: number, { start, end }: Found): [before: string, after: string] {
  return [strip(text.slice(from, start)), strip(text.slice(end))];
}

function noteSurroundings(text: string, search: Search, first: Found, later: Found | undefined): void {
  const { notes } = search;
  const [before, after] = outside(text, search.from, first);
  if (text.includes('```') || text.includes('~~~')) notes.add('code_fence');
  if (!BLANK.test(before.replace(OPENING, '')) || !BLANK.test(after)) notes.add('text_around');
  else if (before.includes('[') && after.includes(']')) notes.add('array_of_one');
  if (/[\u200b-\u200d\u2060\ufeff]/.test(before) || /[\u200b-\u200d\u2060\ufeff]/.test(after)) notes.add('invisible_characters');
  if (later !== undefined || search.failure !== null) notes.add('second_object');
  if (search.objects[0] !== first) notes.add('other_object');
}
