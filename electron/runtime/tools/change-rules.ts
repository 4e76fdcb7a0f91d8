/** Rules that an answer to a file change may make, and what they cover. */
import { isAbsolute, posix } from 'node:path';
import type { RuleDraft } from '#shared/schema/approval';

const WORKSPACE = '';

/** For a change of one file: the file, its folder, the whole workspace. Never offered for names that always ask. */
export function rulesForFile(tool: string, path: string): RuleDraft[] {
  const folder = folderOf(path);
  const paths = [path, ...(folder === WORKSPACE ? [] : [folder]), ...(isAbsolute(path) ? [] : [WORKSPACE])];
  return paths.map((one) => draft(tool, one));
}

/** For a deletion, which may lose much: never the whole workspace. */
export function rulesForDelete(tool: string, path: string, type: string): RuleDraft[] {
  const folder = folderOf(path);
  return [...(type === 'folder' ? [] : [path]), ...(folder === WORKSPACE ? [] : [folder])].map((one) => draft(tool, one));
}

/** For a move: the nearest folder that has both ends in it, and the workspace. */
export function rulesForMove(tool: string, from: string, to: string): RuleDraft[] {
  if (isAbsolute(from) || isAbsolute(to)) return [];
  const [a, b] = [folderOf(from).split('/'), folderOf(to).split('/')];
  let shared = 0;
  while (shared < a.length - 1 && a[shared] === b[shared]) shared += 1;
  const folder = a
    .slice(0, shared)
    .map((part) => `${part}/`)
    .join('');
  return [...(folder === WORKSPACE ? [] : [folder]), WORKSPACE].map((one) => draft(tool, one));
}

/**
 * Whether a rule's path covers a real path. Compared exactly: names that some disks take for the same are folded where something is forbidden,
 * not where something is allowed.
 */
export function coversPath(rule: RuleDraft, path: string): boolean {
  if (rule.match.kind !== 'path' || path === '') return false;
  const wanted = rule.match.path;
  if (wanted === WORKSPACE) return !isAbsolute(path);
  if (wanted.split('/').some((part) => part === '..' || part === '.')) return false;
  return wanted.endsWith('/') ? path.startsWith(wanted) && path.length > wanted.length : path === wanted;
}

function draft(tool: string, path: string): RuleDraft {
  return { tool, match: { kind: 'path', path } };
}

/** With its `/`; empty for the workspace itself, and in a granted folder, where only single files make rules. */
function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' || isAbsolute(path) ? WORKSPACE : `${folder}/`;
}
