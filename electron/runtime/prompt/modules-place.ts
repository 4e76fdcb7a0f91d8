/** Modules 8, 11 to 17, 22 and 23: where the assistant is, what it may use there, how it speaks, what time it is. */
import { localTime } from '#runtime/clock';
import { offers } from './modules-decision.ts';
import type { PromptFacts } from './prompt-build.ts';

export function skills(facts: PromptFacts): string {
  return offers(facts, 'skill')
    ? '## Skills\nBefore a task that needs special know-how, look for a skill with the skill tool and follow it.'
    : '';
}

export function workspace(facts: PromptFacts): string {
  const notes = offers(facts, 'memory_append') ? 'You cannot change its files, only keep notes.' : 'You cannot change its files.';
  const changes = offers(facts, 'write', 'edit', 'move', 'delete', 'exec') ? 'Trash over rm.' : notes;
  return `## Workspace\nRoot: ${facts.workspace.root}\nPaths are relative to it, with / between parts. ${changes}`;
}

export function sandbox(facts: PromptFacts): string {
  const commands = offers(facts, 'exec')
    ? 'Commands run in a sandbox without network that holds only the workspace; where there is none, each asks.'
    : 'You cannot run commands.';
  const network = offers(facts, 'web_fetch', 'web_search') ? 'Only allowed sites can be reached.' : 'You cannot reach the network.';
  return `## Walls\nPaths out of the workspace and granted folders, links that lead out and protected files are refused. ${commands} ${network}`;
}

export function commands(): string {
  return "## Commands\nInput that begins with / and the settings are the person's: you can neither use nor change them.";
}

export function delegation(facts: PromptFacts): string {
  return offers(facts, 'spawn_agent')
    ? '## Delegation\nHand a self-contained part to a sub-agent with spawn_agent; its result is an observation.'
    : '';
}

/** There are no runs without a message yet: promising one would be a lie. */
export function heartbeat(): string {
  return '## Heartbeat\nYou run only when a message comes. Never promise to act later by yourself.';
}

export function outputFormat(): string {
  return "## Form\nThe answer is Markdown, in the language of the person's message.";
}

export function brevity({ session }: PromptFacts): string {
  const rule = 'Quality over quantity. Lead with the result; no openers, no recap.';
  if (session.kind === 'main') return `## Length\n${rule}`;
  return `## Length\n${rule}\nOthers read along. Speak when you are addressed or can add something; else stay silent: answer "…" and no more. Never bring up private matters.`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function time({ at, zone }: PromptFacts): string {
  const { year, month, day, hour, minute, weekday, offset } = localTime(at, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  const utc = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `Now: ${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)} ${WEEKDAYS[weekday]}, ${zone} (${utc})`;
}

export function runtime({ runtime: { os, host, model, window }, session }: PromptFacts): string {
  const size = window > 0 ? `, window ${window} tokens` : '';
  return `Runtime: ${os}, host ${host}, model ${model}${size}, ${session.kind} session`;
}
