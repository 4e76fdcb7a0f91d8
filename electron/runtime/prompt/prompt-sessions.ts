/** Keeps each session's system message and newest user message as first sent, so that a server's cache survives; changes are announced. */
import type { ChatMessage } from '#runtime/model/chat-model';
import type { PromptModule } from '#shared/schema/prompt';
import { changedLines } from './changed-lines.ts';
import { observationMessages, turnMessage } from './payload.ts';
import type { PromptBuild, PromptFacts, PromptHistory } from './prompt-build.ts';
import { type PromptLanguage, promptTexts } from './prompt-texts.ts';
import { buildSystemPrompt, renderLayer, type SystemPrompt } from './system-prompt.ts';

export interface PromptSessions {
  /** Like buildPrompt, with the session's memory of what it was already told. */
  build(facts: PromptFacts, history: PromptHistory): PromptBuild;
  /** What the next build would give; nothing is remembered. */
  preview(facts: PromptFacts, history: PromptHistory): PromptBuild;
  /** The next build takes everything in afresh: after a compaction, or when the person wants a change applied now. */
  renew(sessionId: string): void;
}

interface Turn {
  readonly key: string;
  readonly message: ChatMessage;
  readonly dynamic: readonly PromptModule[];
  /** Stable modules as the model knows them after this turn: frozen ones and announced changes. */
  readonly told: readonly PromptModule[];
}

interface Kept {
  readonly scope: string;
  readonly language: PromptLanguage;
  readonly system: SystemPrompt;
  readonly turn: Turn;
}

/** Sessions beyond this are begun afresh, which costs their cache and nothing else. */
const SESSIONS = 64;

export function createPromptSessions(): PromptSessions {
  const sessions = new Map<string, Kept>();
  return {
    build(facts, history) {
      const kept = advance(sessions.get(facts.session.id), facts, history);
      sessions.delete(facts.session.id);
      sessions.set(facts.session.id, kept);
      const oldest = sessions.keys().next();
      if (sessions.size > SESSIONS && !oldest.done) sessions.delete(oldest.value);
      return assemble(kept, facts, history);
    },
    preview: (facts, history) => assemble(advance(sessions.get(facts.session.id), facts, history), facts, history),
    renew: (sessionId) => void sessions.delete(sessionId),
  };
}

function advance(before: Kept | undefined, facts: PromptFacts, history: PromptHistory): Kept {
  const scope = scopeOf(facts);
  const current = buildSystemPrompt(facts);
  const key = JSON.stringify([history.length, facts.at, facts.payload.query]);
  const same = before?.scope === scope ? before : undefined;
  if (same?.turn.key === key) return same;
  // A turn ends in the language that it began in; the next one is told everything anew, not that every line has changed.
  const kept = same?.language === facts.language ? same : undefined;
  const system = kept?.system ?? current;
  const news = kept === undefined ? [] : announce(kept.turn.told, current.modules, facts.language);
  const dynamic = renderLayer(facts, 'dynamic').modules;
  const message = turnMessage({ facts, dynamic, hasHistory: history.length > 0, news });
  return { scope, language: facts.language, system, turn: { key, message, dynamic, told: current.modules } };
}

/** What must never be kept beyond a change: another place, another trust, others who read along. */
function scopeOf({ mode, session, workspace }: PromptFacts): string {
  return JSON.stringify([mode, session.kind, workspace.root, workspace.trusted]);
}

function announce(told: readonly PromptModule[], current: readonly PromptModule[], language: PromptLanguage): string[] {
  const { news } = promptTexts(language);
  return current.flatMap(({ id, text }) => {
    const before = told.find((module) => module.id === id)?.text ?? '';
    return before === text ? [] : [news.changed(id, changedLines(before, text, news))];
  });
}

function assemble({ system, language, turn }: Kept, { payload }: PromptFacts, history: PromptHistory): PromptBuild {
  return {
    modules: [...system.modules, ...turn.dynamic],
    messages: [{ role: 'system', content: system.text }, ...history, turn.message, ...observationMessages(payload.observations, language)],
    payload,
  };
}
