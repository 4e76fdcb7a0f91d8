/** What a command did and what was changed, in words. Never claims more than the result tells. */
import { plainMarkdown } from '#runtime/text/shown';
import { code, type Good, inCodeFence, oneLine, reasonInWords, SHOWN } from './answers.ts';
import { isCut, plainText } from './outcome.ts';
import type { Language } from './plan.ts';
import { hasWords, say } from './wording.ts';

/** What only the model is told of how a command ended; here it is said in words. */
const ENDING = /(?:^|\n)\[(?:exit [^\]\n]*|stopped: [^\]\n]*|nothing was printed)\]\s*$/;

/** How it ended, what it printed, what was told about it, and what it changed. */
export function ranInWords(language: Language, command: string, result: Good): string {
  const { facts, notices = [] } = result;
  const output = plainText(result.output).replace(ENDING, '');
  const exit = facts?.['exit'];
  const ended = typeof facts?.['stopped'] === 'string' ? '_stopped' : typeof exit === 'number' && exit !== 0 ? '_failed' : '';
  const silent = output.trim() === '';
  const shown = { command: oneLine(command).replaceAll('`', "'"), exit: typeof exit === 'number' && exit >= 0 ? exit : '?' };
  const told = notices.map((one) => reasonInWords(language, one));
  const cut = output.length > SHOWN || (told.length === 0 && isCut(result)) ? [say(language, 'change.exec_cut')] : [];
  return [
    say(language, `change.exec${ended}${silent ? '_silent' : ''}`, shown),
    ...(silent ? [] : [inCodeFence(output.slice(0, SHOWN))]),
    ...cut,
    ...told,
    ...undoInWords(language, result),
  ].join('\n\n');
}

/** That files were changed, and whether that can be taken back. */
function undoInWords(language: Language, { change }: Good): string[] {
  if (change === undefined || change.files === 0) return [];
  return [say(language, change.undoable ? 'change.undoable' : 'change.not_undoable', { count: change.files })];
}

/** `result` tells what came with it: a file that was new, a persona file, what could not be kept. */
export function changedInWords(language: Language, what: string, args: Readonly<Record<string, unknown>>, result: Good): string {
  const made = what === 'write' && result.facts?.['created'] === true ? 'create' : what;
  const key = hasWords(`change.${made}`) ? `change.${made}` : 'change.other';
  const text = (name: string): string => (typeof args[name] === 'string' ? String(args[name]) : '');
  const sentence = say(language, key, {
    tool: what,
    path: code(text('path')),
    from: code(text('from')),
    to: code(text('to')),
    line: plainMarkdown(oneLine(text('line'))),
  });
  return [sentence, ...(result.notices ?? []).map((one) => reasonInWords(language, one))].join('\n\n');
}
