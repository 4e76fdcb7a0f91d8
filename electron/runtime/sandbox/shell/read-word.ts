/** One word of a command as bash will see it: its literal value, or null where only a run would tell. */
import type { Node } from 'web-tree-sitter';

export interface ReadWord {
  /** Quotes and escapes resolved, `$HOME` and `$PWD` kept as marks; null where an expansion of unknown value stands in it. */
  readonly text: string | null;
  /** What is left of it when everything unknown in it is empty or takes its default; the text itself where that is known. */
  readonly least: string;
  /** As it was written. */
  readonly raw: string;
  /** Has an unquoted wildcard or brace. */
  readonly glob: boolean;
  /** Begins with an unquoted `~`. */
  readonly tilde: boolean;
  /** Variables that stand in it. */
  readonly variables: readonly string[];
}

/** Stand for the home folder and the folder it runs in within the text of a word; a real text has no NUL. */
export const HOME_MARK = '\0HOME';
export const HERE_MARK = '\0PWD';

interface Piece {
  readonly text: string | null;
  readonly least: string;
  readonly glob: boolean;
  /** Holds characters that would be wildcards if they were not quoted. */
  readonly tame: boolean;
  readonly variables: readonly string[];
}

const WILD = /[*?[\]{}]|[@+!]\(/;
const TAME = /[*?[\]{},]/;
/** `[]` without a second `]` is no wildcard: `jq .[].name`. */
const EMPTY_SET = /^[\w.]*\[\][\w.]*$/;

export function readWord(node: Node): ReadWord {
  const raw = node.text;
  const { text, least, tame, variables, ...more } = piece(node);
  const glob = more.glob && !EMPTY_SET.test(raw);
  // Quoted and unquoted wildcards in one word cannot be told apart any more.
  return { text: glob && tame ? null : text, least, raw, glob, tilde: raw.startsWith('~'), variables };
}

/** A word that is known from elsewhere: the value of a flag, a text that another program prints. */
export function plainWord(text: string): ReadWord {
  return { text, least: text, raw: text, glob: false, tilde: text.startsWith('~'), variables: [] };
}

const known = (text: string, more: Partial<Piece> = {}): Piece => ({
  text,
  least: text,
  glob: false,
  tame: false,
  variables: [],
  ...more,
});

function piece(node: Node): Piece {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
    case 'test_operator': {
      if (node.namedChildCount > 0) return unknown(node);
      const bare = node.text.replace(/\\[\s\S]/g, '');
      return known(unescaped(node.text), { glob: WILD.test(bare), tame: /\\[*?[\]{},]/.test(node.text) });
    }
    case 'brace_expression':
      return known(node.text, { glob: true });
    case 'export':
    case 'declare':
    case 'typeset':
    case 'readonly':
    case 'local':
    case 'unset':
    case '[':
    case '[[':
    case '!':
    case '=':
    case '==':
    case '!=':
      return known(node.text);
    case 'raw_string':
      return known(node.text.slice(1, -1), { tame: TAME.test(node.text) });
    case 'string':
      return quoted(node);
    case 'simple_expansion':
    case 'expansion':
      return expanded(node);
    case 'command_substitution':
      return { ...unknown(node), least: printed(node.text) };
    case 'concatenation':
      return node.children.map(piece).reduce(joined, known(''));
    default:
      return unknown(node);
  }
}

function joined(one: Piece, other: Piece): Piece {
  return {
    text: one.text === null || other.text === null ? null : one.text + other.text,
    least: one.least + other.least,
    glob: one.glob || other.glob,
    tame: one.tame || other.tame,
    variables: [...one.variables, ...other.variables],
  };
}

function quoted(node: Node): Piece {
  if (!node.text.startsWith('"')) return unknown(node);
  const inner = node.namedChildren.filter((child) => child !== null);
  const tame = TAME.test(node.text);
  if (inner.every(({ type }) => type === 'string_content')) {
    const text = node.text.slice(1, -1).replace(/\\(["\\$`\n])/g, (_, one: string) => (one === '\n' ? '' : one));
    return known(text, { tame });
  }
  // Only a string that is text and known variables has a value; the tree leaves white space between pieces out, so a gap is unknown.
  const whole = inner.map(({ text }) => text).join('') === node.text.slice(1, -1);
  const all = inner.map((child) => (child.type === 'string_content' ? known(child.text) : piece(child))).reduce(joined, known(''));
  return { ...all, text: whole && !node.text.includes('\\') ? all.text : null, glob: false, tame };
}

const MARKS: Readonly<Record<string, string>> = { HOME: HOME_MARK, PWD: HERE_MARK };

/** `$X`, `${X}` and `${X:-default}`; anything longer is unknown. */
function expanded(node: Node): Piece {
  const simple = /^\$\{?(\w+|[?$#!@*-])\}?$/.exec(node.text);
  const [, name = '', how = '', rest = ''] = simple ?? /^\$\{(\w+)(:?[-=?+])([\s\S]*)\}$/.exec(node.text) ?? [];
  const variables = names(node);
  if (name === '') return unknown(node);
  const mark = Object.hasOwn(MARKS, name) && !how.endsWith('+') ? MARKS[name] : undefined;
  if (mark !== undefined) return known(mark, { variables });
  return { ...unknown(node), least: /[-=]$/.test(how) && !/[$`"'\\]/.test(rest) ? rest : '' };
}

/** What a substitution prints, where that is plain to see. */
function printed(source: string): string {
  const inner = source.replace(/^(\$\(|`)\s*|\s*(\)|`)$/g, '');
  if (/^(pwd|git rev-parse --show-toplevel)$/.test(inner)) return HERE_MARK;
  return /^(?:echo|printf)\s+(['"]?)([^'"$`\\]*)\1$/.exec(inner)?.[2]?.trim() ?? '';
}

function unknown(node: Node): Piece {
  return { text: null, least: '', glob: false, tame: false, variables: names(node) };
}

function names(node: Node): string[] {
  if (node.type === 'variable_name' || node.type === 'special_variable_name') return [node.text];
  return node.children.flatMap(names);
}

/** Backslashes outside quotes: before a newline both go, else the next character stands for itself. */
function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, one: string) => (one === '\n' ? '' : one));
}
