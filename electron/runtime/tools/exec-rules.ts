/** Rules for commands: which a request offers, and whether one covers a call. A rule never covers more than its words say. */
import type { CommandJudgement } from '#runtime/sandbox/command-wall';
import type { FileWall } from '#runtime/sandbox/file-wall';
import type { RuleDraft } from '#shared/schema/approval';
import type { SessionKind } from '#shared/schema/session';
import { scriptHashes } from './exec-scripts.ts';

/** Words that a "begins with" rule holds to: the program and what it is told to do. */
const PREFIX_WORDS = 2;

/** The command as it stands, then what begins like it; `scripts` pins what would run, null offers nothing (the command runs elsewhere than in the root). */
export function commandRules(command: string, judged: CommandJudgement, scripts: Readonly<Record<string, string>> | null): RuleDraft[] {
  if (scripts === null) return [];
  const pinned = Object.fromEntries(Object.entries(scripts).map(([name, hash]) => [name.replace(/^script:/, ''), hash]));
  const exact: RuleDraft = { tool: 'exec', match: { kind: 'command', text: oneLine(command), prefix: false, pinned } };
  const words = prefixWords(judged);
  if (words === null || judged.scripts.length > 0) return [exact];
  const text = words.slice(0, PREFIX_WORDS).join(' ');
  return [exact, { tool: 'exec', match: { kind: 'command', text, prefix: true, pinned: {} } }];
}

export async function coversCommand(
  files: FileWall,
  command: string,
  { judged, rule, session }: { judged: CommandJudgement; rule: RuleDraft; session: SessionKind },
): Promise<boolean> {
  const { match } = rule;
  if (match.kind !== 'command' || judged.verdict !== 'ask' || judged.risk !== 'command') return false;
  if (match.prefix) {
    const words = prefixWords(judged);
    const wanted = match.text.split(' ');
    return words !== null && judged.scripts.length === 0 && wanted.every((word, at) => words[at] === word);
  }
  if (oneLine(command) !== match.text) return false;
  const now = await scriptHashes(files, judged.scripts, { session, signal: new AbortController().signal });
  return judged.scripts.every((path) => match.pinned[path] !== undefined && match.pinned[path] === now[`script:${path}`]);
}

/** The words of the one simple command that the line is; null for anything more, or for words that cannot head a rule. */
function prefixWords({ parts }: CommandJudgement): string[] | null {
  const [part] = parts;
  if (part === undefined || parts.length !== 1 || !part.prefixable) return null;
  const words = part.words.filter((word) => word !== null);
  // A word with white space in it would read as two in the rule's one line.
  const head = words.slice(0, PREFIX_WORDS);
  return words.length === part.words.length && head.every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? words : null;
}

/** Outer white space does not tell two commands apart; all else does. */
function oneLine(command: string): string {
  return command.trim();
}
