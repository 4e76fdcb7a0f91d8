/** What an audit entry says in the table: the result, who it came from, and what belongs to its details. */
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import ListChecks from 'lucide-react/icons/list-checks';
import ListX from 'lucide-react/icons/list-x';
import Redo2 from 'lucide-react/icons/redo-2';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Settings2 from 'lucide-react/icons/settings-2';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { z } from 'zod';
import { answerSchema } from '#shared/schema/approval';
import type { AuditEntry } from '#shared/schema/audit';
import { noticeSchema } from '#shared/schema/notice';
import { wordNotice } from '../i18n/notice-words.ts';

/** What a command's result says of itself. */
const factsSchema = z.object({ exit: z.number().optional() });

export type Result = 'failed' | Exclude<AuditEntry['type'], 'answered'> | 'answered' | 'once' | 'session' | 'always' | 'deny';

/** An answer by what was answered; a run by how it went, where the entry says so. */
export function resultOf({ type, detail }: Pick<AuditEntry, 'type' | 'detail'>): Result {
  if (type === 'answered') {
    const answer = answerSchema.safeParse(detail['answer']);
    return answer.success ? answer.data : 'answered';
  }
  const exit = factsSchema.safeParse(detail['facts']).data?.exit ?? 0;
  return type === 'ran' && (detail['ok'] === false || exit !== 0) ? 'failed' : type;
}

export interface Look {
  readonly tone: 'plain' | 'ok' | 'warn' | 'danger';
  readonly icon: LucideIcon;
}

export const LOOKS: Readonly<Record<Result, Look>> = {
  asked: { tone: 'plain', icon: CircleQuestionMark },
  answered: { tone: 'plain', icon: Check },
  once: { tone: 'ok', icon: Check },
  session: { tone: 'ok', icon: Check },
  always: { tone: 'ok', icon: Check },
  deny: { tone: 'danger', icon: X },
  void: { tone: 'warn', icon: RotateCcw },
  ran: { tone: 'plain', icon: Check },
  failed: { tone: 'warn', icon: X },
  refused: { tone: 'danger', icon: X },
  undone: { tone: 'plain', icon: Undo2 },
  redone: { tone: 'plain', icon: Redo2 },
  'rule-made': { tone: 'plain', icon: ListChecks },
  'rule-revoked': { tone: 'plain', icon: ListX },
  'policy-changed': { tone: 'plain', icon: Settings2 },
};

const SOURCES: ReadonlySet<string> = new Set(['main', 'shared', 'sub-agent', 'window', 'command-line', 'host']);

/** The key of the words for a source; null for one that has only its own name. */
export function sourceKey(by: string): string | null {
  return SOURCES.has(by) ? `audit.by-${by}` : null;
}

/** Facts of an entry by their own names: notices in words, texts as they are, the rest as JSON. */
export function detailsOf({ detail }: Pick<AuditEntry, 'detail'>, t: TFunction): [name: string, value: string][] {
  return Object.entries(detail).map(([name, value]) => {
    const told = z
      .array(noticeSchema)
      .min(1)
      .safeParse(Array.isArray(value) ? value : [value]);
    if (told.success) return [name, told.data.map((one) => wordNotice(t, one)).join('\n')];
    return [name, typeof value === 'string' ? value : JSON.stringify(value, null, 1)];
  });
}
