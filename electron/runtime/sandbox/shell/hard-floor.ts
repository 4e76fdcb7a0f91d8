/** The hard floor: what never runs, under any mode and with any approval. Judged on every command of a line, wrappers looked through. */
import { breaksAway, fetchesAndRuns, runsTogether } from './fetch-and-run.ts';
import { type FloorCommand, floorName } from './floor-command.ts';
import { type FloorRule, NETWORK, REFUSED, REFUSED_FORMS, REMOVERS, RIGHTS } from './floor-names.ts';
import { codeRule } from './inline-code.ts';
import { isKeyPlace, isSecretName, SECRET_VARIABLE } from './key-places.ts';
import { type Ground, isRoot, isWithin, placeOf, wholeOf } from './places.ts';
import { plainWord, type ReadWord } from './read-word.ts';

/** The first rule that the commands of a line break, with all that they run in their turn; null for none. */
export function floorRule(commands: readonly FloorCommand[]): FloorRule | null {
  for (const command of commands) {
    const rule = ruleOf(command);
    if (rule !== null) return rule;
  }
  if (fetchesAndRuns(commands)) return 'fetch-and-run';
  if (runsTogether(commands)) return 'listener';
  if (feedsWipe(commands)) return 'wipe';
  if (feedsKill(commands)) return 'kill-all';
  return sendsSecrets(commands) ? 'credentials' : null;
}

/** Functions and loops that start themselves in the background: nothing else of a text that defines one needs to be understood. */
export function isBomb(text: string): boolean {
  for (const [, name = '', body = ''] of text.matchAll(/([^\s(){};|&]+)\s*(?:\(\s*\))?\s*[{(]([^}]*)/g)) {
    const call = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (new RegExp(`(^|[\\s;{|&])${call}\\s*[|&](?!&)|[^|]\\|\\s*${call}(\\s|[;|&]|$)`).test(body)) return true;
  }
  return /\b(while|until)\s+(:|true|false|\[?\s*1\s*\]?)\s*;?\s*do\b[^;]*[^&]&\s*done/.test(text) || /\$0\s*\|\s*\$0/.test(text);
}

function ruleOf(command: FloorCommand): FloorRule | null {
  const { name, words, redirects, ground } = command;
  const refused = REFUSED.find(([, names]) => names.has(name));
  if (refused !== undefined) return refused[0];
  if (name.startsWith('mkfs')) return 'device';
  if (words[0]?.text?.startsWith('/etc/init.d/')) return 'power';
  const args = (name === 'ssh' ? ownFlags(words) : words.slice(1)).map(({ text, raw }) => text ?? raw).join(' ');
  const form = REFUSED_FORMS.find(([, program, rest]) => program.test(name) && rest.test(args));
  if (form !== undefined) return form[0];
  if (name === 'dd' && /(^| )of=\/dev\/(?!null( |$)|stdout)/.test(args)) return 'device';
  if (killsAll(command)) return 'kill-all';
  if (wipes(command)) return 'wipe';
  if (RIGHTS.has(name) && isRecursive(words) && operands(words).some((word) => namesRoot(word, ground))) return 'rights';
  if (name === 'find' && startsUnnarrowed(command) && words.some((word) => RIGHTS.has(floorName(word)))) return 'rights';
  for (const word of [...words.slice(1), ...redirects.flatMap(({ target }) => (target === null ? [] : [target]))]) {
    const rule = placeRule(word, ground);
    if (rule !== null) return rule;
  }
  if (redirects.some(({ operator, target }) => operator !== '<' && isDevice(target))) return 'device';
  if (redirects.some(({ target }) => breaksAway(target?.text ?? ''))) return 'listener';
  return codeRule(name, words, ground);
}

const operands = (words: readonly ReadWord[]): ReadWord[] => words.slice(1).filter(({ text }) => !(text ?? '').startsWith('-'));
const isRecursive = (words: readonly ReadWord[]): boolean => words.some(({ text }) => /^(-\w*[rR]\w*|--recursive)$/.test(text ?? ''));

/** The flags of ssh itself: what stands behind the host runs elsewhere. */
function ownFlags(words: readonly ReadWord[]): ReadWord[] {
  const own: ReadWord[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (!text.startsWith('-')) break;
    own.push(words[at] as ReadWord);
    if (/^-[bcDEeFIiJLlmOopQRSWw]$/.test(text)) own.push(words[++at] ?? plainWord(''));
  }
  return own;
}

function isDevice(target: ReadWord | null): boolean {
  return /^\/dev\/(?!null$|stdout$|stderr$|tty$|fd\/)/.test(target?.text ?? '');
}

/** Folders of the system, whose name an unknown value before a slash may leave. */
const SYSTEM = /^\/(bin|boot|dev|etc|home|lib\w*|opt|proc|root|sbin|srv|sys|usr|var|Users|System|Library|Applications)?$/;

/** Whether a word stands for a root or all that lies in it. What is unknown in it may be empty, and then the root of the disk is meant. */
function namesRoot(word: ReadWord, ground: Ground): boolean {
  if (/^~[\w.-]*\/?\*?$/.test(word.raw) || /^~\+\/?\*?$/.test(word.raw)) return true;
  const place = placeOf({ ...word, text: word.text ?? word.least }, ground);
  if (word.text !== null)
    return place === null ? ground.cwd === null && /^(\.\/)*(\*|\.)$/.test(word.text) : isRoot(wholeOf(place), ground);
  if (place === null || !/[/\0]/.test(word.least)) return false;
  const whole = wholeOf(place);
  return SYSTEM.test(whole) || isWithin(ground.root, whole) || isWithin(ground.home, whole);
}

function wipes(command: FloorCommand): boolean {
  const { name, words, ground } = command;
  // A plain `rm` takes no folder, and `trash` can be taken back, but both spread over a whole root are meant as a wipe.
  if (REMOVERS.has(name)) return operands(words).some((word) => namesRoot(word, ground));
  if (name === 'find' || name === 'fd') {
    const removes = words.some((word) => word.text === '-delete' || (word !== words[0] && REMOVERS.has(floorName(word))));
    return removes && (startsUnnarrowed(command) || findStarts(words).some((word) => namesRoot(word, ground) && !isHere(word, ground)));
  }
  if (name === 'mv') {
    const from = operands(words).slice(0, -1);
    const gone = operands(words).at(-1)?.text === '/dev/null';
    const whole = (word: ReadWord): boolean => !word.glob || gone || wholeOf(placeOf(word, ground) ?? '') !== ground.root;
    return from.some((word) => namesRoot(word, ground) && whole(word));
  }
  return (
    name === 'rsync' &&
    words.some(({ text }) => /^--(delete|del)/.test(text ?? '')) &&
    operands(words).some((word) => namesRoot(word, ground))
  );
}

const isHere = (word: ReadWord, ground: Ground): boolean => placeOf(word, ground) === ground.root;

/** The places a `find` begins at; the folder it runs in where it names none. */
function findStarts(words: readonly ReadWord[]): readonly ReadWord[] {
  const first = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text ?? '') && !/^-[HLP]$/.test(text ?? ''));
  const starts = words.slice(1, first < 0 ? undefined : first).filter(({ text }) => !/^-[HLP]$/.test(text ?? ''));
  return starts.length === 0 ? [plainWord('.')] : starts;
}

/** A `find` over a whole root that picks nothing out of it. */
function startsUnnarrowed({ words, ground }: FloorCommand): boolean {
  const narrow = words.some(
    ({ text }, at) =>
      /^-(i?name|i?path|i?wholename|i?regex|newer\w*|[acm](time|min)|size|empty|user|group|perm|inum|links|lname)$/.test(text ?? '') &&
      !/^(!|-not)$/.test(words[at - 1]?.text ?? '') &&
      !/^(\.?\/?\*+)$/.test(words[at + 1]?.text ?? ''),
  );
  return !narrow && findStarts(words).some((word) => namesRoot(word, ground));
}

/** All of a root is listed, and what is listed is removed. */
function feedsWipe(commands: readonly FloorCommand[]): boolean {
  const eats = (one: FloorCommand): boolean => REMOVERS.has(one.name) && commands.some((by) => by.name === 'xargs' && sameStage(by, one));
  return commands.filter(eats).some((eater) =>
    commands.some((giver) => {
      if (giver.pipeline !== eater.pipeline || giver.stage >= eater.stage) return false;
      const picked = commands.some(
        (one) =>
          one.pipeline === giver.pipeline && one.stage > giver.stage && one.stage < eater.stage && !/^(sort|tr|cat|tac)$/.test(one.name),
      );
      if (picked) return false;
      const named = operands(giver.words);
      if (giver.name === 'find') return startsUnnarrowed(giver);
      if (giver.name === 'ls') return (named.length === 0 ? [plainWord('.')] : named).some((word) => namesRoot(word, giver.ground));
      return /^(echo|printf)$/.test(giver.name) && named.some((word) => namesRoot(word, giver.ground));
    }),
  );
}

const sameStage = (one: FloorCommand, other: FloorCommand): boolean => one.pipeline === other.pipeline && one.stage === other.stage;

function killsAll({ name, words }: FloorCommand): boolean {
  const texts = words.slice(1).map(({ text }) => text ?? '');
  if (name === 'killall5') return true;
  if (name === 'kill') return texts.slice(texts[0]?.startsWith('-') && texts.length > 1 ? 1 : 0).some((text) => /^(-1|0|1)$/.test(text));
  if (name === 'pkill' || name === 'skill')
    return words.slice(1).some(({ text }) => text === '' || /^(\.|\.\*|\.\+|\^|-u|--euid|-U|--uid|-v|--inverse)$/.test(text ?? ''));
  return name === 'killall' && texts.some((text) => /^(-u|--user|-r|--regexp|\.\*?)$/.test(text));
}

/** Every process is listed, none is picked, and what is listed is ended. */
function feedsKill(commands: readonly FloorCommand[]): boolean {
  if (!commands.some(({ name }) => name === 'kill')) return false;
  const lists = ({ name, words }: FloorCommand): boolean =>
    (name === 'ps' && words.some(({ text }) => /^-?\w*[eAx]\w*$/.test(text ?? ''))) ||
    (name === 'pgrep' && operands(words).every(({ text }) => text === '.'));
  return commands.some((giver) => lists(giver) && !commands.some(({ name }) => /^(grep|egrep|rg|awk|gawk|sed|head|tail)$/.test(name)));
}

function placeRule(word: ReadWord, ground: Ground): FloorRule | null {
  // A flag may carry a path: `--file=/etc/shadow`, `-f/etc/shadow`, `if=/etc/shadow`, `@/etc/shadow`.
  const carried = /(?:=|@|^-\w)([~/.][\s\S]*|\0HOME[\s\S]*)$/.exec(word.text ?? '')?.[1];
  for (const one of [word, ...(carried === undefined ? [] : [plainWord(carried)])]) {
    const place = placeOf(one, ground);
    if (place === null) continue;
    if (ground.dataFolders.some((folder) => isWithin(place, folder))) return 'data-folder';
    if (isKeyPlace(place, ground)) return 'credentials';
  }
  // Within a word of otherwise unknown value.
  return /(\$\{?HOME\}?|~)"?\/\.(ssh|aws|gnupg|netrc|kube)\b|\/proc\/[^/]+\/environ/.test(word.raw) ? 'credentials' : null;
}

/** Keys, files of keys or the whole environment go to a program that talks to the network. */
function sendsSecrets(commands: readonly FloorCommand[]): boolean {
  const senders = commands.filter(({ name }) => NETWORK.has(name));
  if (senders.length === 0) return false;
  if (commands.some(({ words }) => words.some(({ variables }) => variables.some((name) => SECRET_VARIABLE.test(name))))) return true;
  const dumps = ({ name, words }: FloorCommand): boolean =>
    name === 'printenv' || (name === 'env' && words.length === 1) || (name === 'set' && words.length === 1) || isPrintedList(name, words);
  if (commands.some(dumps)) return true;
  return senders.some(({ words }) =>
    words.slice(1).some(({ text }) => {
      if (text === null || /^--(exclude|include|filter)/.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return false;
      return text.split(/[=@]|^-\w(?=[~./])/).some((piece) => piece !== '' && isSecretName(piece));
    }),
  );
}

const isPrintedList = (name: string, words: readonly ReadWord[]): boolean =>
  /^(export|declare|typeset|compgen)$/.test(name) && (words.length === 1 || /^-[pxve]+$/.test(words[1]?.text ?? ''));
