/** Says where a path that could not be opened would lead: links are followed by hand, so a dangling one cannot hide that it points out. */
import { lstat, readlink } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';
import { errnoOf } from './file-errors.ts';
import { isBelow, type Platform } from './path-rules.ts';

export type MissingPath =
  | { readonly kind: 'missing' /** Where it would be created. */; readonly relative: string }
  | { readonly kind: 'outside' | 'loop' }
  /** Something on the way answers with this error. */
  | { readonly kind: 'error'; readonly error: unknown };

/** As many links as Linux follows. */
const LINK_LIMIT = 40;

/** A look that decides nothing that opens: opening is checked again. `at` is a prefix that reaches the root; `root` its real path. */
export async function explainMissing(
  relative: string,
  { at, root, platform }: { at: string; root: string; platform: Platform },
): Promise<MissingPath> {
  const cased = (path: string) => (platform === 'linux' ? path : path.toLowerCase());
  const way: string[] = [];
  let rest = split(relative);
  let links = 0;
  while (rest.length > 0) {
    const [name = '', ...after] = rest;
    rest = after;
    if (name === '..') {
      if (way.pop() === undefined) return { kind: 'outside' };
      continue;
    }
    const step = await look([at, ...way, name].join('/'));
    if (step.kind === 'error') return step;
    if (step.kind === 'missing') return beyond([...way, name], rest);
    if (step.kind === 'other') {
      way.push(name);
      continue;
    }
    links += 1;
    if (links > LINK_LIMIT) return { kind: 'loop' };
    const target = step.target;
    if (!isAbsolute(target)) {
      rest = [...split(target), ...rest];
      continue;
    }
    if (!isBelow(cased(target), cased(root), sep)) return { kind: 'outside' };
    way.length = 0;
    rest = [...split(target.slice(root.length)), ...rest];
  }
  return { kind: 'missing', relative: way.join('/') };
}

function split(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.');
}

/** What follows a missing name exists no more than it; only climbing has to be counted. */
function beyond(way: string[], rest: readonly string[]): MissingPath {
  for (const name of rest) {
    if (name !== '..') way.push(name);
    else if (way.pop() === undefined) return { kind: 'outside' };
  }
  return { kind: 'missing', relative: way.join('/') };
}

type Look = { kind: 'missing' } | { kind: 'other' } | { kind: 'link'; target: string } | { kind: 'error'; error: unknown };

async function look(path: string): Promise<Look> {
  try {
    const stat = await lstat(path);
    return stat.isSymbolicLink() ? { kind: 'link', target: await readlink(path) } : { kind: 'other' };
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'error', error };
  }
}
