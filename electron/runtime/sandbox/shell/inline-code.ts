/** Programs written inside a command: `python3 -c TEXT`, `awk TEXT`. Never understood, only searched for what the floor forbids. */
import type { FloorRule } from './floor-names.ts';
import { isKeyPlace, SECRET_VARIABLE } from './key-places.ts';
import { type Ground, isWithin, placeOf } from './places.ts';
import { plainWord, type ReadWord } from './read-word.ts';

const INTERPRETER = /^(python|pypy|perl|ruby|node|php|lua|luajit|tclsh|r?script|osascript|deno|bun)[\d.]*(js)?$/;
const INLINE_FLAG = /^(-\w*[ceErRp]|--eval|--print|--execute|-command)$/;

/** The text of a program within the words of a command; null where there is none. */
export function inlineCode(name: string, words: readonly ReadWord[]): string | null {
  const rest = words.slice(1);
  if (/^[gmn]?awk$/.test(name)) return rest.find(({ text }) => text === null || !text.startsWith('-'))?.text ?? null;
  if (/^(n?vim?|ex|view|emacs|gdb|expect)$/.test(name)) {
    const texts = rest.map(({ text }, at) =>
      /^(-c|--cmd|-ex|--eval|-eval)$/.test(text ?? '') ? (rest[at + 1]?.text ?? '') : text?.startsWith('+') ? text.slice(1) : '',
    );
    return texts.join('\n') === '' ? null : texts.join('\n');
  }
  if (!INTERPRETER.test(name)) return null;
  const at = rest.findIndex(({ text }) => INLINE_FLAG.test(text ?? ''));
  return at < 0
    ? null
    : rest
        .slice(at + 1)
        .map(({ text, raw }) => text ?? raw)
        .join('\n');
}

/** Calls that start a program. */
const STARTS =
  /\b(system|exec\w*|popen|spawn\w*|fork|run|call|check_output|check_call|shell_exec|passthru|proc_open|qx|execFile\w*|do shell script)\b|`/;
const STRINGS = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g;
/** Strings of one text that are looked at. */
const MOST = 12;

const stringsOf = (code: string): string[] =>
  [...code.matchAll(STRINGS)].slice(0, MOST).map(([, one, two, three]) => (one ?? two ?? three ?? '').replace(/\\(["'`])/g, '$1'));

/** Texts within the code that may be command lines. */
export function commandsInCode(name: string, words: readonly ReadWord[]): string[] {
  const code = inlineCode(name, words);
  if (code === null) return [];
  if (/^(n?vim?|ex|view)$/.test(name)) return code.split(/[\n|]/).flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  if (name === 'expect') return [...code.matchAll(/\b(?:spawn|exec)\s+([^\n;]+)/g)].map(([, command = '']) => command);
  if (!STARTS.test(code)) return [];
  const strings = stringsOf(code);
  // `["sudo", "id"]` is the line `sudo id`.
  return [
    ...strings.filter((text) => text.includes(' ')),
    ...(strings.length > 1 ? [strings.slice(0, 4).join(' ')] : []),
    ...strings.slice(0, 1),
  ];
}

const DECODES =
  /b64decode|base64_decode|decode_base64|unhexlify|fromhex|\batob\(|['"]base64['"]|urlopen|urllib|requests\.get|\bhttps?['"]?\)?\.get|URI\.open|open-uri|fetch\(|curl|wget|LWP|Net::HTTP|file_get_contents\(['"]http/;
const EVALUATES = /\b(exec|eval|system|popen|spawn|Function|compile|instance_eval)\b/;
const LISTENS = /\.listen\b|createServer|TCPServer|UDPServer|socketserver|HTTPServer|Listen\s*=>|\bbind\(\(|stream_socket_server|WEBrick/;
const CONNECTS = /\bsocket\b|PF_INET|IO::Socket|TCPSocket|fsockopen|net\.connect|net\.Socket|\.connect\(/i;
const SHELL = /dup2|pty\b|\/bin\/(ba)?sh|['"`](ba)?sh['" -]|subprocess|child_process|\bexec\b/;
const REMOVES = /rmtree|rm_rf?\b|rm_r\b|rmSync|rmdirSync|\bfs\.rm\b|unlink|remove_tree|removedirs|remove_dir_all|rimraf/;
const WHOLE =
  /['"`(](\/|~|\/\*|~\/?\*?|\.|\.\/?\*|\*|\/home|\/etc|\/usr)['"`)]|expanduser|homedir\(|\bhome\(\)|\bHOME\b|getcwd\(|process\.cwd\(/;

/** The rule that inline code breaks by its looks; null leaves it to the person. */
export function codeRule(name: string, words: readonly ReadWord[], ground: Ground): FloorRule | null {
  const code = inlineCode(name, words);
  if (code === null) return null;
  if (/\bfork\b/.test(code) && /\b(while|loop|until|for)\b/.test(code)) return 'fork-bomb';
  const given = words.map(({ text }) => text ?? '').join('\n'); // a module may be named before the code
  if (DECODES.test(given) && EVALUATES.test(code)) return 'fetch-and-run';
  if (LISTENS.test(code) || (CONNECTS.test(code) && SHELL.test(code))) return 'listener';
  if (REMOVES.test(code) && WHOLE.test(code)) return 'wipe';
  const named = [...code.matchAll(/(?:environ|getenv|process\.env|ENV)\W{0,4}(\w+)/g)].some(([, variable = '']) =>
    SECRET_VARIABLE.test(variable),
  );
  if (named) return 'credentials';
  for (const text of stringsOf(code)) {
    const place = /^[~/]/.test(text) ? placeOf(plainWord(text), ground) : null;
    if (place === null) continue;
    if (isKeyPlace(place, ground)) return 'credentials';
    if (ground.dataFolders.some((folder) => isWithin(place, folder))) return 'data-folder';
  }
  return null;
}
