/** What the understood parts of a line would touch: real places, wildcards spread, links not followed. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CommandTarget } from '../command-wall.ts';
import { floorName } from './floor-command.ts';
import { type Ground, isWithin, spread } from './places.ts';
import { type ReadShell, readShell, type SimpleCommand } from './read-shell.ts';
import { plainWord, type ReadWord } from './read-word.ts';
import { safeForm } from './safe-form.ts';
import { groundsOf } from './where-it-runs.ts';
import { innerCommands } from './wrappers.ts';

type Change = CommandTarget['change'];

interface Changer {
  readonly change: Change;
  /** Short flags with a value, which is no target. */
  readonly values?: string;
  /** Operands before the first target. */
  readonly skip?: number;
}

/** What programs do to their operands. */
const CHANGERS: Readonly<Record<string, Changer>> = {
  rm: { change: 'delete' },
  rmdir: { change: 'delete' },
  unlink: { change: 'delete' },
  touch: { change: 'create', values: 'dtrA' },
  mkdir: { change: 'create', values: 'mZ' },
  mkfifo: { change: 'create', values: 'm' },
  tee: { change: 'modify' },
  truncate: { change: 'modify', values: 'sr' },
  chmod: { change: 'permissions', skip: 1 },
  chown: { change: 'permissions', skip: 1 },
  chgrp: { change: 'permissions', skip: 1 },
  gzip: { change: 'modify', values: 'S' },
  gunzip: { change: 'modify', values: 'S' },
};
/** Programs whose last operand, or the value of `-t`, is where the others go. */
const MOVERS: Readonly<Record<string, string>> = { mv: 'tS', cp: 'tS', ln: 'tS', install: 'tSmogZ' };
/** Wrappers within wrappers that are looked through. */
const DEPTH = 4;

interface Collecting {
  readonly targets: CommandTarget[];
  readonly max: number;
  readonly signal: AbortSignal;
  more: boolean;
}

export async function commandTargets(
  command: string,
  ground: Ground,
  max: number,
  signal: AbortSignal,
): Promise<{ targets: readonly CommandTarget[]; more: boolean }> {
  const into: Collecting = { targets: [], max, signal, more: false };
  const read = await readShell(command);
  if (!read.ok) return { targets: [], more: true };
  await collectAll(read, ground, into, 0);
  return { targets: into.targets, more: into.more };
}

async function collectAll(read: Extract<ReadShell, { ok: true }>, ground: Ground, into: Collecting, depth: number): Promise<void> {
  if (read.odd.length > 0) into.more = true;
  const grounds = groundsOf(read, ground);
  for (const [at, one] of read.commands.entries()) {
    const places = grounds[at] ?? [];
    if (places.length > 1) into.more = true; // where it runs is not sure
    for (const place of places) await collect(one, place, into, depth);
  }
}

async function collect(command: SimpleCommand, ground: Ground, into: Collecting, depth: number): Promise<void> {
  if (into.signal.aborted) {
    into.more = true;
    return;
  }
  for (const { operator, target } of command.redirects)
    if (target !== null && operator !== '<' && !/^\/dev\/(null|stdout|stderr)$/.test(target.text ?? ''))
      await add([target], 'modify', ground, into);
  const [, ...rest] = command.words;
  const name = floorName(command.words[0]);
  if (command.words.length === 0 || name === 'cd') return;
  const changer = Object.hasOwn(CHANGERS, name) ? CHANGERS[name] : undefined;
  if (changer !== undefined) {
    const skip = rest.some(({ text }) => text?.startsWith('--reference')) ? 0 : (changer.skip ?? 0);
    return add(operandsOf(rest, changer.values).slice(skip), changer.change, ground, into);
  }
  if (Object.hasOwn(MOVERS, name)) return moved(name, rest, ground, into);
  if (name === 'sed' && rest.some(({ text }) => /^(-\w*i|--in-place)/.test(text ?? ''))) return edited(rest, ground, into);
  if (name === 'dd') return add(rest.flatMap(outputOf), 'modify', ground, into);
  const form = safeForm(command.words);
  if (form.safe) return outsideReads(form.reads, ground, into);
  into.more = true; // what it does beyond this is not known
  if (name === 'find' && rest.some(({ text }) => text === '-delete')) return add(startsOf(rest), 'delete', ground, into);
  if (depth >= DEPTH) return;
  for (const one of innerCommands(name, command.words)) {
    if (one.kind === 'words') await collect({ ...command, words: one.words, redirects: [] }, ground, into, depth + 1);
    else if (one.text !== null) {
      const read = await readShell(one.text);
      if (read.ok) await collectAll(read, ground, into, depth + 1);
    }
  }
}

const outputOf = ({ text }: ReadWord): ReadWord[] => (text?.startsWith('of=') ? [plainWord(text.slice(3))] : []);

/** The words that are no flags, and no values of flags. */
function operandsOf(words: readonly ReadWord[], values = ''): ReadWord[] {
  const out: ReadWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ReadWord;
    const text = word.text ?? '';
    if (text === '--') return [...out, ...words.slice(at + 1)];
    if (!text.startsWith('-') || text === '-') out.push(word);
    else if (/^-[A-Za-z]+$/.test(text) && values.includes(text.at(-1) ?? ' ')) at += 1;
  }
  return out;
}

function startsOf(words: readonly ReadWord[]): ReadWord[] {
  const end = words.findIndex(({ text }) => /^[-(!]/.test(text ?? ''));
  const starts = words.slice(0, end < 0 ? undefined : end);
  return starts.length === 0 ? [plainWord('.')] : [...starts];
}

/** `sed -i`: the first operand is the program, unless a flag gives it; macOS has an empty word behind `-i`. */
function edited(words: readonly ReadWord[], ground: Ground, into: Collecting): Promise<void> {
  const named = words.some(({ text }) => /^(-\w*[ef]|--expression|--file)/.test(text ?? ''));
  const operands = operandsOf(words, 'ef').filter(({ text }) => text !== '');
  return add(named ? operands : operands.slice(1), 'modify', ground, into);
}

async function add(words: readonly ReadWord[], change: Change, ground: Ground, into: Collecting): Promise<void> {
  for (const word of words) {
    const all = await spread(word, ground, into.max);
    if (!all.ok || all.more) into.more = true;
    if (!all.ok) continue;
    for (const path of all.places) push(into, { path, change });
  }
}

function push(into: Collecting, target: CommandTarget): void {
  if (into.targets.length >= into.max) into.more = true;
  else into.targets.push(target);
}

/** Into a folder that is there under its own name, else under the name that was given. */
async function moved(name: string, words: readonly ReadWord[], ground: Ground, into: Collecting): Promise<void> {
  const at = words.findIndex(({ text }) => /^(-t|--target-directory)$/.test(text ?? ''));
  const operands = operandsOf(words, MOVERS[name]);
  const last = at < 0 ? operands.at(-1) : words[at + 1];
  const to = last === undefined ? null : await spread(last, ground, 2);
  const place = to?.ok === true && to.places.length === 1 ? (to.places[0] ?? null) : null;
  const from = at < 0 ? operands.slice(0, -1) : operands;
  if (place === null || from.length === 0) {
    into.more = true;
    return;
  }
  const isFolder =
    at >= 0 ||
    (await stat(place).then(
      (found) => found.isDirectory(),
      () => false,
    ));
  for (const word of from) {
    const all = await spread(word, ground, into.max);
    if (!all.ok || all.more) into.more = true;
    if (!all.ok) continue;
    for (const path of all.places) {
      const end = isFolder ? join(place, basename(path)) : place;
      push(into, name === 'mv' ? { path, change: 'move', to: end } : { path: end, change: 'create' });
    }
  }
}

async function outsideReads(words: readonly ReadWord[], ground: Ground, into: Collecting): Promise<void> {
  for (const word of words) {
    const all = await spread(word, ground, into.max);
    if (!all.ok) continue;
    for (const path of all.places) if (!isWithin(path, ground.root)) push(into, { path, change: 'read' });
  }
}
