/** Under a tool call that waits: that it does, and the way to its request. */
import ShieldQuestionMark from 'lucide-react/icons/shield-question-mark';
import { Button } from '../design/button.tsx';
import { useApprovals, useModel } from '../shell/model-context.tsx';
import { topicOf, topicValues } from './approval-words.ts';
import { useWords } from './use-words.ts';

export function AskedLine({ callId }: { readonly callId: string }) {
  const { t } = useWords();
  const model = useModel();
  const approval = useApprovals(({ waiting }) => waiting.find((one) => one.callId === callId));
  if (approval === undefined) return null;
  const what = t(`what.${topicOf(approval)}`, topicValues(approval));
  return (
    <div className="asked-line">
      <ShieldQuestionMark aria-hidden="true" />
      <span className="grow">
        {t('queue.tool-waits')}
        <span className="t2">{` · ${what}`}</span>
      </span>
      <Button small look="primary" aria-label={t('queue.review-of', { what })} onClick={() => model.approvals.review(approval, 'session')}>
        {t('queue.review')}
      </Button>
    </div>
  );
}
