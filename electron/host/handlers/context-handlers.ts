/** What a conversation's window holds, and the next prompt laid open: modules, payload, messages, and who changed what. */

import { messageTokens } from '#runtime/agent/ask-model';
import type { ChatModel, PromptPayload } from '#runtime/model/chat-model';
import { judgeTruth } from '#runtime/model/truth';
import { runMiddlewares } from '#runtime/prompt/middleware';
import type { PromptBuild, PromptFacts, PromptHistory } from '#runtime/prompt/prompt-build';
import { redact } from '#runtime/redaction/redact';
import { estimateTokens, loadTokenizer } from '#runtime/text/token-counter';
import { offersFor } from '#runtime/tools/registry';
import type { Handlers } from '#shared/contract/methods';
import type { ContextParts, PromptSight, Truth } from '#shared/schema/context';
import type { ModelUse } from '#shared/schema/model';
import type { RunEvent } from '#shared/schema/run-event';
import type { Session } from '#shared/schema/session';
import { refuseCall } from '../dispatch.ts';
import type { HostParts } from '../host-parts.ts';

type ContextMethods = Extract<keyof Handlers, `context.${string}` | 'prompt.inspect'>;

/** Events of a conversation that are looked through for its newest call. */
const LOOKED_THROUGH = 400;
/** Tokens that a compaction leaves free, and the share of the window that they may take (SPEC: at most a quarter). */
const RESERVE = { tokens: 20_000, share: 0.25 };
/** Modules whose text is the person's own files. */
const FILES = new Set(['workspace-files', 'bootstrap', 'long-term-memory']);

export function contextHandlers(parts: HostParts): Pick<Handlers, ContextMethods> {
  return {
    'context.get': async ({ sessionId }, signal) => {
      const { model, build } = await openPrompt(parts, sessionId, '', signal);
      const events = newestOf(parts, sessionId);
      const use = events.findLast((event) => event.type === 'planner.decided' && event.use !== undefined);
      const now = use?.type === 'planner.decided' && use.use?.model === model.id ? use.use : null;
      return {
        modelId: model.id,
        window: model.window,
        reserve: Math.round(Math.min(RESERVE.tokens, model.window * RESERVE.share)),
        parts: partsOf(build, parts.modelStore.ratio(model.id)),
        use: now,
        truth: truthOf(parts, { model, build, use: now }),
      };
    },
    'prompt.inspect': async ({ sessionId, text = '' }, signal) => {
      await loadTokenizer();
      const { model, build, changes } = await openPrompt(parts, sessionId, text, signal);
      return {
        mode: model.fit.mode,
        modules: build.modules.map((module) => ({ ...module, text: masked(module.text) })),
        payload: payloadOf(build.payload),
        messages: await messagesOf(build, signal),
        changes: [...changes, ...hookChanges(newestOf(parts, sessionId))],
        reused: parts.sent.reuse(sessionId, build.messages),
      };
    },
  };
}

interface Opened {
  readonly model: ChatModel;
  readonly build: PromptBuild;
  readonly changes: PromptSight['changes'];
}

/** The prompt that `text` would be sent with now. Nothing is remembered of it. */
async function openPrompt(parts: HostParts, sessionId: string, text: string, signal: AbortSignal): Promise<Opened> {
  const session: Session = parts.sessions.get(sessionId) ?? refuseCall('session_unknown', { id: sessionId });
  const scope = parts.workspace.current();
  const model = parts.model(sessionId);
  const facts = await scope.facts({
    session: { id: sessionId, kind: session.kind },
    mode: model.fit.mode,
    at: parts.clock.now(),
    model,
    prependContext: [],
    payload: {
      query: text,
      shortMemory: parts.sessions.shortMemory(sessionId),
      pendingTool: null,
      observations: [],
      tools: offersFor(scope.tools, session.kind, model.fit.tools),
    },
  });
  const history = parts.runs.conversation(sessionId, '~').before;
  const changes: PromptSight['changes'] = [];
  let now: PromptFacts = facts;
  if (text !== '' && model.readsPrompt) {
    for (const middleware of scope.middlewares(() => undefined)) {
      const { context, ran } = await runMiddlewares({ middlewares: [middleware], context: { facts: now, history }, signal });
      const [run] = ran;
      if (run === undefined) continue;
      const { name, outcome, ms, detail = '' } = run;
      changes.push({
        name,
        kind: 'middleware',
        outcome,
        ms,
        detail,
        before: turnOf(parts, now, history),
        after: turnOf(parts, context.facts, history),
      });
      now = context.facts;
    }
  }
  return { model, build: parts.prompts.preview(now, history), changes };
}

/** The newest user message, in which what changes stands. */
function turnOf(parts: HostParts, facts: PromptFacts, history: PromptHistory): string {
  return masked(parts.prompts.preview(facts, history).messages.at(-1)?.content ?? '');
}

/** Counting and masking long texts takes its time: others get a turn between two of them. */
async function messagesOf({ messages }: PromptBuild, signal: AbortSignal): Promise<PromptSight['messages']> {
  const shown: PromptSight['messages'] = [];
  for (const { role, content } of messages) {
    signal.throwIfAborted();
    shown.push({ role, content: masked(content), tokens: estimateTokens(content) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return shown;
}

const masked = (text: string): string => redact(text).text;

function newestOf({ events }: HostParts, sessionId: string): RunEvent[] {
  return events.ofSession(sessionId, Number.MAX_SAFE_INTEGER, LOOKED_THROUGH).events;
}

/** Hooks are the person's own programs: they are not run for a look, so what they did last is told. */
function hookChanges(events: readonly RunEvent[]): PromptSight['changes'] {
  const run = events.findLast(({ type }) => type === 'run.started')?.runId;
  return events.flatMap((event) =>
    event.type === 'hook.ran' && event.runId === run && event.point === 'before_prompt_build'
      ? {
          name: event.hook,
          kind: 'hook' as const,
          outcome: event.outcome === 'ok' ? ('same' as const) : event.outcome === 'refused' ? ('failed' as const) : event.outcome,
          ms: event.ms,
          detail: event.detail ?? '',
          before: '',
          after: '',
        }
      : [],
  );
}

function payloadOf(payload: PromptPayload): PromptSight['payload'] {
  return (['query', 'shortMemory', 'pendingTool', 'observations', 'tools'] as const).map((part) => {
    const value = payload[part];
    const text = masked(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
    return { part, text, tokens: estimateTokens(text) };
  });
}

function partsOf(build: PromptBuild, ratio: number): ContextParts {
  const counted = { system: 0, files: 0, memory: 0, conversation: 0, tools: 0 };
  for (const { id, layer, text } of build.modules)
    if (layer === 'stable') counted[FILES.has(id) ? 'files' : 'system'] += estimateTokens(text);
  for (const { role, content } of build.messages) {
    if (role === 'system') continue;
    const isResult = role === 'user' && content.startsWith('Observation');
    const context = isResult ? '' : (/^<context>\n[\s\S]*?\n<\/context>/.exec(content)?.[0] ?? '');
    counted.memory += estimateTokens(context);
    counted[isResult ? 'tools' : 'conversation'] += estimateTokens(content.slice(context.length));
  }
  return {
    system: Math.round(counted.system * ratio),
    files: Math.round(counted.files * ratio),
    memory: Math.round(counted.memory * ratio),
    conversation: Math.round(counted.conversation * ratio),
    tools: Math.round(counted.tools * ratio),
  };
}

function truthOf({ modelStore }: HostParts, { model, build, use }: { model: ChatModel; build: PromptBuild; use: ModelUse | null }): Truth {
  if (!model.readsPrompt) return { state: 'fits', missing: 0, fix: null };
  const trained = modelStore.facts(model.id)?.trained ?? null;
  const estimated = Math.round(messageTokens(build.messages) * modelStore.ratio(model.id));
  const truth = judgeTruth(use ?? { estimated, counted: null, window: model.window, loaded: null }, trained);
  // Only Ollama loads the window that it is asked for.
  return model.kind === 'ollama' ? truth : { ...truth, fix: null };
}
