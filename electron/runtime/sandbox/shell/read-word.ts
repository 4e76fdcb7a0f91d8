/** One word of a command as bash will see it: its literal value, or null where only a run would tell. */
import type { Node } from 'web-tree-sitter';

export interface ReadWord {
  /** Quotes and escapes resolved, `$HOME` kept as `\0HOME`; null where an expansion of unknown value stands in it. */
  readonly text: string | null;
  /** As it was written. */
  readonly raw: string;
  /** Has an unquoted wildcard or brace. */
  readonly glob: boolean;
  /** Begins with an unquoted `~`. */
  readonly tilde: boolean;
  /** Variables that stand in it. */
  readonly variables: readonly string[];
}

/** Stands for the home folder in the text of a word; a real text has no NUL. */
export const HOME_MARK = '\0HOME';

interface Piece {
  readonly text: string | null;
  readonly glob: boolean;
  readonly variables: readonly string[];
}

const WILD = /[*?[\]{}]|[@+!]\(/;

export function readWord(node: Node): ReadWord {
  const { text, glob, variables } = piece(node);
  const raw = node.text;
  return { text, raw, glob, tilde: raw.startsWith('~'), variables };
}

function piece(node: Node): Piece {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
    case 'test_operator':
      if (node.namedChildCount > 0) return unknown(node);
      return { text: unescaped(node.text), glob: WILD.test(node.text.replace(/\\[\s\S]/g, '')), variables: [] };
    case '[':
    case '[[':
    case '!':
    case '=':
    case '==':
    case '!=':
      return { text: node.text, glob: false, variables: [] };
    case 'raw_string':
      return { text: node.text.slice(1, -1), glob: false, variables: [] };
    case 'string':
      return quoted(node);
    case 'simple_expansion': {
      const name = node.text.slice(1);
      return { text: name === 'HOME' ? HOME_MARK : null, glob: false, variables: [name] };
    }
    case 'concatenation':
      return node.children.map(piece).reduce(joined, { text: '', glob: false, variables: [] });
    default:
      return unknown(node);
  }
}

function joined(one: Piece, other: Piece): Piece {
  return {
    text: one.text === null || other.text === null ? null : one.text + other.text,
    glob: one.glob || other.glob,
    variables: [...one.variables, ...other.variables],
  };
}

function quoted(node: Node): Piece {
  if (!node.text.startsWith('"')) return unknown(node);
  const inner = node.namedChildren.filter((child) => child !== null);
  if (inner.every(({ type }) => type === 'string_content')) {
    return {
      text: node.text.slice(1, -1).replace(/\\(["\\$`\n])/g, (_, one: string) => (one === '\n' ? '' : one)),
      glob: false,
      variables: [],
    };
  }
  // Only a string that is text and known variables has a value; the tree leaves white space between pieces out, so a gap is unknown.
  const whole = inner.map(({ text }) => text).join('') === node.text.slice(1, -1);
  const pieces = inner.map(
    (child): Piece => (child.type === 'string_content' ? { text: child.text, glob: false, variables: [] } : piece(child)),
  );
  const all = pieces.reduce(joined, { text: '', glob: false, variables: [] });
  return { ...all, text: whole && !node.text.includes('\\') ? all.text : null, glob: false };
}

function unknown(node: Node): Piece {
  return { text: null, glob: false, variables: names(node) };
}

function names(node: Node): string[] {
  if (node.type === 'variable_name') return [node.text];
  return node.children.flatMap(names);
}

/** Backslashes outside quotes: before a newline both go, else the next character stands for itself. */
function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, one: string) => (one === '\n' ? '' : one));
}
