/** Puts what changes into words: the newest user message, and one or two messages for each observation after it. */
import type { ChatMessage, Observation, PendingTool, ShortTurn } from '#runtime/model/chat-model';
import type { Notice } from '#shared/schema/notice';
import type { PromptModule } from '#shared/schema/prompt';
import type { ToolResult } from '#shared/schema/tool-call';
import { quoted } from './modules-files.ts';
import type { PromptFacts } from './prompt-build.ts';
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
  const context = [
    ...news,
    hasHistory ? '' : earlierTurns(payload.shortMemory),
    pendingCall(payload.pendingTool),
    joinModules(dynamic, '\n'),
  ].filter((part) => part !== '');
  const blocks = context.length === 0 ? [] : [`<context>\n${context.join('\n')}\n</context>`];
  const hooks = prependContext.filter((text) => text.trim() !== '').map((text) => `<hook>\n${quoted(text)}\n</hook>`);
  return { role: 'user', content: [...blocks, ...hooks, payload.query].join('\n\n') };
}

function earlierTurns(turns: readonly ShortTurn[]): string {
  if (turns.length === 0) return '';
  const lines = turns.map(({ question, answer }) => `- Person: ${quoted(question)}\n  You: ${quoted(answer)}`);
  return `Earlier in this conversation:\n${lines.join('\n')}`;
}

function pendingCall(pending: PendingTool | null): string {
  if (pending === null || pending.tool === '') return '';
  const { tool, slots } = pending;
  const call = quoted(JSON.stringify({ tool_name: tool, arguments: pending.arguments, missing_slots: slots }));
  return `You asked for what this call lacks; the person's text may give it: ${call}`;
}

/** A decision that was carried out, then what came of it. An observation's messages depend on it alone, so they never change again. */
export function observationMessages(observations: readonly Observation[]): ChatMessage[] {
  return observations.flatMap(wordsFor);
}

function wordsFor(observation: Observation): ChatMessage[] {
  switch (observation.kind) {
    case 'call':
      return [
        decided(observation.tool, observation.arguments),
        said(`Observation from ${observation.tool}:\n${resultWords(observation.result)}`),
      ];
    case 'refused':
      return [
        decided(observation.tool, observation.arguments),
        said(`Observation: ${observation.tool} was refused and did not run: ${noticeWords(observation.reason)}`),
      ];
    case 'unsatisfied':
      return [
        { role: 'assistant', content: JSON.stringify({ action: 'RESPOND', answer: observation.answer, goal_satisfied: false }) },
        said('Observation: that answer was not shown. Go on, or RESPOND with goal_satisfied true and say what is open.'),
      ];
    case 'warning':
      return [said(`Warning: ${noticeWords(observation.reason)}`)];
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

function resultWords(result: ToolResult): string {
  if (!result.ok) return `failed (${result.kind}): ${noticeWords(result.error)}`;
  const notes = (result.notices ?? []).map((note) => `\n[${noticeWords(note)}]`);
  return `${result.output === '' ? '(nothing)' : result.output}${notes.join('')}`;
}

/** A notice for the model: its code, its values, and the detail where there is one. */
function noticeWords({ code, params, detail }: Notice): string {
  const values = Object.entries(params ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [code, ...values, ...(detail === undefined ? [] : [`(${detail})`])].join(' ');
}
