/** Where the words of a command lead: real places of the disk, wildcards spread, without anything being run. */
import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { HERE_MARK, HOME_MARK, type ReadWord } from './read-word.ts';

export interface Ground {
  /** Real path of the workspace. */
  readonly root: string;
  readonly home: string;
  /** The app's own folder, under each name it has. */
  readonly dataFolders: readonly string[];
  /** Where the command runs; null once a `cd` led somewhere unknown. */
  readonly cwd: string | null;
}

/** Absolute name of a word with `..` left in it; null where it cannot be known. */
export function inFull(word: ReadWord, { home, cwd }: Ground): string | null {
  if (word.text === null) return null;
  let text = word.text;
  if (word.tilde) {
    const [, who, rest = ''] = /^~(\+?)((?:\/[\s\S]*)?)$/.exec(text) ?? [];
    if (who === undefined) return null;
    text = (who === '' ? home : (cwd ?? '\0')) + rest;
  }
  if (text.startsWith(HOME_MARK)) text = home + text.slice(HOME_MARK.length);
  if (text.startsWith(HERE_MARK)) text = (cwd ?? '\0') + text.slice(HERE_MARK.length);
  if (text.includes('\0')) return null;
  if (isAbsolute(text)) return text;
  return cwd === null ? null : `${cwd}/${text}`;
}

/** Absolute place of a word, wildcards left in it; null where it cannot be known. `..` goes up from where a link leads, as it does when the place is opened. */
export function placeOf(word: ReadWord, ground: Ground): string | null {
  const full = inFull(word, ground);
  if (full === null) return null;
  return (/\/\.\.(\/|$)/.test(full) ? climbed(full) : normalize(full)).replace(/(?<=.)\/+$/, '');
}

function climbed(path: string): string {
  let place = '/';
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') place = join(place, part);
    else {
      try {
        place = dirname(realpathSync(place));
      } catch {
        place = dirname(place); // nothing is there that could be a link
      }
    }
  }
  return place;
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Folders that hold somebody's whole disk, home or system: no command reads or writes them as such. */
export function isWhole(place: string, { root, home, dataFolders }: Ground): boolean {
  return [root, home, ...dataFolders].some((held) => isWithin(held, place)) || (/^\/[^/]*$/.test(place) && place !== '/tmp');
}

/** Places whose loss is the loss of everything: the workspace, the home, a drive, the system's folders, and whatever holds one of them. */
export function isRoot(path: string, { root, home }: Ground): boolean {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (clean === '' || isWithin(root, clean) || isWithin(home, clean)) return true;
  return /^\/[^/]+$/.test(clean) && clean !== '/tmp' ? true : /^\/(mnt|media|Volumes|usr|var|etc)\/[^/]+$/.test(clean);
}

/** The folder whose whole content a word names: `x`, `x/`, `x/*`, `x/.*`. */
export function wholeOf(place: string): string {
  let path = place;
  while (/\/(\*+|\.\*|\?\*|\*\?|\.?\[[!^.][^/]*\]\*|\{[^/]*\*[^/]*\})$/.test(path)) path = dirname(path);
  return path;
}

/** Matches that are looked up at most, and entries of one folder that are read. */
const SPREAD = 2_000;

export type Spread =
  | { readonly ok: true; readonly places: readonly string[]; readonly more: boolean }
  /** `flag`: a name that would be read as a flag; `unknown`: a pattern that is not understood. */
  | { readonly ok: false; readonly why: 'flag' | 'unknown' };

/** The places that a word with wildcards stands for now; itself when nothing matches, as in bash. */
export async function spread(word: ReadWord, ground: Ground, max: number = SPREAD): Promise<Spread> {
  if (word.text === null) return { ok: false, why: 'unknown' };
  // Braces come before all else in bash: `{a,/b}` is `a` and `/b`.
  const texts = word.glob ? braces(word.text) : [word.text];
  // What a wildcard meets may be a link, and `..` goes up from where it leads.
  if (texts === null || texts.some((text) => word.glob && /[*?[][^/]*\/(?:[\s\S]*\/)?\.\.(\/|$)/.test(text)))
    return { ok: false, why: 'unknown' };
  const places: string[] = [];
  let more = false;
  for (const text of texts) {
    const pattern = placeOf({ ...word, text, tilde: word.tilde || (word.glob && text.startsWith('~')) }, ground);
    if (pattern === null) return { ok: false, why: 'unknown' };
    const found = word.glob ? await matches(pattern, max - places.length) : { places: [], more: false };
    if (found === null) return { ok: false, why: 'unknown' };
    places.push(...(found.places.length === 0 ? [pattern] : found.places));
    more ||= found.more;
  }
  // Written without a folder before it, a match that begins with a dash is read as a flag.
  const bare = word.glob && !/^(\.{0,2}\/|~)/.test(word.text);
  if (bare && places.some((one) => ground.cwd !== null && one.slice(ground.cwd.length + 1).startsWith('-')))
    return { ok: false, why: 'flag' };
  return { ok: true, places, more };
}

/** Alternatives of one word that are looked at. */
const MOST = 200;

/** `a{b,c}{1..3}` as its alternatives; null for too many. Braces without a comma or a range stand for themselves. */
function braces(pattern: string): string[] | null {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (found === null) return [pattern.replaceAll('\u0001', '{').replaceAll('\u0002', '}')];
  const [all, inner = ''] = found;
  const choices = inner.includes(',') ? inner.split(',') : (range(inner) ?? [`\u0001${inner}\u0002`]);
  const out: string[] = [];
  for (const one of choices) {
    const rest = braces(pattern.slice(0, found.index) + one + pattern.slice(found.index + all.length));
    if (rest === null || out.length + rest.length > MOST) return null;
    out.push(...rest);
  }
  return out;
}

/** `1..5`, `a..e`; null for anything else. */
function range(inner: string): string[] | null {
  const [, from = '', to = ''] = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.-?\d+)?$/.exec(inner) ?? [];
  const letters = /^[A-Za-z]$/.test(from) && /^[A-Za-z]$/.test(to);
  if (from === '' || (!letters && !(/\d/.test(from) && /\d/.test(to)))) return null;
  const [one, other] = letters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const values = Array.from({ length: Math.min(high - low, MOST) + 1 }, (_, at) => low + at);
  return values.map((value) => (letters ? String.fromCharCode(value) : String(value)));
}

async function matches(pattern: string, max: number): Promise<{ places: string[]; more: boolean } | null> {
  let places = ['/'];
  let more = false;
  for (const part of pattern.split('/').filter((one) => one !== '')) {
    if (!/[*?[\]]/.test(part)) {
      places = places.map((place) => join(place, part));
      continue;
    }
    const wanted = partMatcher(part);
    if (wanted === null) return null;
    const next: string[] = [];
    for (const place of places) {
      const names = await readdir(place).catch((): string[] => []);
      if (part.startsWith('.')) names.push('..'); // some shells let `.*` meet it
      for (const name of names) {
        if (!wanted(name) || (name.startsWith('.') && !part.startsWith('.'))) continue;
        if (next.length >= max) more = true;
        else next.push(join(place, name));
      }
    }
    places = next;
  }
  return { places: pattern.split('/').some((part) => /[*?[\]]/.test(part)) ? places : [], more };
}

/** One part of a pattern; null for extended patterns and classes. Goes through a name once, so that no pattern takes long. */
function partMatcher(part: string): ((name: string) => boolean) | null {
  if (/[@+!?*]\(|\[:|\[[!^]?\]|\\/.test(part)) return null;
  const pieces = [''];
  for (const [token] of part.matchAll(/\[[^\]]+\]|[\s\S]/gu)) {
    if (token === '*') pieces.push('');
    else pieces[pieces.length - 1] += onePattern(token);
  }
  const [head = '', ...rest] = pieces;
  const tail = rest.pop();
  try {
    if (tail === undefined) return matcherOf(`^(?:${head})$`);
    const first = new RegExp(`^(?:${head})`, 'u');
    const middle = rest.filter((piece) => piece !== '').map((piece) => new RegExp(piece, 'u'));
    const last = matcherOf(`(?:${tail})$`);
    return (name) => {
      let left = name;
      for (const piece of [first, ...middle]) {
        const found: RegExpExecArray | null = piece.exec(left);
        if (found === null) return false;
        left = left.slice(found.index + found[0].length);
      }
      return last(left);
    };
  } catch {
    return null;
  }
}

function matcherOf(source: string): (name: string) => boolean {
  const pattern = new RegExp(source, 'su');
  return (name) => pattern.test(name);
}

function onePattern(token: string): string {
  if (token === '?') return '[\\s\\S]';
  const set = /^\[([!^]?)([^\]]+)\]$/u.exec(token);
  if (set !== null) return `[${set[1] === '' ? '' : '^'}${(set[2] ?? '').replace(/[\\^[]/g, '\\$&')}]`;
  return token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
