/** What a call would do, as lines for a terminal. */
import { visible } from '#runtime/text/shown';
import type { Effect, EffectDiff, EffectTarget } from '#shared/schema/effect';
import type { Words } from '../words.ts';

/** Lines of a difference that are shown; and those around it that stay. */
const DIFF_LINES = 200;
const AROUND = 3;

export function effectLines(effect: Effect, words: Words): string[] {
  const { targets, count, files, bytes, more, undo, diff, opens, notices } = effect;
  const known = targets.length > 0 || diff !== undefined;
  const lines = [words.say(known ? 'approval.effect' : 'approval.unknown')];
  for (const target of targets) lines.push(`  ${targetLine(target, words)}`);
  if (count > targets.length) lines.push(`  ${words.say('approval.rest', { count: count - targets.length })}`);
  if (more && known) lines.push(`  ${words.say('approval.more')}`);
  if (targets.length > 0) lines.push(`  ${words.say(more ? 'approval.totals-more' : 'approval.totals', { files, bytes })}`);
  if (diff !== undefined) lines.push(...diffLines(diff, words));
  for (const path of opens?.read ?? []) lines.push(words.say('approval.opens-read', { path: visible(path) }));
  for (const path of opens?.write ?? []) lines.push(words.say('approval.opens-write', { path: visible(path) }));
  for (const notice of notices) lines.push(words.notice(notice));
  if (known) lines.push(words.say(`approval.undo-${undo}`));
  return lines;
}

function targetLine({ path, type, change, where, files, bytes, leads }: EffectTarget, words: Words): string {
  return words.say('target.line', {
    change: words.say(`change.${change}`),
    path: visible(path),
    leads: leads === undefined ? '' : words.say('target.leads', { path: visible(leads) }),
    what: words.say(`target.${type}`, { files, bytes }),
    where: where === 'workspace' ? '' : words.say(`target.${where}`),
  });
}

function diffLines({ path, before, after, added, removed, cut }: EffectDiff, words: Words): string[] {
  const old = before === null || before === '' ? [] : before.split('\n');
  const next = after === '' ? [] : after.split('\n');
  let head = 0;
  while (head < old.length && head < next.length && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < next.length - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - AROUND);
  const lines = [
    ...next.slice(from, head).map((line) => `    ${visible(line)}`),
    ...old.slice(head, old.length - tail).map((line) => `  - ${visible(line)}`),
    ...next.slice(head, next.length - tail).map((line) => `  + ${visible(line)}`),
    ...next.slice(next.length - tail, next.length - tail + AROUND).map((line) => `    ${visible(line)}`),
  ];
  return [
    words.say('approval.diff', { path: visible(path), added, removed }),
    ...lines.slice(0, DIFF_LINES),
    ...(lines.length > DIFF_LINES ? [`  ${words.say('approval.lines-left', { count: lines.length - DIFF_LINES })}`] : []),
    ...(cut ? [words.say('approval.cut')] : []),
  ];
}
