/** Puts what changes into words: the newest user message, and one or two messages for each observation after it. */
import type { ChatMessage, Observation, PendingTool, ShortTurn } from '#runtime/model/chat-model';
import type { Notice } from '#shared/schema/notice';
import type { PromptModule } from '#shared/schema/prompt';
import type { ToolResult } from '#shared/schema/tool-call';
import { quoted } from './modules-files.ts';
import type { PromptFacts } from './prompt-build.ts';
import { type PromptLanguage, type PromptTexts, promptTexts } from './prompt-texts.ts';
import { joinModules } from './system-prompt.ts';

/** The newest user message: context first, the person's own text last and untouched. `news` are blocks said once, in this turn. */
export function turnMessage(options: {
  readonly facts: PromptFacts;
  readonly dynamic: readonly PromptModule[];
  /** false when nothing of the conversation is in the messages: then the short memory stands in for it. */
  readonly hasHistory: boolean;
  readonly news?: readonly string[];
}): ChatMessage {
  const { facts, dynamic, hasHistory, news = [] } = options;
  const { payload, prependContext, mode } = facts;
  if (mode === 'none') return { role: 'user', content: payload.query };
  const texts = promptTexts(facts.language);
  const context = [
    ...news,
    hasHistory ? '' : earlierTurns(payload.shortMemory, texts),
    pendingCall(payload.pendingTool, texts),
    joinModules(dynamic, '\n'),
  ].filter((part) => part !== '');
  const blocks = context.length === 0 ? [] : [`<context>\n${context.join('\n')}\n</context>`];
  const hooks = prependContext.filter((text) => text.trim() !== '').map((text) => `<hook>\n${quoted(text)}\n</hook>`);
  return { role: 'user', content: [...blocks, ...hooks, payload.query].join('\n\n') };
}

function earlierTurns(turns: readonly ShortTurn[], { earlier }: PromptTexts): string {
  if (turns.length === 0) return '';
  return [earlier.heading, ...turns.map(({ question, answer }) => earlier.turn(quoted(question), quoted(answer)))].join('\n');
}

function pendingCall(pending: PendingTool | null, texts: PromptTexts): string {
  if (pending === null || pending.tool === '') return '';
  const { tool, slots } = pending;
  return texts.pending(quoted(JSON.stringify({ tool_name: tool, arguments: pending.arguments, missing_slots: slots })));
}

/**
 * A decision that was carried out, then what came of it. An observation's messages depend on it and the language alone, so in one
 * language they never change again.
 */
export function observationMessages(observations: readonly Observation[], language: PromptLanguage): ChatMessage[] {
  const texts = promptTexts(language).observation;
  return observations.flatMap((observation) => wordsFor(observation, texts));
}

function wordsFor(observation: Observation, texts: PromptTexts['observation']): ChatMessage[] {
  switch (observation.kind) {
    case 'call':
      return [
        decided(observation.tool, observation.arguments),
        said(texts.result(observation.tool, resultWords(observation.result, texts))),
      ];
    case 'refused':
      return [decided(observation.tool, observation.arguments), said(texts.refused(observation.tool, noticeWords(observation.reason)))];
    case 'unsatisfied':
      return [
        { role: 'assistant', content: JSON.stringify({ action: 'RESPOND', answer: observation.answer, goal_satisfied: false }) },
        said(texts.notShown),
      ];
    case 'warning':
      return [said(texts.warning(noticeWords(observation.reason)))];
    default:
      return observation satisfies never;
  }
}

function decided(tool: string, args: Readonly<Record<string, unknown>>): ChatMessage {
  return { role: 'assistant', content: JSON.stringify({ action: 'CALL_TOOL', tool_name: tool, arguments: args }) };
}

function said(content: string): ChatMessage {
  return { role: 'user', content };
}

function resultWords(result: ToolResult, texts: PromptTexts['observation']): string {
  if (!result.ok) return texts.failed(result.kind, noticeWords(result.error));
  const notes = (result.notices ?? []).map((note) => `\n[${noticeWords(note)}]`);
  return `${result.output === '' ? texts.nothing : result.output}${notes.join('')}`;
}

/** A notice for the model: its code, its values, and the detail where there is one. */
function noticeWords({ code, params, detail }: Notice): string {
  const values = Object.entries(params ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [code, ...values, ...(detail === undefined ? [] : [`(${detail})`])].join(' ');
}
