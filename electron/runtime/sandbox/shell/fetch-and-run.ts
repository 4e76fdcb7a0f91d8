/** Whether a line runs what it has just fetched or decoded, unseen, or ties a shell to the network. */
import { basename } from 'node:path';
import type { FloorCommand } from './floor-command.ts';
import { DECODERS, FETCHERS, INTERPRETERS, TRANSFORMS } from './floor-names.ts';
import type { ReadWord } from './read-word.ts';
import { SHELLS } from './wrappers.ts';

const runs = ({ name }: FloorCommand): boolean => SHELLS.has(name) || INTERPRETERS.has(name);

function decodes({ name, words }: FloorCommand): boolean {
  if (TRANSFORMS.has(name)) return true;
  if (DECODERS.has(name)) return words.some(({ text }) => /^(-\w*[dDr]\w*|--decode|--decrypt|--decompress|enc)$/.test(text ?? ''));
  // Bytes that are written as numbers are a program in disguise.
  return /^(echo|printf)$/.test(name) && words.some(({ raw }) => /\\(x[0-9a-f]{2}|0?[0-7]{3}|u[0-9a-f]{4})/i.test(raw));
}

export function fetchesAndRuns(commands: readonly FloorCommand[]): boolean {
  const gives = (one: FloorCommand): boolean => FETCHERS.has(one.name) || decodes(one);
  for (const giver of commands.filter(gives)) {
    const shellsOnly = !FETCHERS.has(giver.name) && !DECODERS.has(giver.name);
    const eats = (one: FloorCommand): boolean => (shellsOnly ? SHELLS.has(one.name) : runs(one)) && !readsFile(one);
    if (commands.some((one) => one.pipeline === giver.pipeline && one.stage > giver.stage && eats(one))) return true;
    if (giver.nested && commands.some((one) => one !== giver && (runs(one) || isPrintedProgram(one)))) return true;
  }
  return runsFetchedFile(commands);
}

/** `$(curl x)` at the place of a program. */
const isPrintedProgram = ({ words }: FloorCommand): boolean => words[0]?.text === null && /^["']?(\$\(|`)/.test(words[0].raw);

/** An interpreter with a script of its own reads its input as data, not as a program. */
function readsFile({ name, words }: FloorCommand): boolean {
  if (name === 'xargs' || name === 'eval') return false;
  if (name === 'awk' || name === 'gawk') return true;
  if (words.some(({ text }) => text === '-s')) return false;
  return words.slice(1).some(({ text }) => text !== null && !/^[-+]/.test(text) && text !== '/dev/stdin');
}

/** A file that this same line has fetched or decoded is run. */
function runsFetchedFile(commands: readonly FloorCommand[]): boolean {
  const fetched = new Set<string>();
  const add = (text: string | null | undefined): void => {
    if (text) fetched.add(basename(text.replace(/[?#].*$/, '')));
  };
  for (const one of commands) {
    const { name, words, redirects } = one;
    if (!FETCHERS.has(name) && !decodes(one)) continue;
    for (const { operator, target } of redirects) if (operator !== '<') add(target?.text);
    for (const [at, { text }] of words.entries()) {
      if (/^(-\w*[oO]|--output|--output-document|-out|--out)$/.test(text ?? '')) add(words[at + 1]?.text);
      else add(/^(?:-[oO]|--output=|--output-document=)(.+)$/.exec(text ?? '')?.[1]);
    }
    const keepsName = name === 'wget' || words.some(({ text }) => /^-\w*O$|^--remote-name/.test(text ?? ''));
    if (keepsName) for (const { text } of words.slice(1)) if (/^[^-].*\/./.test(text ?? '')) add(text);
    if (name === 'scp') add(words.at(-2)?.text?.replace(/^.*:/, ''));
  }
  if (fetched.size === 0) return false;
  return commands.some(({ name, words }) => {
    const [program] = words;
    if (program?.text?.includes('/') && fetched.has(basename(program.text))) return true;
    if (!SHELLS.has(name) && !INTERPRETERS.has(name)) return false;
    const script = words.slice(1).find(({ text }) => text !== null && !/^[-+]/.test(text))?.text;
    return name !== 'xargs' && name !== 'awk' && script !== undefined && script !== null && fetched.has(basename(script)) && !inline(words);
  });
}

const inline = (words: readonly ReadWord[]): boolean => words.some(({ text }) => /^-(c|e|m|r|-eval)$/.test(text ?? ''));

/** A shell or an interpreter in one pipeline with an open connection. */
export function runsTogether(commands: readonly FloorCommand[]): boolean {
  return commands.some(
    (one) =>
      /^(nc|ncat|netcat|telnet|socat|openssl)$/.test(one.name) &&
      commands.some((other) => SHELLS.has(other.name) && other.pipeline === one.pipeline && other.stage < one.stage && !readsFile(other)),
  );
}

/** bash opens a connection behind these names. */
export function breaksAway(path: string): boolean {
  return /^\/dev\/(tcp|udp)\//.test(path);
}
