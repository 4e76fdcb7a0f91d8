/** Where each command of a line runs: a `cd` before it counts, as far as it is sure to have worked. */
import { realpathSync, statSync } from 'node:fs';
import { normalize } from 'node:path';
import { floorName } from './floor-command.ts';
import { type Folders, walkFolders } from './folder-flow.ts';
import { type Ground, inFull, placeOf } from './places.ts';
import type { ReadShell, SimpleCommand } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';

/** A folder that a `cd` leads to; `sure` when it is there now. */
interface Change {
  readonly places: readonly (string | null)[];
  readonly sure: boolean;
}

/** `builtin cd x` is `cd x`. */
function changeWords(words: readonly ReadWord[]): readonly ReadWord[] | null {
  const from = words.findIndex((word) => !/^(command|builtin)$/.test(floorName(word)));
  return from < 0 || !/^(cd|pushd|popd|chdir)$/.test(floorName(words[from])) ? null : words.slice(from);
}

/** Where a change of folder may lead from one place; null for any other command. */
export function folderChange(words: readonly ReadWord[], ground: Ground): Change | null {
  const change = changeWords(words);
  if (change === null) return null;
  const name = floorName(change[0]);
  const operands = change.slice(1).filter(({ text }) => text === null || !/^-[LPe@]+$|^--$/.test(text));
  const [to] = operands;
  if (name === 'popd' || operands.length > 1 || (name === 'pushd' && to === undefined)) return { places: [ground.cwd, null], sure: false };
  if (to === undefined) return { places: [ground.home], sure: false };
  // An empty word stays where it is, and one that vanishes goes home.
  if (to.text === null) return { places: [ground.cwd, ...(to.raw.startsWith('"') ? [] : [ground.home]), null], sure: false };
  if (to.glob || to.text === '-' || /^[-+]\d+$/.test(to.text)) return { places: [ground.cwd, null], sure: false };
  const real = placeOf(to, ground);
  const named = inFull(to, ground);
  if (real === null || named === null) return { places: [null], sure: false };
  // bash takes `..` off the name, other programs off the real place.
  const both = [...new Set([realOf(real), realOf(normalize(named))])];
  return { places: both, sure: both.every(isFolder) };
}

const realOf = (place: string): string => {
  try {
    return realpathSync(place);
  } catch {
    return place.replace(/(?<=.)\/+$/, '');
  }
};

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The places each command of a line may run in, in the order of the commands. */
export function groundsOf({ commands, flow }: Extract<ReadShell, { ok: true }>, start: Ground): readonly (readonly Ground[])[] {
  if (flow === null) return commands.map(() => [start]);
  const byStart = new Map<number, SimpleCommand>(commands.map((command) => [command.start, command]));
  const found = new Map<number, Folders>();
  walkFolders(flow, new Set([start.cwd]), (at, from) => {
    found.set(at, new Set([...(found.get(at) ?? []), ...from]));
    const words = byStart.get(at)?.words ?? [];
    const changes = [...from].map((cwd) => folderChange(words, { ...start, cwd }));
    const ok = new Set(changes.flatMap((change, index) => change?.places ?? [[...from][index] ?? null]));
    // What runs a text of its own may leave the shell anywhere.
    if (/^(eval|source|\.)$/.test(floorName(words[0]))) ok.add(null);
    const failed = [...from].filter((_, index) => changes[index]?.sure !== true);
    return { ok, fail: new Set(failed) };
  });
  // What the flow has not met may run anywhere.
  return commands.map((command) => [...(found.get(command.start) ?? [null])].map((cwd) => ({ ...start, cwd })));
}
