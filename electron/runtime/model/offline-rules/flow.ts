/** The next decision of a plan: requests are held against what was observed, in order, until each has come to something. */
import type { PromptPayload } from '#runtime/model/chat-model';
import { decision, type PlannerDecision } from '#shared/schema/planner-decision';
import { type Intent, isRisky } from './intent.ts';
import { isCall } from './outcome.ts';
import { type Language, MOST_REQUESTS, type Plan } from './plan.ts';
import { type Moment, reportCall } from './report.ts';
import { advance, openBook, type Scene } from './steps.ts';
import { hasWords, say } from './wording.ts';

function question(language: Language, tool: string, args: Readonly<Record<string, unknown>>, missing: readonly string[]): string {
  const key = `ask.${tool}_${missing.join('_')}`;
  const text = (name: string): string => (typeof args[name] === 'string' ? String(args[name]) : '');
  return hasWords(key)
    ? say(language, key, { path: text('path'), from: text('from') })
    : say(language, 'ask.other', { slots: missing.join(', ') });
}

export function clarify(
  language: Language,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  missing: readonly string[],
): PlannerDecision {
  return decision('CLARIFY', {
    reason: 'an argument is missing',
    tool_name: tool,
    arguments: { ...args },
    missing_slots: [...missing],
    clarification_question: question(language, tool, args, missing),
  });
}

export function respond(answer: string, reason: string): PlannerDecision {
  return decision('RESPOND', { answer, reason, goal_satisfied: true });
}

/**
 * Calls that the words do not account for: the words answered a question, and are an argument that was used already. They are never read
 * as a request of their own; what was done is told.
 */
export function whatWasDone(language: Language, payload: PromptPayload, moment: Moment): PlannerDecision {
  const told = payload.observations.filter(isCall).map((one) => reportCall(language, one, null, moment));
  return respond(told.join('\n\n'), 'what was done');
}

/** Decides from the plan and the observations alone; the same input always gives the same decision. */
export function nextDecision(plan: Plan, payload: PromptPayload, moment: Moment): PlannerDecision {
  const { language, requests } = plan;
  if (requests.length > MOST_REQUESTS)
    return respond(say(language, 'too_many', { count: requests.length, most: MOST_REQUESTS }), 'too many requests');
  if (requests.length === 0) return respond([say(language, 'too_long'), say(language, 'model.connect')].join('\n\n'), 'too long');
  const book = openBook(payload);
  const scene: Scene = { language, book, moment, only: requests.length === 1 };
  const reports: string[] = [];
  const skipped: Intent[] = [];
  let failed = false;
  for (const intent of requests) {
    if (failed && isRisky(intent)) {
      skipped.push(intent);
      continue;
    }
    const step = advance(intent, scene);
    if (step.kind !== 'done' && book.left() > 0) return whatWasDone(language, payload, moment);
    if (step.kind === 'call') return decision('CALL_TOOL', { tool_name: step.tool, arguments: { ...step.arguments }, reason: step.reason });
    if (step.kind === 'ask') return clarify(language, step.tool, step.arguments, step.missing);
    reports.push(step.report);
    failed ||= step.failed;
  }
  if (book.left() > 0) return whatWasDone(language, payload, moment);
  if (skipped.length > 0) reports.push(say(language, 'not_done.skipped', { what: skipped.map(({ kind }) => kind).join(', ') }));
  if (requests.some(({ kind }) => kind === 'unknown') && requests.length > 1) reports.push(say(language, 'model.connect'));
  return respond(reports.filter((report) => report !== '').join('\n\n'), requests.map(({ kind }) => kind).join(', '));
}
