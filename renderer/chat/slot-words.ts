/** Words for the values that a question asks for. */
import type { TFunction } from 'i18next';
import type { QuestionView, RunView } from '../store/project-run.ts';

const KNOWN: ReadonlySet<string> = new Set(['path', 'content', 'command', 'query', 'text', 'date']);

/** The person's word for a slot; null for one that only the tool knows. */
export function slotWord(slot: string, t: TFunction): string | null {
  return KNOWN.has(slot) ? t(`slot.${slot}`) : null;
}

/** true when the call that the question is about has arguments besides those that are asked for. */
export function keepsOthers({ calls }: Pick<RunView, 'calls'>, { callId, slots }: Pick<QuestionView, 'callId' | 'slots'>): boolean {
  const args = calls.find((call) => call.callId === callId)?.arguments ?? {};
  return Object.entries(args).some(([name, value]) => !slots.includes(name) && value !== '' && value !== null && value !== undefined);
}
