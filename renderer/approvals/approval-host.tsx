/** What of approvals is there in every view: the announcement, and the dialog when there is one. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useApprovals, useWaiting } from '../shell/model-context.tsx';
import { useScene } from './use-scene.ts';
import { useWords } from './use-words.ts';

const load = () => import('./approval-dialog.tsx');
const ApprovalDialog = lazy(async () => ({ default: (await load()).ApprovalDialog }));

export function ApprovalHost() {
  const shown = useApprovals((data) => data.review.shown !== null);
  const some = useWaiting() > 0;
  useScene();
  useEffect(() => {
    // It should be there at once when it is wanted.
    if (some) void load();
  }, [some]);
  return (
    <>
      <Announcement />
      {shown ? (
        <Suspense fallback={null}>
          <ApprovalDialog />
        </Suspense>
      ) : null}
    </>
  );
}

/** Says that something waits whenever there is more of it. */
function Announcement() {
  const { t } = useWords();
  const waiting = useWaiting();
  const before = useRef(0);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (waiting > before.current) setSaid(t('announce.waits', { count: waiting }));
    else if (waiting < before.current) setSaid('');
    before.current = waiting;
  }, [waiting, t]);
  return (
    <div className="sr" role="status">
      {said}
    </div>
  );
}
