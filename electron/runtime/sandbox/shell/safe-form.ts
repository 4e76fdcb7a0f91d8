/** Whether a simple command stands in a form that can read nothing but stdin and the paths it names, and change nothing. */
import { HOME_MARK, type ReadWord } from './read-word.ts';
import { SAFE_GIT, SAFE_TOOLS, type SafeTool } from './safe-tools.ts';

export type SafeForm =
  | { readonly safe: true /** Words that are paths it reads. */; readonly reads: readonly ReadWord[] }
  /** `unknown`: no program of the tables; else the flag or operand that is not known. */
  | { readonly safe: false; readonly why: 'unknown' | 'form'; readonly at: string };

const not = (why: 'unknown' | 'form', at: string): SafeForm => ({ safe: false, why, at });

/** Folders of the system's own programs: an absolute name there is the same program. */
const TRUSTED = /^\/(?:usr\/)?(?:local\/)?bin\/([\w.[-]+)$/;

/** The bare name of a program that the system itself provides; null for any other path. */
export function programName(word: ReadWord | undefined): string | null {
  const text = word?.text ?? null;
  if (text === null || text.includes(HOME_MARK)) return null;
  if (!text.includes('/')) return text;
  return TRUSTED.exec(text)?.[1] ?? null;
}

/** `piped`: it reads what another command prints. */
export function safeForm(words: readonly ReadWord[]): SafeForm {
  const name = programName(words[0]);
  if (name === null || words[0]?.glob) return not('unknown', words[0]?.raw ?? '');
  const rest = words.slice(1);
  const unknown = rest.find((word) => word.text === null);
  if (unknown !== undefined) return not('form', unknown.raw);
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
    case 'date':
      return rest.every(({ text }) => !/^(-s|--set|\d)/.test(text ?? ''))
        ? tableForm(SAFE_TOOLS['date'] as SafeTool, rest)
        : not('form', name);
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
  if (isPath) parsed.reads.push(value);
  return true;
}

/** A run of letters; one with a value takes what is left of the word, or the next one. */
function shortFlags(tool: SafeTool, text: string, word: ReadWord, queue: ReadWord[], parsed: Parsed): boolean {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    parsed.given.add(letter);
    if (tool.flags?.includes(letter)) continue;
    const isPath = tool.paths?.includes(letter) ?? false;
    if (!isPath && !tool.values?.includes(letter)) return false;
    const attached = text.slice(at + 1);
    const value = attached === '' ? queue.shift() : { ...word, text: attached, raw: attached, tilde: false };
    if (value === undefined) return false;
    if (isPath) parsed.reads.push(value);
    return true;
  }
  return true;
}

function tableForm(tool: SafeTool, rest: readonly ReadWord[]): SafeForm {
  const parsed = parse(tool, rest);
  if (typeof parsed === 'string') return not('form', parsed);
  const { operands, reads, given } = parsed;
  if (operands.length > (tool.most ?? Number.POSITIVE_INFINITY)) return not('form', operands.at(-1)?.raw ?? '');
  switch (tool.operands) {
    case 'none':
      return operands.length === 0 ? { safe: true, reads } : not('form', operands[0]?.raw ?? '');
    case 'number': {
      const odd = operands.find(({ text }) => !/^[-+]?[\d.]+[smh]?$/.test(text ?? ''));
      return odd === undefined ? { safe: true, reads } : not('form', odd.raw);
    }
    case 'text':
      // A wildcard among texts is spread over the names of a folder, so it reads that folder.
      return { safe: true, reads: [...reads, ...operands.filter(({ glob }) => glob)] };
    case 'pattern': {
      const named = list(tool.patternFlags).some((flag) => given.has(flag));
      return { safe: true, reads: [...reads, ...(named ? operands : operands.slice(1))] };
    }
    case 'paths':
      return { safe: true, reads: [...reads, ...operands] };
    default:
      return tool.operands satisfies never;
  }
}

/** Tests and bounds of find that only look; everything that runs, writes or deletes is left out. */
const FIND_PLAIN = new Set(
  '-print -print0 -ls -prune -depth -xdev -mount -not ! -a -and -o -or ( ) , -empty -readable -writable -executable -true -false -follow -noleaf -daystart -quit -nouser -nogroup'.split(
    ' ',
  ),
);
const FIND_VALUE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -maxdepth -mindepth -mtime -atime -ctime -mmin -amin -cmin -perm -user -group -uid -gid -links -inum -printf -newermt -fstype -lname -ilname'.split(
    ' ',
  ),
);
const FIND_PATH = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);

function findForm(rest: readonly ReadWord[]): SafeForm {
  const reads: ReadWord[] = [];
  let at = 0;
  while (at < rest.length && /^-[HLP]$/.test(rest[at]?.text ?? '')) at += 1;
  if (rest.slice(0, at).some(({ text }) => text === '-L')) return not('form', '-L');
  while (at < rest.length && !/^(-|\(|!)/.test(rest[at]?.text ?? '')) {
    reads.push(rest[at] as ReadWord);
    at += 1;
  }
  for (; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (FIND_PLAIN.has(text)) continue;
    if (FIND_PATH.has(text)) reads.push(rest[at + 1] ?? (rest[at] as ReadWord));
    else if (!FIND_VALUE.has(text)) return not('form', text);
    at += 1;
    if (at >= rest.length) return not('form', text);
  }
  return { safe: true, reads };
}

/** Printing lines by number or pattern, and plain substitution; `e`, `w`, `r` and everything else run or write. */
const SED_SCRIPT =
  /^(?:(?:\d+|\$|\/[^/\\\n]*\/)(?:,(?:\d+|\$|\/[^/\\\n]*\/))?)?(?:p|d|q|s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/;

function sedForm(rest: readonly ReadWord[]): SafeForm {
  const scripts: string[] = [];
  const reads: ReadWord[] = [];
  let explicit = false;
  for (let at = 0; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (/^-[nErsuz]+$/.test(text) || text === '--quiet' || text === '--silent' || text === '--regexp-extended') continue;
    if (text === '-e' || text === '--expression') {
      explicit = true;
      at += 1;
      scripts.push(rest[at]?.text ?? '');
    } else if (text.startsWith('-') && text !== '-') return not('form', text);
    else if (!explicit && scripts.length === 0) scripts.push(text);
    else reads.push(rest[at] as ReadWord);
  }
  const wrong = scripts.flatMap((script) => script.split(';')).find((script) => !SED_SCRIPT.test(script.trim()));
  return wrong === undefined && scripts.length > 0 ? { safe: true, reads } : not('form', wrong ?? 'sed');
}

const TEST_FILE = /^-[abcdefghkprstuwxGLNOS]$/;

function testForm(rest: readonly ReadWord[]): SafeForm {
  const reads: ReadWord[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const text = rest[at]?.text ?? '';
    if (TEST_FILE.test(text) && rest[at + 1] !== undefined) {
      at += 1;
      reads.push(rest[at] as ReadWord);
    } else if (/^-(nt|ot|ef)$/.test(text)) reads.push(rest[at - 1] as ReadWord, rest[at + 1] ?? (rest[at] as ReadWord));
    else if (text === '-v' || text === '-R') return not('form', text);
    // `[[` computes what stands beside these, and an index may hold a command.
    else if (/^-(eq|ne|lt|le|gt|ge)$/.test(text)) {
      const odd = [rest[at - 1], rest[at + 1]].find((word) => !/^[-+]?\d+$/.test(word?.text ?? ''));
      if (odd !== undefined) return not('form', odd.raw);
    }
  }
  return { safe: true, reads };
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
  // A revision is no path; what climbs or is absolute is one.
  return {
    safe: true,
    reads: form.reads.filter(({ text }) => /^(\/|~)|(^|\/)\.\.(\/|$)/.test(text ?? '') && !/^[\w./-]*\w\.\.\.?[\w./-]*$/.test(text ?? '')),
  };
}

/** Filters that reach the environment, other files or modules. */
const JQ_REACHES = /\benv\b|\$ENV|\$__|\binput_filename\b|\b(import|include|input|inputs|debug|getpath_file|modulemeta|get_search_list)\b/;

function jqForm(rest: readonly ReadWord[]): SafeForm {
  const form = tableForm(SAFE_TOOLS['jq'] as SafeTool, rest);
  const reaches = rest.find(({ text }) => JQ_REACHES.test(text ?? ''));
  return reaches === undefined ? form : not('form', reaches.raw);
}
