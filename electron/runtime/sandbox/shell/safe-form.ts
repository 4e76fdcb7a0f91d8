/** Whether a simple command stands in a form that can read nothing but stdin and the paths it names, and change nothing. */
import { findForm, not, type SafeForm, sedForm, testForm } from './own-forms.ts';
import { HOME_MARK, type ReadWord } from './read-word.ts';
import { SAFE_GIT } from './safe-git.ts';
import type { SafeTool } from './safe-tool.ts';
import { SAFE_TOOLS } from './safe-tools.ts';

/** Folders of the system's own programs: an absolute name there is the same program. */
const TRUSTED = /^\/(?:usr\/)?(?:local\/)?bin\/([\w.[-]+)$/;

/** `command -v x` tells where a program lies; without the flag it runs it. */
const LOOK_UP: SafeTool = { flags: 'vV', operands: 'text', operandsWith: 'v V' };

/** The bare name of a program that the system itself provides; null for any other path. */
export function programName(word: ReadWord | undefined): string | null {
  const text = word?.text ?? null;
  if (text === null || text.includes(HOME_MARK)) return null;
  if (!text.includes('/')) return text;
  return TRUSTED.exec(text)?.[1] ?? null;
}

export function safeForm(words: readonly ReadWord[]): SafeForm {
  const name = programName(words[0]);
  if (name === null || words[0]?.glob) return not('unknown', words[0]?.raw ?? '');
  const rest = words.slice(1);
  const tool = Object.hasOwn(SAFE_TOOLS, name) ? SAFE_TOOLS[name] : undefined;
  const unknown = rest.find((word) => word.text === null && !(tool?.plain && isHarmless(word)));
  if (unknown !== undefined) return not('form', unknown.raw);
  const form = formOf(name, rest);
  if (!form.safe) return form;
  // A wildcard becomes names of files wherever it stands; behind `--name=` these are that flag again.
  const spreads = rest.filter((word) => word.glob && !/^--[\w-]+=/.test(word.text ?? '') && !form.reads.includes(word));
  return { safe: true, reads: [...form.reads, ...spreads] };
}

/** Variables that hold nothing of the person's, and that no program of the line has set. */
const HARMLESS = new Set(
  'USER LOGNAME SHELL LANG PATH HOME PWD OLDPWD HOSTNAME UID EUID RANDOM SECONDS LINENO TERM TMPDIR ? # $ !'.split(' '),
);
const isHarmless = ({ raw, variables }: ReadWord): boolean =>
  variables.length > 0 && variables.every((one) => HARMLESS.has(one)) && !/[`(]/.test(raw);

/** Programs whose `--version` says just that, whatever else they run. */
const TELL_VERSION = new Set('node python python3 perl ruby php java gcc g++ cc clang make bash cmake sqlite3 ffmpeg openssl'.split(' '));

function formOf(name: string, rest: readonly ReadWord[]): SafeForm {
  if (rest.length === 1 && rest[0]?.text === '--version' && (TELL_VERSION.has(name) || Object.hasOwn(SAFE_TOOLS, name)))
    return { safe: true, reads: [] };
  switch (name) {
    case 'find':
      return findForm(rest);
    case 'sed':
      return sedForm(rest);
    case 'test':
    case '[':
    case '[[':
      return testForm(rest);
    case 'git':
      return gitForm(rest);
    case 'jq':
      return jqForm(rest);
    case 'command':
      return tableForm(LOOK_UP, rest);
    case 'sleep':
      return Number(rest[0]?.text) <= 60 ? tableForm(SAFE_TOOLS['sleep'] as SafeTool, rest) : not('form', name);
    default:
      return Object.hasOwn(SAFE_TOOLS, name) ? tableForm(SAFE_TOOLS[name] as SafeTool, rest) : not('unknown', name);
  }
}

const list = (names: string | undefined): string[] => (names === undefined || names === '' ? [] : names.split(' '));

interface Parsed {
  readonly operands: ReadWord[];
  readonly reads: ReadWord[];
  /** Flags that were given, by name. */
  readonly given: Set<string>;
}

/** The words of a program by its table; the flag that is not known where one is not. */
function parse(tool: SafeTool, rest: readonly ReadWord[]): Parsed | string {
  const parsed: Parsed = { operands: [], reads: [], given: new Set() };
  const queue = [...rest];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    const text = word.text ?? '';
    if (text === '--') {
      parsed.operands.push(...queue);
      return parsed;
    }
    if (!text.startsWith('-') || text === '-') parsed.operands.push(word);
    // A wildcard behind `--name=` can only match names that begin so, and these are that flag again.
    else if (word.glob && !/^--[\w-]+=/.test(text)) return word.raw;
    else if (text.startsWith('--')) {
      if (!longFlag(tool, text, word, queue, parsed)) return text;
    } else if (!(tool.numeric === true && /^-\d+$/.test(text)) && !shortFlags(tool, text, word, queue, parsed)) return text;
  }
  return parsed;
}

function longFlag(tool: SafeTool, text: string, word: ReadWord, queue: ReadWord[], parsed: Parsed): boolean {
  const at = text.indexOf('=');
  const name = text.slice(2, at < 0 ? undefined : at);
  parsed.given.add(name);
  if (list(tool.long).includes(name)) return true;
  const isPath = list(tool.longPaths).includes(name);
  if (!isPath && !list(tool.longValues).includes(name)) return false;
  const value =
    at >= 0 ? { ...word, text: text.slice(at + 1), raw: word.raw.slice(word.raw.indexOf('=') + 1), tilde: false } : queue.shift();
  if (value === undefined) return false;
  // A wildcard may become several words, and all but the first are operands.
  if (isPath || (at < 0 && value.glob)) parsed.reads.push(value);
  return true;
}

/** A run of letters; one with a value takes what is left of the word, or the next one. */
function shortFlags(tool: SafeTool, text: string, word: ReadWord, queue: ReadWord[], parsed: Parsed): boolean {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    parsed.given.add(letter);
    if (tool.alone === true && at > 1) return false;
    if (tool.optional?.includes(letter)) return /^[\w%.-]*$/.test(text.slice(at + 1));
    if (tool.flags?.includes(letter)) continue;
    const isPath = tool.paths?.includes(letter) ?? false;
    if (!isPath && !tool.values?.includes(letter)) return false;
    const attached = text.slice(at + 1);
    const value = attached === '' ? queue.shift() : { ...word, text: attached, raw: attached, tilde: false };
    if (value === undefined) return false;
    if (isPath || value.glob) parsed.reads.push(value);
    return true;
  }
  return true;
}

function tableForm(tool: SafeTool, rest: readonly ReadWord[]): SafeForm {
  if (tool.plain) return { safe: true, reads: [] };
  const parsed = parse(tool, rest);
  if (typeof parsed === 'string') return not('form', parsed);
  const { operands, reads, given } = parsed;
  if (operands.length > (tool.most ?? Number.POSITIVE_INFINITY)) return not('form', operands.at(-1)?.raw ?? '');
  const odd = operands.find(
    ({ text, glob }) =>
      (tool.most === 1 && glob) ||
      (tool.listMark !== undefined && text?.startsWith(tool.listMark)) ||
      (tool.operandsWith !== undefined && !list(tool.operandsWith).some((flag) => given.has(flag))),
  );
  if (odd !== undefined) return not('form', odd.raw);
  switch (tool.operands) {
    case 'none':
      return operands.length === 0 ? { safe: true, reads } : not('form', operands[0]?.raw ?? '');
    case 'number': {
      const other = operands.find(({ text }) => !/^[-+]?[\d.]+[smh]?$/.test(text ?? ''));
      return other === undefined ? { safe: true, reads } : not('form', other.raw);
    }
    case 'format': {
      const other = operands.find(({ text, glob }) => glob || !text?.startsWith('+'));
      return other === undefined ? { safe: true, reads } : not('form', other.raw);
    }
    case 'text':
      // A wildcard among texts is spread over the names of a folder, so it reads that folder.
      return { safe: true, reads: [...reads, ...operands.filter(({ glob }) => glob)] };
    case 'pattern': {
      const named = list(tool.patternFlags).some((flag) => given.has(flag));
      return { safe: true, reads: [...reads, ...operands.filter(({ glob }, at) => named || at > 0 || glob)] };
    }
    case 'paths':
      return { safe: true, reads: [...reads, ...operands] };
    default:
      return tool.operands satisfies never;
  }
}

function gitForm(rest: readonly ReadWord[]): SafeForm {
  const words = rest[0]?.text === '--no-pager' ? rest.slice(1) : rest;
  const [first, ...args] = words;
  const name = first?.text ?? '';
  if (name === '--version') return args.length === 0 ? { safe: true, reads: [] } : not('form', 'git');
  if (name === 'stash') return args.length === 1 && args[0]?.text === 'list' ? { safe: true, reads: [] } : not('form', 'git stash');
  if (!Object.hasOwn(SAFE_GIT, name)) return not('form', `git ${name}`);
  const form = tableForm(SAFE_GIT[name] as SafeTool, args);
  if (!form.safe) return form;
  // A signature is checked by a program that the repository names.
  const signed = args.find(({ text }) => /%[-+ ]?G/.test(text ?? ''));
  if (signed !== undefined) return not('form', signed.raw);
  // A name may be a revision or a path, and either is looked up as a path; `REVISION:path` reads that path.
  const paths = form.reads.map((word) => pathOf(word));
  return { safe: true, reads: paths.filter((word) => !/[\^{}]|^$|\.\.\.?(?![/])\w/.test(word.text ?? '')) };
}

function pathOf(word: ReadWord): ReadWord {
  const at = word.text?.indexOf(':') ?? -1;
  if (word.text === null || at < 0) return word;
  const text = word.text.slice(at + 1);
  return { ...word, text, least: text, raw: text, tilde: false };
}

/** Filters that reach the environment, other files or modules. */
const JQ_REACHES = /\benv\b|\$ENV|\$__|\binput_filename\b|\b(import|include|input|inputs|debug|getpath_file|modulemeta|get_search_list)\b/;

function jqForm(rest: readonly ReadWord[]): SafeForm {
  // `--arg NAME VALUE` takes two words.
  const words = rest.filter((_, at) => ![rest[at], rest[at - 1], rest[at - 2]].some((word) => /^--arg(json)?$/.test(word?.text ?? '')));
  const form = tableForm(SAFE_TOOLS['jq'] as SafeTool, words);
  const reaches = rest.find(({ text }) => JQ_REACHES.test(text ?? ''));
  return reaches === undefined ? form : not('form', reaches.raw);
}
