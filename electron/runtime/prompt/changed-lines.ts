/** Says what changed between two texts as lines taken out and lines put in. */
import type { PromptTexts } from './prompt-texts.ts';

/** Lines shown of a change; the rest is counted. */
const SHOWN = 80;

/** `- old` and `+ new` lines between the part that is the same in front and the part that is the same behind. */
export function changedLines(before: string, after: string, texts: PromptTexts['news']): string {
  const old = before === '' ? [] : before.split('\n');
  const now = after === '' ? [] : after.split('\n');
  let front = 0;
  while (front < old.length && front < now.length && old[front] === now[front]) front++;
  let back = 0;
  while (back < old.length - front && back < now.length - front && old.at(-1 - back) === now.at(-1 - back)) back++;
  // Lines that only moved or stayed in the middle are not news.
  const stays = new Set(now.slice(front, now.length - back));
  const was = new Set(old.slice(front, old.length - back));
  const lines = [
    ...old.slice(front, old.length - back).flatMap((line) => (stays.has(line) || line.trim() === '' ? [] : [`- ${line}`])),
    ...now.slice(front, now.length - back).flatMap((line) => (was.has(line) || line.trim() === '' ? [] : [`+ ${line}`])),
  ];
  if (lines.length === 0) return texts.onlyOrder;
  const rest = lines.length - SHOWN;
  return rest <= 0 ? lines.join('\n') : [...lines.slice(0, SHOWN), texts.moreLines(rest)].join('\n');
}
