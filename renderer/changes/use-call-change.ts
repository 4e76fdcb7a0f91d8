/** The change to files that a call made, as it stands now, and taking it back. */
import { useEffect } from 'react';
import type { Change } from '#shared/schema/change';
import { useChanges, useModel, useThread } from '../shell/model-context.tsx';
import { type TurnState, turnState } from '../store/changes-store.ts';
import type { CallView } from '../store/project-run.ts';

export interface CallChange extends TurnState {
  readonly id: string;
  /** undefined until the changes of the conversation were read, or for one that is too old to be listed. */
  readonly change: Change | undefined;
  turn(): void;
}

/** null for a call that changed nothing. */
export function useCallChange({ result }: Pick<CallView, 'result'>): CallChange | null {
  const model = useModel();
  const sessionId = useThread((data) => data.openId);
  const mark = result?.ok === true ? (result.change ?? null) : null;
  const id = mark?.id ?? '';
  const change = useChanges((data) => data.known[id]);
  const busy = useChanges((data) => data.busy[id]);
  useEffect(() => {
    if (id !== '' && sessionId !== null) model.changes.need(sessionId, id);
  }, [model, id, sessionId]);
  if (mark === null) return null;
  const state = turnState(mark, change, busy);
  return { ...state, id, change, turn: () => void model.changes.turn(id, state.way) };
}
