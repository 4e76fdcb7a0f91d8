/** Changes the settings of models and keeps why one was refused, to be said beside the control. */
import { useState } from 'react';
import type { Notice } from '#shared/schema/notice';

export interface ModelChange {
  readonly reason: Notice | null;
  /** true once done. */
  run(change: Promise<Notice | null>): Promise<boolean>;
}

export function useModelChange(): ModelChange {
  const [reason, setReason] = useState<Notice | null>(null);
  const run = async (change: Promise<Notice | null>): Promise<boolean> => {
    const refused = await change;
    setReason(refused);
    return refused === null;
  };
  return { reason, run };
}
