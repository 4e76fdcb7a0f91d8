/** Reads a line of shell as a tree and gives its simple commands; what is not understood is named, never guessed. */
import { createRequire } from 'node:module';
import type { Node, Parser as ShellParser } from 'web-tree-sitter';
import { type ReadWord, readWord } from './read-word.ts';
import { type UnfitText, unfitText } from './unfit-text.ts';

/** Simple commands of one line. */
const PARTS_LIMIT = 100;

export interface Redirect {
  readonly operator: string;
  /** null for one to another descriptor. */
  readonly target: ReadWord | null;
}

export interface SimpleCommand {
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
    };

const PLAIN: ReadonlySet<string> = new Set([
  ...['program', 'list', 'pipeline', 'command', 'command_name', 'redirected_statement', 'file_redirect', 'file_descriptor', 'comment'],
  ...['word', 'string', 'string_content', 'raw_string', 'concatenation', 'number', 'negated_command', 'test_command', 'test_operator'],
  ...['unary_expression', 'binary_expression', 'heredoc_redirect', 'heredoc_start', 'heredoc_body', 'heredoc_end', 'heredoc_content'],
  ...['herestring_redirect', 'simple_expansion', 'variable_name', 'special_variable_name', 'extglob_pattern', 'regex'],
  ...[
    '&&',
    '||',
    '|',
    ';',
    '\n',
    '"',
    "'",
    '<',
    '>',
    '>>',
    '>&',
    '<&',
    '>|',
    '&>',
    '&>>',
    '<<',
    '<<-',
    '<<<',
    '[',
    ']',
    '[[',
    ']]',
    '!',
    '$',
    '=',
    '==',
    '!=',
  ],
]);

/** Words that nothing can stand inside of. */
const LEAVES: ReadonlySet<string> = new Set(['raw_string', 'number']);

let parser: Promise<ShellParser> | undefined;

async function loadParser(): Promise<ShellParser> {
  const { Language, Parser } = await import('web-tree-sitter');
  const resolve = createRequire(import.meta.url.replace(/app\.asar(?=\/)/, 'app.asar.unpacked')).resolve;
  await Parser.init({ locateFile: (name: string) => resolve(`web-tree-sitter/${name}`) });
  const made = new Parser();
  made.setLanguage(await Language.load(resolve('tree-sitter-bash/tree-sitter-bash.wasm')));
  return made;
}

export async function readShell(command: string): Promise<ReadShell> {
  const why = unfitText(command);
  if (why !== null) return { ok: false, why };
  parser ??= loadParser();
  const tree = (await parser).parse(command);
  if (tree === null) return { ok: false, why: 'syntax' };
  try {
    if (tree.rootNode.hasError) return { ok: false, why: 'syntax' };
    return collect(tree.rootNode);
  } finally {
    tree.delete();
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
  return { ok: true, commands: walk.commands, odd: [...walk.odd] };
}

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
      push(walk, place, { words: [], assigns: [assigned(node)] });
      walk.odd.add('variable_assignment');
      within(node, walk, { ...place, nested: true });
      return;
    case 'redirected_statement':
      redirected(node, walk, place);
      return;
    case 'pipeline': {
      walk.pipelines += 1;
      const pipeline = walk.pipelines;
      let stage = 0;
      for (const child of node.children) {
        visit(child, walk, { ...place, pipeline, stage, redirects: [], fed: null });
        if (child.isNamed) stage += 1;
      }
      return;
    }
    case 'command_substitution':
    case 'process_substitution':
      within(node, walk, { ...place, nested: true, pipeline: -1, redirects: [], fed: null });
      return;
    default:
      within(node, walk, place);
  }
}

function within(node: Node, walk: Walk, place: Place): void {
  for (const child of node.children) visit(child, walk, place);
}

function push(
  walk: Walk,
  place: Place,
  { words, assigns }: Pick<SimpleCommand, 'words' | 'assigns'>,
  more: Partial<SimpleCommand> = {},
): void {
  let { pipeline } = place;
  if (pipeline < 0) {
    walk.pipelines += 1;
    pipeline = walk.pipelines;
  }
  const { nested, stage, redirects, fed } = place;
  walk.commands.push({ words, assigns, redirects, nested, pipeline, stage, fed, ...more });
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
    else if (child.type === 'herestring_redirect') fed = child.namedChildren.map((one) => (one ? (readWord(one).text ?? '') : '')).join('');
    else if (child.type === 'file_redirect') redirects.push(redirectOf(child));
    else words.push(readWord(child.type === 'command_name' ? (child.firstChild ?? child) : child));
    const { type } = child;
    if (LEAVES.has(type) || (type === 'word' && child.childCount === 0)) continue; // a long line is mostly these
    if (type !== 'heredoc_body') within(child, walk, { nested: true, pipeline: -1, stage: 0, redirects: [], fed: null });
    if (!PLAIN.has(type)) walk.odd.add(type);
  }
  push(walk, place, { words, assigns }, { redirects, fed });
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

function redirected(node: Node, walk: Walk, place: Place): void {
  const redirects: Redirect[] = [...place.redirects];
  let { fed } = place;
  for (const child of node.children) {
    if (child.type === 'file_redirect') {
      redirects.push(redirectOf(child));
      if (!PLAIN.has(child.type)) walk.odd.add(child.type);
      within(child, walk, { ...place, nested: true, redirects: [], fed: null });
    } else if (child.type === 'heredoc_redirect') {
      const body = child.children.find(({ type }) => type === 'heredoc_body');
      fed = body?.text ?? '';
      // The grammar leaves some of what bash expands in such a text as plain words.
      const start = child.children.find(({ type }) => type === 'heredoc_start')?.text ?? '';
      if (!/['"\\]/.test(start) && /`|\$[({[]/.test(fed)) walk.odd.add('heredoc_expansion');
      for (const inner of child.children) if (inner.type === 'file_redirect') redirects.push(redirectOf(inner));
      within(child, walk, { ...place, nested: true, redirects: [], fed: null });
      // Commands after `<<E` on the same line are left to the walk above, but their place in a pipe is not told.
      if (child.namedChildren.some((inner) => inner !== null && /^(pipeline|command|list)$/.test(inner.type)))
        walk.odd.add('heredoc_redirect');
    }
  }
  const body = node.childForFieldName('body');
  if (body !== null) visit(body, walk, { ...place, redirects, fed });
  else push(walk, { ...place, redirects, fed }, { words: [], assigns: [] });
}
