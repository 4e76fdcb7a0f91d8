/** What of a command is refused before it is parsed: too long, too deep, or not what it looks like. */

/** Characters of a command; a longer one is refused unread. */
const LENGTH_LIMIT = 8_000;
/** Levels of nesting; 5,000 nested substitutions take the parser 155 ms. */
const DEPTH_LIMIT = 40;
/** Control characters but tab and newline, unusual white space, and what hides: the parser and bash read them differently. */
const STRANGE = /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\t\n])\p{Cc}|(?! )\p{Zs}/u;

export type UnfitText = 'empty' | 'too long' | 'characters' | 'too deep';

/** null for a text that may be parsed. */
export function unfitText(command: string): UnfitText | null {
  if (command.length > LENGTH_LIMIT) return 'too long';
  if (STRANGE.test(command) || !command.isWellFormed()) return 'characters';
  if (command.trim() === '') return 'empty';
  return tooDeep(command) ? 'too deep' : null;
}

/** Cheap, before parsing: how deep brackets stand in one another at most. */
function tooDeep(command: string): boolean {
  let depth = 0;
  for (const character of command) {
    if (character === '(' || character === '{') depth += 1;
    if (character === ')' || character === '}') depth -= 1;
    if (depth > DEPTH_LIMIT) return true;
  }
  return (command.match(/`/g)?.length ?? 0) > DEPTH_LIMIT;
}
