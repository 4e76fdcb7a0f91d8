/** The loop: one planner decision a step until an answer is accepted, a question is open, or a bound is reached. */

import { elapsedSince } from '#runtime/clock';
import { isBuiltIn } from '#runtime/guardrails/allowlist';
import { shouldEndRun } from '#runtime/guardrails/loop';
import type { Observation } from '#runtime/model/chat-model';
import { runMiddlewares } from '#runtime/prompt/middleware';
import type { PromptBuild, PromptFacts } from '#runtime/prompt/prompt-build';
import { redact, redactKeys } from '#runtime/redaction/redact';
import type { MemoryHit } from '#shared/schema/memory';
import { notice } from '#shared/schema/notice';
import type { PlannerDecision } from '#shared/schema/planner-decision';
import type { EventBody } from '#shared/schema/run-event';
import type { SessionKind } from '#shared/schema/session';
import type { Citation } from '#shared/schema/tool-call';
import { createAnswerWriter } from './answer-writer.ts';
import { askModel } from './ask-model.ts';
import { callTool } from './call-tool.ts';
import type { RunBook } from './run-book.ts';
import type { AgentParts, LiveRun } from './run-context.ts';

/** Planner decisions of one run. */
export const STEP_LIMIT = 24;

/** Works until the run has ended or waits. Rejects with the signal's reason when cancelled; the caller closes the run then. */
export async function runLoop(parts: AgentParts, run: LiveRun, book: RunBook): Promise<void> {
  while (book.state().phase === 'running') {
    const { history, steps } = book.state();
    const loop = shouldEndRun(history, (name) => isBuiltIn(name) || run.scope.tools.some((tool) => tool.name === name));
    if (loop.end) book.fail(loop.reason);
    else if (steps >= STEP_LIMIT) book.fail(notice('step_limit', { limit: STEP_LIMIT }));
    else await takeStep(parts, run, book);
  }
}

async function takeStep(parts: AgentParts, run: LiveRun, book: RunBook): Promise<void> {
  const { log, atPoint } = parts;
  const step = book.state().steps + 1;
  const start = performance.now();
  const { build, facts } = await prompt(parts, run, book);
  const built: EventBody = {
    type: 'prompt.built',
    modules: build.modules.length,
    tokens: build.modules.reduce((sum, module) => sum + module.tokens, 0),
    ms: elapsedSince(start),
  };
  const writer = createAnswerWriter({
    mask: (text) => masked(text, facts.session.kind),
    tell: (offset, text) => log.signal({ kind: 'delta', runId: run.runId, sessionId: run.sessionId, step, offset, text }),
    checkpoint(offset, text) {
      book.append({ type: 'answer.checkpoint', step, offset, text });
      atPoint('answer.checkpointed');
    },
  });
  const { planned, ms, use, events } = await askModel(parts, run, { step, build, facts, writer }).catch((error: unknown) => {
    writer.end(false);
    throw error;
  });
  writer.end(planned.ok);
  book.say([...spoken(run, build), ...(planned.ok ? [{ role: 'assistant' as const, content: planned.raw }] : [])]);
  if (!planned.ok) {
    book.append(built, ...events, { type: 'run.failed', steps: book.state().steps, reason: planned.error });
    return;
  }
  book.append(built, ...events, {
    type: 'planner.decided',
    step,
    decision: asLogged(planned.decision),
    notes: [...planned.notes],
    ms,
    ...(use === undefined ? {} : { use }),
  });
  atPoint('step.decided');
  await act(parts, run, book, planned.decision);
}

/** In their own conversation a person gets back the passwords they had remembered; where others read along, nobody does. */
function masked(text: string, kind: SessionKind): string {
  return (kind === 'main' ? redactKeys(text) : redact(text)).text;
}

/** The log has an answer once, as it was given: redacted, and only when no hook withheld it. */
function asLogged(decision: PlannerDecision): PlannerDecision {
  const given = decision.action === 'RESPOND' && decision.goal_satisfied;
  return {
    ...decision,
    answer: given ? '' : redact(decision.answer).text,
    reason: redact(decision.reason).text,
    clarification_question: redact(decision.clarification_question).text,
  };
}

/** What this run adds to the conversation: everything after the system message and what was said before. */
function spoken(run: LiveRun, build: PromptBuild): PromptBuild['messages'] {
  return build.messages.slice(1 + run.before.length);
}

/** Reads what the prompt needs, runs the hook and the chain before it, and builds it once. */
async function prompt(parts: AgentParts, run: LiveRun, book: RunBook): Promise<{ build: PromptBuild; facts: PromptFacts }> {
  const state = book.state();
  const session = { id: run.sessionId, kind: state.kind };
  const prependContext: string[] = [];
  const hooked = await parts.hooks.run(
    'before_prompt_build',
    { message: state.query, messages: [...run.before, ...run.own], session },
    (input, out) => {
      prependContext.push(out.prependContext);
      return { input };
    },
    run.signal,
  );
  if (hooked.ran.length > 0) book.append(...hooked.ran);
  const facts = await run.scope.facts({
    session,
    mode: state.mode,
    at: state.at,
    model: run.model,
    prependContext,
    payload: {
      query: state.query,
      shortMemory: run.shortMemory,
      pendingTool: state.pending,
      observations: state.observations,
      tools: run.offers,
    },
  });
  // What memory holds about a message is looked up once: later steps keep the words of the first.
  const fresh = state.steps === 0 && run.model.readsPrompt ? await applyMiddlewares(run, book, facts) : facts;
  const untold = { ...fresh.payload, observations: state.observations.slice(state.toldObservations) };
  return { facts: fresh, build: parts.prompts.build({ ...fresh, payload: untold }, [...run.before, ...run.own]) };
}

async function applyMiddlewares(run: LiveRun, book: RunBook, facts: PromptFacts): Promise<PromptFacts> {
  let found: readonly MemoryHit[] = [];
  const middlewares = run.scope.middlewares((hits) => {
    found = hits;
  });
  const { context } = await runMiddlewares({ middlewares, context: { facts, history: run.before }, signal: run.signal });
  const used = found.filter((hit) => context.facts.recalled.some(({ path, from }) => path === hit.path && from === hit.from));
  if (used.length > 0) book.append({ type: 'memory.recalled', hits: [...used] });
  return context.facts;
}

async function act(parts: AgentParts, run: LiveRun, book: RunBook, decision: PlannerDecision): Promise<void> {
  switch (decision.action) {
    case 'RESPOND':
      return decision.goal_satisfied ? respond(parts, run, book, decision) : undefined;
    case 'CLARIFY': {
      const { tool_name: tool, arguments: args, missing_slots: slots, clarification_question: question } = decision;
      return book.append({ type: 'clarification.needed', callId: parts.newId(), tool, arguments: args, slots, question });
    }
    case 'CALL_TOOL':
      return callTool(parts, run, book, { callId: parts.newId(), name: decision.tool_name, arguments: decision.arguments });
    default:
      return decision.action satisfies never;
  }
}

/** The answer passes the last hook, is redacted, and closes the run in one durable step. */
async function respond(parts: AgentParts, run: LiveRun, book: RunBook, decision: PlannerDecision): Promise<void> {
  const state = book.state();
  const sent = await parts.hooks.run(
    'message_sending',
    { answer: decision.answer, session: { id: run.sessionId, kind: state.kind } },
    (input, out) => ('answer' in out ? { input: { ...input, answer: out.answer } } : { end: out.refuse }),
    run.signal,
  );
  if (sent.ran.length > 0) book.append(...sent.ran);
  if (sent.failed !== undefined) return book.fail(notice('hook_failed', { hook: sent.failed }));
  if (sent.end !== undefined) return book.fail(notice('answer_withheld', { reason: sent.end }));
  const text = masked(sent.input.answer, state.kind);
  book.append(
    { type: 'answer.given', text, citations: citedIn(text, state.observations) },
    { type: 'run.completed', steps: state.steps, goalSatisfied: decision.goal_satisfied },
  );
  parts.atPoint('answer.stored');
}

/** The places that the answer names as `path:line` and that a tool of this run really read. */
function citedIn(text: string, observations: readonly Observation[]): Citation[] {
  const read = observations.flatMap((one) => (one.kind === 'call' && one.result.ok ? (one.result.citations ?? []) : []));
  const cited = new Map<string, Citation>();
  for (const path of new Set(read.map((one) => one.path))) {
    for (const piece of text.split(`${path}:`).slice(1)) {
      const line = Number(/^\d+/.exec(piece)?.[0] ?? 0);
      const known = read.some((one) => one.path === path && one.from <= line && line <= one.to);
      if (known) cited.set(`${path}:${line}`, { path, from: line, to: line });
    }
  }
  return [...cited.values()];
}
