/** One line that names what a call, or a rule, is about. */
import type { RuleMatch } from '#shared/schema/approval';

/** Arguments that name what a call acts on, in the order in which they are told. */
const NAMED = ['command', 'path', 'from', 'to', 'url'];

/** The command, or the paths; empty for a call that names neither. */
export function subjectOfCall(args: Readonly<Record<string, unknown>>): string {
  return NAMED.flatMap((name) => (typeof args[name] === 'string' ? [args[name]] : [])).join(' → ');
}

export function subjectOfRule(match: RuleMatch): string {
  switch (match.kind) {
    case 'command':
      return match.prefix ? `${match.text} …` : match.text;
    case 'path':
      return match.path === '' ? './' : match.path;
    default:
      return match satisfies never;
  }
}
