/** What the understood parts of a line would touch: real places, wildcards spread, links not followed. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CommandTarget } from '../command-wall.ts';
import { floorName } from './hard-floor.ts';
import { type Ground, spread } from './places.ts';
import { readShell, type SimpleCommand } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';
import { safeForm } from './safe-form.ts';
import { innerCommands } from './wrappers.ts';

type Change = CommandTarget['change'];

/** What a program does to its operands. */
const CHANGES: Readonly<Record<string, Change>> = {
  rm: 'delete',
  rmdir: 'delete',
  unlink: 'delete',
  shred: 'delete',
  touch: 'create',
  mkdir: 'create',
  tee: 'modify',
  truncate: 'modify',
  chmod: 'permissions',
  chown: 'permissions',
  chgrp: 'permissions',
};

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
  if (read.odd.length > 0) into.more = true;
  for (const one of read.commands) await collect(one, ground, into, 0);
  return { targets: into.targets, more: into.more };
}

async function collect(command: SimpleCommand, ground: Ground, into: Collecting, depth: number): Promise<void> {
  if (into.signal.aborted) {
    into.more = true;
    return;
  }
  for (const { operator, target } of command.redirects)
    if (target !== null && operator !== '<' && target.text !== '/dev/null') await add([target], 'modify', ground, into);
  const name = floorName(command.words[0]);
  if (command.words.length === 0 || name === 'cd') return;
  const change = CHANGES[name];
  const operands = operandsOf(command.words.slice(1));
  if (change !== undefined) {
    // The first operand of these is no path.
    const paths = change === 'permissions' ? operands.slice(1) : operands;
    return add(paths, change, ground, into);
  }
  if (name === 'mv' || name === 'cp' || name === 'ln' || name === 'install') return moved(name, operands, ground, into);
  if (name === 'sed' && command.words.some(({ text }) => /^(-\w*i|--in-place)/.test(text ?? '')))
    return add(operands.slice(1), 'modify', ground, into);
  const form = safeForm(command.words);
  if (form.safe) return outsideReads(form.reads, ground, into);
  const inner = innerCommands(name, command.words);
  into.more = true;
  if (depth < 4)
    for (const one of inner)
      if (one.kind === 'words') await collect({ ...command, words: one.words, redirects: [] }, ground, into, depth + 1);
}

function operandsOf(words: readonly ReadWord[]): ReadWord[] {
  const end = words.findIndex(({ text }) => text === '--');
  if (end >= 0) return [...operandsOf(words.slice(0, end)), ...words.slice(end + 1)];
  return words.filter(({ text }) => text === null || text === '-' || !text.startsWith('-'));
}

async function add(words: readonly ReadWord[], change: Change, ground: Ground, into: Collecting): Promise<void> {
  for (const word of words) {
    const all = await spread(word, ground, into.max);
    if (!all.ok || all.more) into.more = true;
    if (!all.ok) continue;
    for (const path of all.places) {
      if (into.targets.length >= into.max) into.more = true;
      else into.targets.push({ path, change });
    }
  }
}

/** Into a folder that is there under its own name, else under the name that was given. */
async function moved(name: string, operands: readonly ReadWord[], ground: Ground, into: Collecting): Promise<void> {
  const last = operands.at(-1);
  const to = last === undefined ? null : await spread(last, ground, 2);
  const place = to?.ok === true && to.places.length === 1 ? (to.places[0] ?? null) : null;
  if (place === null || operands.length < 2) {
    into.more = true;
    return;
  }
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  for (const word of operands.slice(0, -1)) {
    const all = await spread(word, ground, into.max);
    if (!all.ok || all.more) into.more = true;
    if (!all.ok) continue;
    for (const path of all.places) {
      const end = isFolder ? join(place, basename(path)) : place;
      if (into.targets.length >= into.max) into.more = true;
      else into.targets.push(name === 'mv' ? { path, change: 'move', to: end } : { path: end, change: 'create' });
    }
  }
}

async function outsideReads(words: readonly ReadWord[], ground: Ground, into: Collecting): Promise<void> {
  for (const word of words) {
    const all = await spread(word, ground, into.max);
    if (!all.ok) continue;
    for (const path of all.places)
      if (path !== ground.root && !path.startsWith(`${ground.root}/`) && into.targets.length < into.max)
        into.targets.push({ path, change: 'read' });
  }
}
