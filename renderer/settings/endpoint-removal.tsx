/** Removes a server, after saying what goes with it. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '#shared/schema/model';
import type { Notice } from '#shared/schema/notice';
import { Button } from '../design/button.tsx';
import { useModel } from '../shell/model-context.tsx';
import { NotSaved } from './not-saved.tsx';

interface EndpointRemovalProps {
  readonly endpoint: Endpoint;
  readonly onDone: () => void;
}

export function EndpointRemoval({ endpoint, onDone }: EndpointRemovalProps) {
  const { t } = useTranslation('models');
  const model = useModel();
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState<Notice | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked) keep.current?.focus();
  }, [asked]);
  const remove = async (): Promise<void> => {
    const refused = await model.models.removeEndpoint(endpoint.id);
    setReason(refused);
    if (refused === null) onDone();
  };
  if (!asked) {
    return (
      <span className="push">
        <Button look="danger" onClick={() => setAsked(true)}>
          {t('models.remove')}
        </Button>
      </span>
    );
  }
  return (
    <div className="removal" role="alert">
      <p>{t('models.remove-what', { name: endpoint.name })}</p>
      <div className="row">
        <Button small ref={keep} onClick={() => setAsked(false)}>
          {t('models.remove-not')}
        </Button>
        <Button small look="danger" onClick={() => void remove()}>
          {t('models.remove-yes')}
        </Button>
      </div>
      <NotSaved reason={reason} />
    </div>
  );
}
