/** "What do you know about me?", "What did I tell you to remember?": every line of the three files that speak for themselves, with its place. */
import { localDay } from '#runtime/clock';
import type { Moment } from './answers.ts';
import { plainText } from './outcome.ts';

export interface Told {
  readonly text: string;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** In the order they are looked at. */
export function filesAboutMe({ now, zone }: Moment): readonly string[] {
  return ['USER.md', 'MEMORY.md', `memory/${localDay(now, zone)}.md`];
}

const ITEM = /^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?(?<text>\S.*)$/;
const IS_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;
/** "- Name:" of a form that nobody filled in. */
const UNFILLED = /[:：]\s*$/;

/** What a person told, line by line: entries everywhere, prose only below a heading of the second rank; comments and forms are left out. */
export function toldLines(path: string, output: string): Told[] {
  const text = plainText(output).replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const out: Told[] = [];
  let below = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^#{1,6}\s/.test(line)) {
      below ||= /^#{2,6}\s/.test(line);
      continue;
    }
    const told = ITEM.exec(line)?.groups?.['text']?.trim();
    if (told === undefined || UNFILLED.test(told) || /^(?:-{3,}|\*{3,})$/.test(told)) continue;
    if (below || IS_ITEM.test(line)) out.push({ text: told, path, line: at + 1 });
  }
  return out;
}
