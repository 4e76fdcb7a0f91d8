/** OpenAI-compatible servers: each with what was found there, and a form to add or change one. */
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '#shared/schema/model';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModels } from '../shell/model-context.tsx';
import { EndpointForm } from './endpoint-form.tsx';

/** What stands for the one that is being added; an id is never empty. */
const NEW = '';
const buttonOf = (id: string): string => `endpoint-edit-${id}`;

export function EndpointRows() {
  const { t } = useTranslation('models');
  const endpoints = useHost((app) => app.settings.models.endpoints);
  const [open, setOpen] = useState<string | null>(null);
  const was = useRef<string | null>(null);
  // The focus goes back to the button that opened the form, or to the one that adds where its row is gone.
  useEffect(() => {
    const before = was.current;
    was.current = open;
    if (open !== null || before === null) return;
    (document.getElementById(buttonOf(before)) ?? document.getElementById(buttonOf(NEW)))?.focus();
  }, [open]);
  const close = (): void => setOpen(null);
  const sorted = endpoints.toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
  return (
    <>
      {sorted.map((endpoint) =>
        open === endpoint.id ? (
          <EndpointForm key={endpoint.id} endpoint={endpoint} onDone={close} />
        ) : (
          <EndpointRow key={endpoint.id} endpoint={endpoint} onEdit={() => setOpen(endpoint.id)} />
        ),
      )}
      {open === NEW ? (
        <EndpointForm endpoint={null} onDone={close} />
      ) : (
        <div className="serverrow">
          <CircleDashed className="t3" aria-hidden="true" />
          <div className="grow">
            <b className="med">{t(endpoints.length === 0 ? 'models.endpoint' : 'models.endpoint-more')}</b>
            <p className="t3 fs12">{t('models.endpoint-none')}</p>
          </div>
          <div className="act">
            <Button id={buttonOf(NEW)} onClick={() => setOpen(NEW)}>
              {t('models.add-endpoint')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function EndpointRow({ endpoint, onEdit }: { readonly endpoint: Endpoint; readonly onEdit: () => void }) {
  const { t } = useTranslation('models');
  const source = useModels((data) => data.sources.find(({ id }) => id === endpoint.id)) ?? null;
  const problem = source?.problem ?? null;
  const Icon = source === null ? CircleDashed : problem === null ? CircleCheck : TriangleAlert;
  const tone = source === null ? 't3' : problem === null ? 'plus' : 'warn-mark';
  return (
    <div className="serverrow">
      <Icon className={tone} aria-hidden="true" />
      <div className="grow">
        <div className="row wrap">
          <b className="med name">{endpoint.name}</b>
          {source?.hasKey === true ? <Badge tone="line">{t('models.key-kept')}</Badge> : null}
        </div>
        <p className={`fs12 path ${problem === null ? 't3' : 't2'}`} role="status">
          {problem !== null
            ? wordNotice(t, problem)
            : source === null
              ? endpoint.url
              : t('models.endpoint-found', { url: endpoint.url, count: source.models.length })}
        </p>
      </div>
      <div className="act">
        <Button id={buttonOf(endpoint.id)} aria-label={t('models.edit-of', { name: endpoint.name })} onClick={onEdit}>
          {t('models.edit')}
        </Button>
      </div>
    </div>
  );
}
