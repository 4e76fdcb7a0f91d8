/** --approve and --policy: read and checked, so that a script may give them; nothing in this version asks, so they change nothing yet. */
import { readFileSync } from 'node:fs';
import { type CommandInput, flag } from './command.ts';

const ANSWERS: ReadonlySet<string> = new Set(['never', 'ask', 'always']);

/** What is wrong with them as a sentence, or null. */
export function approvalProblem(input: CommandInput): string | null {
  const { words } = input;
  const approve = flag(input, 'approve');
  if (approve !== undefined && !ANSWERS.has(approve)) return words.say('badApprove', { value: approve, known: [...ANSWERS].join(', ') });
  const policy = flag(input, 'policy');
  if (policy === undefined) return null;
  try {
    JSON.parse(readFileSync(policy, 'utf8'));
    return null;
  } catch (error) {
    return words.say('badPolicy', { path: policy, problem: error instanceof Error ? error.message : String(error) });
  }
}
