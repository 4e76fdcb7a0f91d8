/** What came of the last change to the policy, to be said beside its control; what was saved is said by a message with a way back. */
import { useState } from 'react';
import type { Notice } from '#shared/schema/notice';

export interface PolicyChanging {
  readonly reason: Notice | null;
  /** Whether it was saved. */
  run(saving: Promise<Notice | null>): Promise<boolean>;
}

export function usePolicyChange(): PolicyChanging {
  const [reason, setReason] = useState<Notice | null>(null);
  return {
    reason,
    async run(saving) {
      const refused = await saving;
      setReason(refused);
      return refused === null;
    },
  };
}
