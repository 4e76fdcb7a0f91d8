/** Takes back, from the audit, what a call changed. */
import { useEffect } from 'react';
import { z } from 'zod';
import type { AuditEntry } from '#shared/schema/audit';
import { TurnButton } from '../changes/turn-button.tsx';
import { useChanges, useModel } from '../shell/model-context.tsx';
import { turnState } from '../store/changes-store.ts';

/** What the entry of a call says of its change. */
const markSchema = z.object({ id: z.string(), files: z.number(), undoable: z.boolean() });
type Mark = z.infer<typeof markSchema>;

export function AuditUndo({ entry }: { readonly entry: AuditEntry }) {
  const mark = markSchema.safeParse(entry.detail['change']);
  return entry.type === 'ran' && mark.success ? <Undo entry={entry} mark={mark.data} /> : null;
}

function Undo({ entry, mark }: { readonly entry: AuditEntry; readonly mark: Mark }) {
  const model = useModel();
  const change = useChanges((data) => data.known[mark.id]);
  const busy = useChanges((data) => data.busy[mark.id]);
  useEffect(() => model.changes.need(entry.sessionId, mark.id), [model, entry.sessionId, mark.id]);
  const state = turnState(mark, change, busy);
  const turn = (): void => void model.changes.turn(mark.id, state.way);
  return (
    <div className="undo">
      <TurnButton change={{ ...state, id: mark.id, change, turn }} what={entry.subject} />
    </div>
  );
}
