/** Where the words of a command lead: real places of the disk, wildcards spread, without anything being run. */
import { readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { HOME_MARK, type ReadWord } from './read-word.ts';

export interface Ground {
  /** Real path of the workspace. */
  readonly root: string;
  readonly home: string;
  readonly dataFolder: string;
  /** Where the command runs; null once a `cd` led somewhere unknown. */
  readonly cwd: string | null;
}

/** Absolute place of a word, wildcards left in it; null where it cannot be known. */
export function placeOf(word: ReadWord, { home, cwd }: Ground): string | null {
  if (word.text === null) return null;
  let text = word.text;
  if (word.tilde) {
    if (!/^~(\/|$)/.test(text)) return null;
    text = home + text.slice(1);
  }
  if (text.startsWith(HOME_MARK)) text = home + text.slice(HOME_MARK.length);
  if (text.includes('\0')) return null;
  if (isAbsolute(text)) return normalize(text).replace(/(?<=.)\/+$/, '');
  return cwd === null ? null : resolve(cwd, text);
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
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
  while (/\/(\*+|\.\*|\?\*|\.\[[^/]*\]\*|\{[^/]*\*[^/]*\})$/.test(path)) path = dirname(path);
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
  if (texts === null) return { ok: false, why: 'unknown' };
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

/** `a{b,c}d` as its alternatives; null for anything more than that. */
function braces(pattern: string): string[] | null {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (found === null) return /[{}]/.test(pattern) ? null : [pattern];
  const [all, inner = ''] = found;
  if (!inner.includes(',') || inner.includes('..')) return null;
  const out: string[] = [];
  for (const one of inner.split(',')) {
    const rest = braces(pattern.slice(0, found.index) + one + pattern.slice(found.index + all.length));
    if (rest === null || out.length + rest.length > 100) return null;
    out.push(...rest);
  }
  return out;
}

async function matches(pattern: string, max: number): Promise<{ places: string[]; more: boolean } | null> {
  let places = ['/'];
  let more = false;
  for (const part of pattern.split('/').filter((one) => one !== '')) {
    if (!/[*?[\]]/.test(part)) {
      places = places.map((place) => join(place, part));
      continue;
    }
    const wanted = partPattern(part);
    if (wanted === null) return null;
    const next: string[] = [];
    for (const place of places) {
      const names = await readdir(place).catch(() => []);
      for (const name of names) {
        if (!wanted.test(name) || (name.startsWith('.') && !part.startsWith('.'))) continue;
        if (next.length >= max) more = true;
        else next.push(join(place, name));
      }
    }
    places = next;
  }
  return { places: pattern.split('/').some((part) => /[*?[\]]/.test(part)) ? places : [], more };
}

/** One part of a pattern as a regular expression; null for extended patterns and classes. */
function partPattern(part: string): RegExp | null {
  if (/[@+!?*]\(|\[\[:|\[:/.test(part)) return null;
  const source = part.replace(/\[([!^]?)([^\]]*)\]|[*?]|[.+^${}()|\\[\]]/g, (all, not: string | undefined, set: string | undefined) => {
    if (set !== undefined) return `[${not ? '^' : ''}${set.replace(/[\\^\]]/g, '\\$&')}]`;
    return all === '*' ? '.*' : all === '?' ? '.' : `\\${all}`;
  });
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    return null;
  }
}
