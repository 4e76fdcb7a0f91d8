/** The model port without a model: a fixed planner for English and Chinese under the ordinary contract. */
import type { Clock } from '#runtime/clock';
import { OFFLINE_MODEL } from '#shared/schema/model';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import { decision } from '#shared/schema/planner-decision';
import { type ChatModel, encodeDecision, OFFLINE_WINDOW, type PromptPayload } from './chat-model.ts';
import { isKnown } from './offline-rules/classify.ts';
import { clarify, nextDecision, respond, whatWasDone } from './offline-rules/flow.ts';
import { isCall } from './offline-rules/outcome.ts';
import { fill } from './offline-rules/pending.ts';
import { type Language, languageOf, planFor } from './offline-rules/plan.ts';
import { sameArguments } from './offline-rules/steps.ts';
import { say } from './offline-rules/wording.ts';

export interface OfflineMoment {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
}

/** The next decision for a payload: pure, total, and the same for the same input. */
export function decideOffline(payload: PromptPayload, moment: OfflineMoment): PlannerDecision {
  const { pendingTool, query } = payload;
  if (pendingTool !== null) {
    const answered = answerPending(payload, moment);
    if (answered !== null) return answered;
  }
  const plan = planFor(query);
  return nextDecision({ ...plan, language: spoken(payload) }, payload, moment);
}

/** The message's language; where it holds no words of its own (a path), that of the turn before. */
function spoken({ query, shortMemory }: PromptPayload): Language {
  const before = shortMemory.at(-1)?.question;
  const wordless = !/\p{Script=Han}|(?<![./\\\w-])[A-Za-z]{2,}(?![./\\\w-])/u.test(query);
  return wordless && before !== undefined ? languageOf(before) : languageOf(query);
}

/** null when the words begin something else or the question itself is meant. */
function answerPending(payload: PromptPayload, moment: OfflineMoment): PlannerDecision | null {
  const { pendingTool: pending, query } = payload;
  if (pending === null) return null;
  const language = spoken(payload);
  const plan = planFor(query);
  const first = plan.requests[0];
  if (first?.kind === 'clarify' && first.tool === pending.tool) return clarify(language, pending.tool, pending.arguments, pending.slots);
  const otherRequest =
    isKnown(plan.requests) &&
    !plan.requests.every(({ kind }) => kind === 'greeting') &&
    !pending.slots.some((slot) => slot === 'content' || slot === 'text');
  const sameTool = plan.requests.length === 1 && first !== undefined && toolOf(first.kind) === pending.tool;
  if (otherRequest && !sameTool && !(pending.slots.includes('command') && plan.requests.length === 1)) return null;
  if (sameTool && pending.slots.includes('text')) return null;
  const filled = fill(pending, query);
  switch (filled.kind) {
    case 'dropped':
      return respond(say(language, 'dropped'), 'the person turned away');
    case 'unread':
      return sameTool ? null : clarify(language, pending.tool, pending.arguments, pending.slots);
    case 'part':
      return clarify(language, pending.tool, filled.arguments, filled.missing);
    case 'filled': {
      const calls = payload.observations.filter(isCall);
      const ran = calls.some((one) => one.tool === pending.tool && sameArguments(one.arguments, filled.arguments));
      if (ran) return whatWasDone(language, payload, moment);
      return decision('CALL_TOOL', { tool_name: pending.tool, arguments: filled.arguments, reason: 'the missing argument was given' });
    }
    default:
      return filled satisfies never;
  }
}

const TOOLS: Readonly<Record<string, string>> = { remember: 'memory_append', recall: 'memory_search' };
const toolOf = (kind: string): string => TOOLS[kind] ?? kind;

/** Characters in a chunk: an answer grows in the window as it does with a model. */
const CHUNK = 48;

export function createOfflineRules({ clock }: { readonly clock: Clock }): ChatModel {
  return {
    id: OFFLINE_MODEL,
    name: OFFLINE_MODEL,
    kind: 'offline-rules',
    readsPrompt: false,
    window: OFFLINE_WINDOW,
    fit: { mode: 'full', tools: Number.POSITIVE_INFINITY },
    async *chat({ payload }, signal) {
      const text = encodeDecision(decideOffline(payload, { now: clock.now(), zone: clock.zone }));
      for (let at = 0; at < text.length; at += CHUNK) {
        if (signal.aborted) return;
        yield { type: 'text', text: text.slice(at, at + CHUNK) };
      }
      yield { type: 'done' };
    },
  };
}
