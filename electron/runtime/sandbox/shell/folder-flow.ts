/** How the commands of a line hang together, as far as the folder matters that each of them runs in. */
import type { Node } from 'web-tree-sitter';

export type Flow =
  /** A simple command, by where it begins in the line. */
  | { readonly kind: 'command'; readonly start: number }
  | { readonly kind: 'and' | 'or'; readonly left: Flow; readonly right: Flow }
  | { readonly kind: 'sequence'; readonly items: readonly Flow[] }
  /** In a process of its own: a change of folder ends with it. */
  | { readonly kind: 'apart'; readonly items: readonly Flow[] }
  /** May run, or not, or again. */
  | { readonly kind: 'maybe'; readonly items: readonly Flow[] };

const APART = new Set(['pipeline', 'subshell', 'command_substitution', 'process_substitution']);
const MAYBE = new Set([
  'if_statement',
  'while_statement',
  'for_statement',
  'c_style_for_statement',
  'case_statement',
  'function_definition',
]);
const COMMANDS = new Set(['command', 'test_command', 'declaration_command', 'unset_command', 'variable_assignment']);

export function flowOf(node: Node): Flow {
  const { type, children } = node;
  const inner = (): Flow[] => children.filter((child) => child.isNamed).map(flowOf);
  if (COMMANDS.has(type)) {
    const own: Flow = { kind: 'command', start: node.startIndex };
    return { kind: 'sequence', items: [{ kind: 'apart', items: inner() }, own] };
  }
  if (APART.has(type)) return { kind: 'apart', items: inner() };
  if (MAYBE.has(type)) return { kind: 'maybe', items: inner() };
  if (type === 'list') {
    const [left, right] = [node.firstNamedChild, node.lastNamedChild];
    const isOr = children.some((child) => child.type === '||');
    if (left !== null && right !== null) return { kind: isOr ? 'or' : 'and', left: flowOf(left), right: flowOf(right) };
  }
  const items = children.flatMap((child, at): Flow[] => {
    if (!child.isNamed) return [];
    return [children[at + 1]?.type === '&' ? { kind: 'apart', items: [flowOf(child)] } : flowOf(child)];
  });
  return { kind: 'sequence', items };
}

/** Where a command may run; null stands for a place that cannot be known. */
export type Folders = ReadonlySet<string | null>;

/** What a command does to the folder: where it may be after it succeeded, and after it failed. */
export type Step = (start: number, from: Folders) => { readonly ok: Folders; readonly fail: Folders };

/** Possible folders that are told apart; beyond, the place is unknown. */
const MOST = 6;

const union = (...sets: readonly Folders[]): Folders => {
  const all = new Set(sets.flatMap((one) => [...one]));
  return all.size > MOST ? new Set([...all].slice(0, MOST).concat(null)) : all;
};

/** Goes through a line; `step` is asked at each command, in order. */
export function walkFolders(flow: Flow, from: Folders, step: Step): { readonly ok: Folders; readonly fail: Folders } {
  switch (flow.kind) {
    case 'command':
      return step(flow.start, from);
    case 'and': {
      const left = walkFolders(flow.left, from, step);
      const right = after(flow.right, left.ok, from, step);
      return { ok: right.ok, fail: union(left.fail, right.fail) };
    }
    case 'or': {
      const left = walkFolders(flow.left, from, step);
      const right = after(flow.right, left.fail, from, step);
      return { ok: union(left.ok, right.ok), fail: right.fail };
    }
    case 'sequence': {
      let last: { readonly ok: Folders; readonly fail: Folders } = { ok: from, fail: from };
      let at = from;
      for (const item of flow.items) {
        last = walkFolders(item, at, step);
        const next = union(last.ok, last.fail);
        if (next.size > 0) at = next;
      }
      return last;
    }
    case 'apart': {
      for (const item of flow.items) walkFolders(item, from, step);
      return { ok: from, fail: from };
    }
    case 'maybe': {
      let at = from;
      for (const item of flow.items) {
        const { ok, fail } = walkFolders(item, at, step);
        at = union(at, ok, fail);
      }
      return { ok: at, fail: at };
    }
    default:
      return flow satisfies never;
  }
}

/** What should never be reached is still looked at, where it would stand; it leads nowhere. */
function after(flow: Flow, reached: Folders, from: Folders, step: Step): { readonly ok: Folders; readonly fail: Folders } {
  if (reached.size > 0) return walkFolders(flow, reached, step);
  walkFolders(flow, from, step);
  return { ok: reached, fail: reached };
}
