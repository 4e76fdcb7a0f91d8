/** One decision asked of a model: its phases told, another model in its place said, and what it took measured. */
import { elapsedSince } from '#runtime/clock';
import type { ModelUsage } from '#runtime/model/chat-model';
import { judgeTruth } from '#runtime/model/truth';
import { type Planned, plan } from '#runtime/planner/planner';
import type { PromptBuild, PromptFacts } from '#runtime/prompt/prompt-build';
import { estimateTokens } from '#runtime/text/token-counter';
import type { ModelUse } from '#shared/schema/model';
import type { EventBody } from '#shared/schema/run-event';
import type { createAnswerWriter } from './answer-writer.ts';
import type { AgentParts, LiveRun } from './run-context.ts';

export interface Asked {
  readonly planned: Planned;
  readonly ms: number;
  /** Absent for the offline rules, which are sent nothing. */
  readonly use?: ModelUse;
  /** What happened on the way, for the log. */
  readonly events: readonly EventBody[];
}

interface Asking {
  readonly step: number;
  readonly build: PromptBuild;
  readonly facts: PromptFacts;
  readonly writer: ReturnType<typeof createAnswerWriter>;
}

/** Rejects with the signal's reason when cancelled. */
export async function askModel(parts: AgentParts, run: LiveRun, { step, build, facts, writer }: Asking): Promise<Asked> {
  const { log, clock } = parts;
  const { runId, sessionId, model } = run;
  const asked = performance.now();
  const events: EventBody[] = [];
  let answering = model.id;
  const planned = await plan({
    model,
    request: { messages: build.messages, payload: facts.payload, session: facts.session, schema: run.schema },
    signal: run.signal,
    onAnswer: parts.hooks.has('message_sending') ? () => undefined : writer.push,
    onRetry: writer.restart,
    onPhase: (phase) => log.signal({ kind: 'phase', runId, sessionId, step, model: answering, phase, at: clock.now() }),
    onReplaced({ from, to, reason }) {
      answering = to;
      events.push({ type: 'model.replaced', from, to, reason });
    },
  });
  const ms = elapsedSince(asked);
  if (!model.readsPrompt) return { planned, ms, events };
  const tokens = messageTokens(build.messages);
  const use = measured(parts, run, { model: answering, build, tokens, usage: planned.ok ? planned.usage : undefined });
  parts.sent.keep(sessionId, build.messages);
  const truth = judgeTruth(use, parts.models.facts(answering)?.trained ?? null);
  if (truth.state === 'cut') events.push({ type: 'context.cut', missing: truth.missing, use });
  else if (use.counted !== null) parts.models.learn(answering, tokens, use.counted);
  return { planned, ms, use, events };
}

interface Used {
  readonly model: string;
  readonly build: PromptBuild;
  /** Of its messages, as counted here. */
  readonly tokens: number;
  readonly usage: ModelUsage | undefined;
}

function measured(parts: AgentParts, run: LiveRun, { model, build, tokens, usage }: Used): ModelUse {
  return {
    model,
    estimated: Math.round(tokens * parts.models.ratio(model)),
    counted: usage?.promptTokens ?? null,
    cached: usage?.cachedTokens ?? null,
    answered: usage?.answerTokens ?? null,
    window: run.model.window,
    loaded: usage?.loadedWindow ?? null,
    reused: parts.sent.reuse(run.sessionId, build.messages),
    phases: usage?.phases ?? {},
  };
}

/** Tokens that a chat template puts around one message. */
const AROUND = 4;

/** Tokens of messages as they are sent, by script; quick at any length. */
export function messageTokens(messages: PromptBuild['messages']): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + AROUND, 0);
}
