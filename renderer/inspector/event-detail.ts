/** One line that says what an event is about. */
import type { TFunction } from 'i18next';
import type { RunEvent } from '#shared/schema/run-event';
import { duration, wholeNumber } from '../i18n/format.ts';
import { wordNotice } from '../i18n/notice-words.ts';

export interface DetailWords {
  readonly t: TFunction<'inspector'>;
  readonly language: string;
}

/** Characters of a text that are enough for its line. */
const SHOWN = 160;

function firstLine(text: string): string {
  return (
    text
      .slice(0, 4 * SHOWN)
      .trim()
      .split('\n', 1)[0] ?? ''
  ).slice(0, SHOWN);
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Never more than a line; empty where the name says it all. */
export function eventDetail(event: RunEvent, words: DetailWords): string {
  const { t, language } = words;
  const number = (value: number): string => wholeNumber(value, language);
  const time = (ms: number): string => duration(ms, t, language);
  switch (event.type) {
    case 'run.started':
      return joined(event.model, t(`inspector.mode-${event.mode}`));
    case 'message.received':
    case 'answer.given':
    case 'answer.replaced':
    case 'answer.checkpoint':
      return firstLine(event.text);
    case 'prompt.built':
      return t('inspector.event-built', { modules: number(event.modules), tokens: number(event.tokens), time: time(event.ms) });
    case 'planner.decided':
      return joined(t(`inspector.action-${wordOf(event.decision.action)}`, { tool: event.decision.tool_name }), time(event.ms));
    case 'model.replaced':
      return joined(`${event.from} → ${event.to}`, wordNotice(t, event.reason));
    case 'context.cut':
      return t('inspector.event-cut', { tokens: number(event.missing) });
    case 'tool_schema_validation_failed':
      return joined(event.tool, wordNotice(t, event.reason));
    case 'guardrail.judged':
      return joined(event.tool, t(`inspector.verdict-${event.verdict.verdict}`));
    case 'clarification.needed':
      return joined(event.tool, event.slots.join(', '), firstLine(event.question));
    case 'clarification.answered':
      return joined(Object.keys(event.values).join(', '), firstLine(event.text));
    case 'approval.requested':
      return joined(event.tool, wordNotice(t, event.reason));
    case 'approval.decided':
      return joined(t(`inspector.verdict-${event.decision}`), event.by);
    case 'tool.retried':
    case 'tool.started':
      return joined(event.tool, firstLine(JSON.stringify(event.arguments)));
    case 'tool.completed':
      return joined(event.tool, t(`inspector.event-${event.result.ok ? 'ok' : 'failed'}`), time(event.ms));
    case 'memory.written':
      return `${event.entry.path}:${event.entry.from}`;
    case 'memory.recalled':
      return t('inspector.event-hits', { count: event.hits.length });
    case 'context.pruned':
      return t('inspector.event-characters', { before: number(event.before), after: number(event.after) });
    case 'context.compacted':
      return t('inspector.event-from-to', { before: number(event.before), after: number(event.after) });
    case 'hook.ran':
      return joined(
        `${event.hook} (${event.point})`,
        t(`inspector.outcome-${hookWord(event.outcome)}`),
        time(event.ms),
        event.detail ?? '',
      );
    case 'run.completed':
      return joined(t('inspector.event-steps', { count: event.steps }), event.goalSatisfied ? '' : t('inspector.event-not-reached'));
    case 'run.failed':
      return joined(t('inspector.event-steps', { count: event.steps }), wordNotice(t, event.reason));
    case 'run.cancelled':
      return t('inspector.event-steps', { count: event.steps });
    case 'run.interrupted':
      return wordNotice(t, event.reason);
    default:
      return event satisfies never;
  }
}

/** As it stands in a key. */
function wordOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function hookWord(outcome: Extract<RunEvent, { type: 'hook.ran' }>['outcome']): string {
  if (outcome === 'ok') return 'same';
  return outcome === 'refused' ? 'failed' : wordOf(outcome);
}

/** Streamed pieces of one answer are one line, the last of them. */
export function withoutRepeats(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter((event, index) => event.type !== 'answer.checkpoint' || events[index + 1]?.type !== 'answer.checkpoint');
}

/** How an event is to be looked at. */
export function eventTone({ type, ...event }: RunEvent): 'plain' | 'warn' | 'danger' {
  if (type === 'run.failed' || type === 'run.interrupted' || type === 'context.cut') return 'danger';
  if (type === 'tool_schema_validation_failed' || type === 'model.replaced' || type === 'approval.requested') return 'warn';
  return 'result' in event && !event.result.ok ? 'warn' : 'plain';
}
