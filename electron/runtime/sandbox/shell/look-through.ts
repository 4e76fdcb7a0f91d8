/** Every command of a line with what it runs in its turn, as the hard floor has to see it. */
import { type FloorCommand, floorName } from './floor-command.ts';
import { isBomb } from './hard-floor.ts';
import type { Ground } from './places.ts';
import { type ReadShell, readShell, type SimpleCommand } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';
import { groundsOf } from './where-it-runs.ts';
import { type Inner, innerCommands, SHELLS } from './wrappers.ts';

/** Wrappers within wrappers that are looked through. */
const UNWRAP_LIMIT = 8;
/** Commands that are collected; a line that runs more is not looked through to its end. */
const MOST = 400;

export interface Seen {
  readonly commands: readonly FloorCommand[];
  /** false where wrappers stand deeper than is looked, or a text cannot be read. */
  readonly complete: boolean;
  /** Starts itself without end. */
  readonly bomb: boolean;
}

type Read = Extract<ReadShell, { ok: true }>;

interface Looking {
  readonly found: FloorCommand[];
  complete: boolean;
  bomb: boolean;
  /** Pipelines of inner texts get numbers of their own. */
  texts: number;
}

export async function lookThrough(read: Read, grounds: readonly (readonly Ground[])[], raw: string): Promise<Seen> {
  const looking: Looking = { found: [], complete: true, bomb: mayBomb(read) && isBomb(raw), texts: 0 };
  for (const [at, command] of read.commands.entries())
    for (const ground of grounds[at] ?? []) await add(looking, command, { ground, depth: 0, line: read.commands });
  return { commands: looking.found, complete: looking.complete, bomb: looking.bomb };
}

const mayBomb = ({ odd }: Read): boolean => odd.some((type) => /function_definition|while_statement|^&$/.test(type));

interface At {
  readonly ground: Ground;
  readonly depth: number;
  /** The commands of the text that this one stands in. */
  readonly line: readonly SimpleCommand[];
}

async function add(looking: Looking, command: SimpleCommand, at: At): Promise<void> {
  const { words, redirects, pipeline, stage, nested } = command;
  const name = floorName(words[0]);
  looking.found.push({ name, words, redirects, ground: at.ground, pipeline, stage, nested });
  const inner = [...innerCommands(name, words), ...fedTexts(name, command, at.line)];
  if (inner.length === 0) return;
  if (at.depth >= UNWRAP_LIMIT || looking.found.length > MOST) {
    looking.complete = false;
    return;
  }
  for (const one of inner) {
    const deeper = { ...at, depth: at.depth + 1 };
    if (one.kind === 'words') await add(looking, { ...command, words: one.words, assigns: [], redirects: [], fed: null }, deeper);
    else if (one.text !== null) await addText(looking, one.text, command, deeper);
  }
}

async function addText(looking: Looking, text: string, by: SimpleCommand, { ground, depth }: At): Promise<void> {
  const read = await readShell(text);
  if (!read.ok) {
    if (read.why === 'syntax') looking.found.push(...looselyRead(text, ground));
    looking.complete &&= read.why === 'empty';
    return;
  }
  looking.bomb ||= mayBomb(read) && isBomb(text);
  looking.texts += 1000;
  const grounds = groundsOf(read, ground);
  const [only] = read.commands;
  for (const [at, command] of read.commands.entries()) {
    // A text of one command stands in the pipe where its shell stands.
    const pipe =
      read.commands.length === 1 && only !== undefined
        ? { pipeline: by.pipeline, stage: by.stage }
        : { pipeline: looking.texts + command.pipeline };
    for (const place of grounds[at] ?? []) await add(looking, { ...command, ...pipe }, { ground: place, depth, line: read.commands });
  }
}

/** What a shell reads from its input, where that can be told: a here-document, or what `echo` prints into the pipe. */
function fedTexts(name: string, { fed, words, pipeline, stage }: SimpleCommand, line: readonly SimpleCommand[]): Inner[] {
  if (!SHELLS.has(name)) return [];
  const texts: Inner[] = fed === null ? [] : [{ kind: 'text', text: fed }];
  if (words.slice(1).some(({ text }) => !/^-/.test(text ?? ''))) return texts;
  // Where a here-document goes in a pipe the grammar does not tell.
  for (const giver of line)
    if (giver.fed !== null && /^(cat|tee)$/.test(floorName(giver.words[0]))) texts.push({ kind: 'text', text: giver.fed });
  if (stage === 0) return texts;
  for (const giver of line) {
    if (giver.pipeline !== pipeline || giver.stage !== stage - 1 || !/^(echo|printf)$/.test(floorName(giver.words[0]))) continue;
    const said = giver.words.slice(1).filter(({ text }, at) => !(at === 0 && /^-[neE]+$/.test(text ?? '')));
    texts.push({
      kind: 'text',
      text: said
        .map(({ text, raw }) => text ?? raw)
        .join(' ')
        .replaceAll('\\n', '\n'),
    });
  }
  return texts;
}

/** A line that the parser cannot read may still be one that bash runs: its words are looked at as they stand. */
export function looselyRead(command: string, ground: Ground): FloorCommand[] {
  return command.split(/[;&|\n(){}`]+/).map((piece, stage) => {
    const words = piece
      .trim()
      .split(/\s+/)
      .map((raw): ReadWord => {
        const text = raw.replace(/['"\\]/g, '');
        return { text, least: text, raw, glob: /[*?[]/.test(raw), tilde: raw.startsWith('~'), variables: [] };
      });
    const opened = /[<>]\s*(\/dev\/(?:tcp|udp)\/\S+)/.exec(piece)?.[1];
    const redirects = opened === undefined ? [] : [{ operator: '>', target: { ...(words[0] as ReadWord), text: opened } }];
    return { name: floorName(words[0]), words, redirects, ground, pipeline: 0, stage, nested: false };
  });
}
