/** Modules 8, 11 to 17, 22 and 23: where the assistant is, what it may use there, how it speaks, what time it is. */
import { localTime } from '#runtime/clock';
import { offers } from './modules-decision.ts';
import type { PromptFacts } from './prompt-build.ts';
import { promptTexts } from './prompt-texts.ts';

export function skills(facts: PromptFacts): string {
  return offers(facts, 'skill') ? promptTexts(facts.language).skills : '';
}

export function workspace(facts: PromptFacts): string {
  const { gap, workspace: texts } = promptTexts(facts.language);
  const notes = offers(facts, 'memory_append') ? texts.notesOnly : texts.readOnly;
  const changes = offers(facts, 'write', 'edit', 'move', 'delete', 'exec') ? texts.trash : notes;
  return [texts.text(facts.workspace.root), changes].join(gap);
}

export function sandbox(facts: PromptFacts): string {
  const { gap, walls } = promptTexts(facts.language);
  const commands = offers(facts, 'exec') ? walls.commands : walls.noCommands;
  const network = offers(facts, 'web_fetch', 'web_search') ? walls.network : walls.noNetwork;
  return [walls.text, commands, network].join(gap);
}

export function commands({ language }: PromptFacts): string {
  return promptTexts(language).commands;
}

export function delegation(facts: PromptFacts): string {
  return offers(facts, 'spawn_agent') ? promptTexts(facts.language).delegation : '';
}

/** There are no runs without a message yet: promising one would be a lie. */
export function heartbeat({ language }: PromptFacts): string {
  return promptTexts(language).heartbeat;
}

export function outputFormat({ language }: PromptFacts): string {
  return promptTexts(language).form;
}

export function brevity({ session, language }: PromptFacts): string {
  const { text, shared } = promptTexts(language).length;
  return session.kind === 'main' ? text : `${text}\n${shared}`;
}

export function time({ at, zone, language }: PromptFacts): string {
  const { year, month, day, hour, minute, weekday, offset } = localTime(at, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  const utc = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return promptTexts(language).time({ stamp: `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`, weekday, zone, utc });
}

export function runtime({ runtime: place, session, language }: PromptFacts): string {
  return promptTexts(language).runtime({ ...place, kind: session.kind });
}
