/** A request as lines for a terminal: everything that an answer is about, nothing cut, nothing hidden. */
import { visible } from '#runtime/text/shown';
import type { Approval, RuleDraft } from '#shared/schema/approval';
import type { Words } from '../words.ts';
import { effectLines } from './effect-lines.ts';

export function approvalLines(approval: Approval, words: Words): string[] {
  const { id, tool, sessionTitle, step, parked, state, reasons, plannerReason, effect, risk, rules } = approval;
  const first = rules[0];
  return [
    words.say('approval.head', { tool: visible(tool), id }),
    words.say('approval.where', { title: visible(sessionTitle), step }),
    ...(parked ? [words.say('approval.parked')] : []),
    ...(state === 'waiting' ? [] : [words.say(`approval.settled-${state}`)]),
    ...argumentLines(approval),
    words.say(`approval.risk-${risk}`),
    ...effectLines(effect, words),
    words.say('approval.why'),
    ...reasons.map((reason) => `  ${words.notice(reason)}`),
    ...(plannerReason === '' ? [] : [words.say('approval.planner', { text: visible(plannerReason) })]),
    first === undefined ? words.say('approval.no-rule') : words.say('approval.rule', { rule: ruleText(first, words) }),
  ];
}

/** Each on lines of its own behind a bar, so that no line of an argument can pass for one of the host's. */
function argumentLines({ arguments: args, effect }: Approval): string[] {
  // A text that the difference shows whole is not shown twice.
  const shown = effect.diff === undefined || effect.diff.cut ? undefined : effect.diff.after;
  return Object.entries(args)
    .filter(([, value]) => shown === undefined || value !== shown)
    .flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [`  ${visible(name)}:`, ...text.split('\n').map((line) => `  | ${visible(line)}`)];
    });
}

export function ruleText({ tool, match }: RuleDraft, words: Words): string {
  switch (match.kind) {
    case 'command':
      return words.say(match.prefix ? 'rule.prefix' : 'rule.command', { text: visible(match.text) });
    case 'path':
      return words.say(match.path === '' ? 'rule.workspace' : 'rule.path', { tool: visible(tool), path: visible(match.path) });
    default:
      return match satisfies never;
  }
}

/** How a request that waits is answered from the command line. */
export function howToAnswer({ id, rules }: Approval, words: Words): string {
  return words.say('approval.how', { id, answers: rules.length === 0 ? 'once|deny' : 'once|session|always|deny' });
}
