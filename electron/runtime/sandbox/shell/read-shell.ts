/** Reads a line of shell as a tree and gives its simple commands; what is not understood is named, never guessed. */
import type { Node, Tree } from 'web-tree-sitter';
import { type Flow, flowOf } from './folder-flow.ts';
import { LEAVES, PLAIN } from './plain-syntax.ts';
import { type ReadWord, readWord } from './read-word.ts';
import { shellParser } from './shell-parser.ts';
import { type UnfitText, unfitText } from './unfit-text.ts';

/** Simple commands of one line. */
const PARTS_LIMIT = 100;
/** Levels of the tree of one line; a list of n commands has n. */
const TREE_LIMIT = 250;

export interface Redirect {
  readonly operator: string;
  /** null for one to another descriptor. */
  readonly target: ReadWord | null;
}

export interface SimpleCommand {
  /** Where it begins in the line; no two begin at the same place. */
  readonly start: number;
  readonly words: readonly ReadWord[];
  /** Variables set for this command alone, or for the shell where there are no words. */
  readonly assigns: readonly string[];
  readonly redirects: readonly Redirect[];
  /** Stands in a substitution: its output becomes part of another command. */
  readonly nested: boolean;
  /** Number of the pipeline it belongs to, and its place in it. */
  readonly pipeline: number;
  readonly stage: number;
  /** Text given as standard input. */
  readonly fed: string | null;
}

export type ReadShell =
  | { readonly ok: false; readonly why: UnfitText | 'syntax' }
  | {
      readonly ok: true;
      readonly commands: readonly SimpleCommand[];
      /** Kinds of syntax beyond plain commands, pipes and lists; empty for a plain line. */
      readonly odd: readonly string[];
      /** How the commands hang together; null where none of them changes the folder. */
      readonly flow: Flow | null;
    };

export async function readShell(command: string): Promise<ReadShell> {
  const why = unfitText(command);
  if (why !== null) return { ok: false, why };
  const tree = (await shellParser()).parse(command);
  if (tree === null) return { ok: false, why: 'syntax' };
  try {
    if (tree.rootNode.hasError) return { ok: false, why: 'syntax' };
    return isTooDeep(tree) ? { ok: false, why: 'too deep' } : collect(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** Looked at before the walk over the tree, which goes one call deeper for every level. */
function isTooDeep(tree: Tree): boolean {
  const cursor = tree.walk();
  try {
    let depth = 0;
    for (;;) {
      if (cursor.gotoFirstChild()) depth += 1;
      else {
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return false;
          depth -= 1;
        }
      }
      if (depth > TREE_LIMIT) return true;
    }
  } finally {
    cursor.delete();
  }
}

interface Walk {
  readonly commands: SimpleCommand[];
  readonly odd: Set<string>;
  pipelines: number;
}

interface Place {
  readonly nested: boolean;
  readonly pipeline: number;
  readonly stage: number;
  readonly redirects: readonly Redirect[];
  readonly fed: string | null;
}

function collect(root: Node): ReadShell {
  const walk: Walk = { commands: [], odd: new Set(), pipelines: 0 };
  visit(root, walk, { nested: false, pipeline: -1, stage: 0, redirects: [], fed: null });
  if (walk.commands.length > PARTS_LIMIT) walk.odd.add('many parts');
  // A word that the grammar leaves out of its tree is a difference between it and bash.
  return { ok: true, commands: walk.commands, odd: [...walk.odd], flow: walk.commands.some(mayMove) ? flowOf(root) : null };
}

const mayMove = ({ words }: SimpleCommand): boolean =>
  words.slice(0, 3).some(({ text }) => /^(cd|chdir|pushd|popd|eval|source|\.)$/.test(text ?? ''));

function visit(node: Node, walk: Walk, place: Place): void {
  if (!PLAIN.has(node.type) && node.type !== 'variable_assignment') walk.odd.add(node.type);
  switch (node.type) {
    case 'command':
    case 'test_command':
    case 'declaration_command':
    case 'unset_command':
      take(node, walk, place);
      return;
    case 'variable_assignment':
      push(walk, place, { start: node.startIndex, words: [], assigns: [assigned(node)] });
      walk.odd.add('variable_assignment');
      within(node, walk, { ...place, nested: true });
      return;
    case 'redirected_statement': {
      const around = { ...place, ...redirectsOf(node, walk, place) };
      const body = node.childForFieldName('body');
      if (body === null) push(walk, around, { start: node.startIndex, words: [], assigns: [] });
      else visit(body, walk, around);
      return;
    }
    case 'pipeline':
      walk.pipelines += 1;
      piped(node, walk, place, { pipeline: walk.pipelines, stage: 0 });
      return;
    case 'command_substitution':
    case 'process_substitution':
      within(node, walk, { ...place, nested: true, pipeline: -1, redirects: [], fed: null });
      return;
    default:
      within(node, walk, place);
  }
}

/** The grammar makes `a | b 2>&1 | c` a pipe in a pipe, and hangs what is redirected at the end on the whole: it is the last command's. */
function piped(node: Node, walk: Walk, place: Place, pipe: { readonly pipeline: number; stage: number }): void {
  const last = node.namedChildren.findLast((child) => child !== null && child.type !== 'comment');
  for (const child of node.children) {
    const own = child.id === last?.id ? place : { redirects: [], fed: null };
    const inner: Place = { ...place, ...pipe, redirects: own.redirects, fed: own.fed };
    const body = child.type === 'redirected_statement' ? child.childForFieldName('body') : child;
    if (body?.type !== 'pipeline') {
      visit(child, walk, inner);
      if (child.isNamed && child.type !== 'comment') pipe.stage += 1;
    } else piped(body, walk, child === body ? inner : { ...inner, ...redirectsOf(child, walk, inner) }, pipe);
  }
}

function within(node: Node, walk: Walk, place: Place): void {
  for (const child of node.children) visit(child, walk, place);
}

function push(
  walk: Walk,
  place: Place,
  { start, words, assigns }: Pick<SimpleCommand, 'start' | 'words' | 'assigns'>,
  more: Partial<SimpleCommand> = {},
): void {
  let { pipeline } = place;
  if (pipeline < 0) {
    walk.pipelines += 1;
    pipeline = walk.pipelines;
  }
  const { nested, stage, redirects, fed } = place;
  walk.commands.push({ start, words, assigns, redirects, nested, pipeline, stage, fed, ...more });
}

const assigned = (node: Node): string => node.childForFieldName('name')?.text ?? '';

/** One simple command: its words, then whatever stands inside them as commands of their own. */
function take(node: Node, walk: Walk, place: Place): void {
  const words: ReadWord[] = [];
  const assigns: string[] = [];
  const redirects: Redirect[] = [...place.redirects];
  let { fed } = place;
  const isTest = node.type === 'test_command';
  for (const child of isTest ? testWords(node) : node.children) {
    if (child.type === 'variable_assignment') assigns.push(assigned(child));
    else if (child.type === 'herestring_redirect') fed = fedWords(child, walk);
    else if (child.type === 'file_redirect') redirects.push(redirectOf(child));
    else words.push(readWord(child.type === 'command_name' ? (child.firstChild ?? child) : child));
    const { type } = child;
    if (LEAVES.has(type) || (type === 'word' && child.childCount === 0)) continue; // a long line is mostly these
    if (type !== 'heredoc_body') within(child, walk, { nested: true, pipeline: -1, stage: 0, redirects: [], fed: null });
    if (!PLAIN.has(type)) walk.odd.add(type);
  }
  push(walk, place, { start: node.startIndex, words, assigns }, { redirects, fed });
}

/** The text behind `<<<`. */
function fedWords(node: Node, walk: Walk): string {
  const texts = node.namedChildren.flatMap((one) => (one === null ? [] : [readWord(one).text]));
  if (texts.includes(null)) walk.odd.add('herestring_redirect');
  return texts.join('');
}

/** `[ -f a ]` and `[[ -f a ]]` as the words of a command. */
function testWords(node: Node): Node[] {
  return node.children.flatMap((child) =>
    /_expression$/.test(child.type) ? testWords(child) : child.type === ']' || child.type === ']]' ? [] : [child],
  );
}

function redirectOf(node: Node): Redirect {
  const operator = node.children.find((child) => !child.isNamed)?.type ?? '';
  const destination = node.childForFieldName('destination');
  if (destination === null) return { operator, target: null };
  const target = readWord(destination);
  return { operator, target: /^[<>]&$/.test(operator) && /^(\d+|-)$/.test(target.text ?? '') ? null : target };
}

/** What a statement and those around it redirect; commands within the redirections are collected. */
function redirectsOf(node: Node, walk: Walk, place: Place): Pick<Place, 'redirects' | 'fed'> {
  const redirects: Redirect[] = [...place.redirects];
  let { fed } = place;
  for (const child of node.children) {
    if (child.type === 'file_redirect') {
      redirects.push(redirectOf(child));
      if (!PLAIN.has(child.type)) walk.odd.add(child.type);
      within(child, walk, { ...place, nested: true, redirects: [], fed: null });
    } else if (child.type === 'herestring_redirect') {
      fed = fedWords(child, walk);
      within(child, walk, { ...place, nested: true, redirects: [], fed: null });
    } else if (child.type === 'heredoc_redirect') {
      const body = child.children.find(({ type }) => type === 'heredoc_body');
      fed = body?.text ?? '';
      // The grammar leaves some of what bash expands in such a text as plain words.
      const start = child.children.find(({ type }) => type === 'heredoc_start')?.text ?? '';
      if (!/['"\\]/.test(start) && /`|\$[\w({[?$!#@*-]/.test(fed)) walk.odd.add('heredoc_expansion');
      for (const inner of child.children) if (inner.type === 'file_redirect') redirects.push(redirectOf(inner));
      within(child, walk, { ...place, nested: true, redirects: [], fed: null });
      // Commands after `<<E` on the same line are left to the walk above, but their place in a pipe is not told.
      if (child.namedChildren.some((inner) => inner !== null && /^(pipeline|command|list)$/.test(inner.type)))
        walk.odd.add('heredoc_redirect');
    }
  }
  return { redirects, fed };
}
