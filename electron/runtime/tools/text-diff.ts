/** What a write changes, as lines put in and taken out and as texts that fit a dialog. */
import { diffArrays } from 'diff';
import type { EffectDiff } from '#shared/schema/effect';

/** UTF-16 units of each side that are shown. */
const SHOWN = 200_000;
/** Differences and lines up to which they are compared exactly; beyond, moved lines count as kept. */
const EXACT_LIMIT = 250;
const EXACT_LINES = 10_000;
/** UTF-16 units beyond which lines are only counted. */
const SPLIT_LIMIT = 1_000_000;

export function diffOf(path: string, before: string | null, after: string): EffectDiff {
  const { added, removed } = countLines(before ?? '', after);
  const cut = (before?.length ?? 0) > SHOWN || after.length > SHOWN;
  return { path, before: before === null ? null : shortened(before), after: shortened(after), added, removed, cut };
}

function shortened(text: string): string {
  return text.length <= SHOWN ? text : text.slice(0, SHOWN).toWellFormed();
}

function countLines(before: string, after: string): { added: number; removed: number } {
  const [out, put] = middles(before, after);
  if (out.length + put.length > SPLIT_LIMIT) return { added: linesIn(put), removed: linesIn(out) };
  const [old, now] = [linesOf(out), linesOf(put)];
  const parts = old.length + now.length > EXACT_LINES ? undefined : diffArrays(old, now, { maxEditLength: EXACT_LIMIT });
  if (parts === undefined) return countApart(old, now);
  const sum = (kind: 'added' | 'removed') => parts.reduce((total, part) => total + (part[kind] ? part.value.length : 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** What is left of two texts without the lines that are the same in front and behind. */
function middles(before: string, after: string): [string, string] {
  const most = Math.min(before.length, after.length);
  let front = 0;
  while (front < most && before.charCodeAt(front) === after.charCodeAt(front)) front += 1;
  if (front < before.length || front < after.length) front = front === 0 ? 0 : before.lastIndexOf('\n', front - 1) + 1;
  let back = 0;
  while (back < most - front && before.charCodeAt(before.length - 1 - back) === after.charCodeAt(after.length - 1 - back)) back += 1;
  const cut = before.indexOf('\n', before.length - back) + 1;
  back = back === 0 || cut === 0 ? 0 : before.length - cut;
  return [before.slice(front, before.length - back), after.slice(front, after.length - back)];
}

function countApart(out: readonly string[], put: readonly string[]): { added: number; removed: number } {
  const left = new Map<string, number>();
  for (const line of out) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of put) {
    const count = left.get(line) ?? 0;
    if (count === 0) added += 1;
    else left.set(line, count - 1);
  }
  return { added, removed: out.length - (put.length - added) };
}

/** A last line without its end is another line than one with it. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last}\n`];
}

function linesIn(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
