/** Messages that wait for the run to end: in sight, in order, and easily taken back. */
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../design/button.tsx';
import { useComposer, useModel } from '../shell/model-context.tsx';
import type { Queued } from '../store/composer-data.ts';

const NONE: readonly Queued[] = [];

interface QueueProps {
  readonly sessionId: string;
  /** No run is going on, so nothing will send them by itself. */
  readonly held: boolean;
}

export function Queue({ sessionId, held }: QueueProps) {
  const { t } = useTranslation();
  const model = useModel();
  const queue = useComposer((data) => data.queues[sessionId]) ?? NONE;
  if (queue.length === 0) return null;
  const takeBack = ({ id, text }: Queued): void => {
    if (model.composer.unqueue(sessionId, id) !== null) model.composer.putText(sessionId, text);
  };
  return (
    <div className="queue">
      <div className="row">
        <span className="t3 fs12 grow">{t(held ? 'composer.queued-held' : 'composer.queued')}</span>
        {held ? (
          <Button small onClick={() => void model.composer.sendNext(sessionId)}>
            {t('composer.send-now')}
          </Button>
        ) : null}
      </div>
      <ul>
        {queue.map((queued) => (
          <li key={queued.id}>
            <CornerDownRight className="i-14 t3" aria-hidden="true" />
            <span className="ell grow">{queued.text}</span>
            <IconButton
              small
              icon={X}
              label={t('composer.take-back', { text: queued.text.slice(0, 60) })}
              onClick={() => takeBack(queued)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
