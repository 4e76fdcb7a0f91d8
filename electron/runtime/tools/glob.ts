/** Glob patterns over paths of the workspace, matched in bounded time whatever the pattern (Node's own matcher takes minutes on some). */

export type Glob =
  | { readonly ok: true /** `path` is relative to the searched folder, `/` between parts. */; matches(path: string): boolean }
  | { readonly ok: false; readonly why: 'climbs' | 'home' | 'malformed' };

/** Patterns that `{a,b}` may unfold into. */
const ALTERNATIVES = 64;

/**
 * `*` and `?` stay within a name, `**` spans folders, `[a-z]` and `{a,b}` choose. A pattern without `/` matches a name at any depth. Case and
 * Unicode form do not matter; dot files match like others. A pattern that would leave the folder is refused.
 */
export function readGlob(pattern: string): Glob {
  if (/[\p{Cc}\u2028\u2029]/u.test(pattern) || !pattern.isWellFormed() || pattern.trim() === '') return { ok: false, why: 'malformed' };
  if (pattern.startsWith('~')) return { ok: false, why: 'home' };
  if (climbs(pattern)) return { ok: false, why: 'climbs' };
  const alternatives = unfold(fold(pattern.replaceAll('\\', '/')));
  if (alternatives === null) return { ok: false, why: 'malformed' };
  const patterns = alternatives.map((alternative) => {
    const parts = alternative.split('/').filter((part) => part !== '' && part !== '.');
    return alternative.includes('/') ? parts : ['**', ...parts];
  });
  return {
    ok: true,
    matches(path) {
      const names = fold(path).split('/');
      return patterns.some((parts) => matchParts(parts, names));
    },
  };
}

/** Whether any reading of a path or pattern goes above its folder or begins at a root. */
export function climbs(pattern: string): boolean {
  return pattern.split(/[/\\{},()|]/).includes('..') || /(^|[{,(|])[/\\]/.test(pattern) || /(^|[{,(|])[a-z]:[/\\]/i.test(pattern);
}

export function isGlob(path: string): boolean {
  return /[*?{[]/.test(path);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** null for more alternatives than are tried. */
function unfold(pattern: string): string[] | null {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // The innermost pair first: it holds no other brace.
    const braces = /\{([^{}]*)\}/.exec(next);
    if (braces === null) done.push(next);
    else {
      const [whole, inner = ''] = braces;
      for (const choice of inner.split(',')) open.push(next.slice(0, braces.index) + choice + next.slice(braces.index + whole.length));
    }
    if (done.length + open.length > ALTERNATIVES) return null;
  }
  return [...new Set(done)];
}

/** Greedy with one place to go back to, which is enough for `**`: at most parts times names steps. */
function matchParts(parts: readonly string[], names: readonly string[]): boolean {
  return matchRuns(parts, names, (part) => part === '**', matchName);
}

function matchName(pattern: string, name: string): boolean {
  return matchRuns(tokens(pattern), [...name], (token) => token === '*', matchCharacter);
}

function matchRuns(
  pattern: readonly string[],
  items: readonly string[],
  isRun: (p: string) => boolean,
  one: (p: string, i: string) => boolean,
) {
  let [p, i, runAt, from] = [0, 0, -1, 0];
  while (i < items.length) {
    const [wanted, item = ''] = [pattern[p], items[i]];
    if (wanted !== undefined && isRun(wanted)) {
      runAt = p;
      from = i;
      p += 1;
    } else if (wanted !== undefined && one(wanted, item)) {
      p += 1;
      i += 1;
    } else if (runAt >= 0) {
      from += 1;
      i = from;
      p = runAt + 1;
    } else return false;
  }
  return pattern.slice(p).every(isRun);
}

/** Characters, `*`, `?` and `[...]` classes; a bracket without an end is a character. */
function tokens(pattern: string): string[] {
  return pattern.match(/\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/gu)?.map((token) => (token.startsWith('*') ? '*' : token)) ?? [];
}

function matchCharacter(token: string, character: string): boolean {
  if (token === '?') return true;
  if (token.length < 3 || !token.startsWith('[')) return token === character;
  const negated = /^\[[!^]/.test(token);
  const members = [...token.slice(negated ? 2 : 1, -1)];
  let found = false;
  for (let at = 0; at < members.length; at += 1) {
    const [low = '', dash, high] = members.slice(at, at + 3);
    const range = dash === '-' && high !== undefined;
    if (range ? low <= character && character <= high : low === character) found = true;
    if (range) at += 2;
  }
  return found !== negated;
}
