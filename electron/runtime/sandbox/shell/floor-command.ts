/** One command of a line as the hard floor sees it. */
import { basename } from 'node:path';
import type { Ground } from './places.ts';
import type { Redirect } from './read-shell.ts';
import type { ReadWord } from './read-word.ts';

export interface FloorCommand {
  /** Name without its folder, in lower case; empty where only a run would tell. */
  readonly name: string;
  readonly words: readonly ReadWord[];
  readonly redirects: readonly Redirect[];
  readonly ground: Ground;
  readonly pipeline: number;
  readonly stage: number;
  readonly nested: boolean;
}

/** Name of a program without its folder, as the floor compares it. */
export function floorName(word: ReadWord | undefined): string {
  const text = word?.text ?? null;
  return text === null
    ? ''
    : basename(text)
        .toLowerCase()
        .replace(/\.exe$/, '');
}
