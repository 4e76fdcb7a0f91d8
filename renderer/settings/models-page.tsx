/** Models: which one decides, the servers they come from, how much each takes in, and what is being fetched. */
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { wordNotice } from '../i18n/notice-words.ts';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { labelsOf, listed, sourceOf } from '../store/model-standing.ts';
import { EndpointRows } from './endpoint-rows.tsx';
import { ModelOrder } from './model-order.tsx';
import { ModelRow, RulesRow } from './model-row.tsx';
import { OllamaRow } from './ollama-row.tsx';
import { PullField, PullRow } from './pull-rows.tsx';
import './models.css';

export function ModelsPage() {
  const model = useModel();
  const rules = useHost((app) => app.settings.models.order.length === 0);
  useEffect(() => void model.models.refresh(), [model]);
  return (
    <>
      <NotRead />
      <ModelOrder />
      <Servers />
      <Installed />
      {rules ? <Rules /> : null}
    </>
  );
}

/** The list could not be read; what was known of it stays in sight. */
function NotRead() {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const failed = useModels((data) => data.state === 'failed');
  const reason = useModels((data) => data.reason);
  if (!failed) return null;
  return (
    <Banner
      tone="warn"
      icon={TriangleAlert}
      title={t('models.failed')}
      actions={<Button onClick={() => void models.refresh()}>{t('models.again')}</Button>}
    >
      {reason === null ? null : <p>{wordNotice(t, reason)}</p>}
    </Banner>
  );
}

function Servers() {
  const { t } = useTranslation('models');
  return (
    <section className="col">
      <h2>{t('models.servers')}</h2>
      <div className="card rows">
        <OllamaRow />
        <EndpointRows />
      </div>
    </section>
  );
}

function Installed() {
  const { t, i18n } = useTranslation('models');
  const sources = useModels((data) => data.sources);
  const pulls = useModels((data) => data.pulls);
  const reading = useModels((data) => data.sources.length === 0 && data.state !== 'failed');
  const reachable = useModels((data) => data.sources.some(({ id, state }) => id === 'ollama' && state === 'ready'));
  const several = sources.length > 1;
  const models = listed(sources, i18n.language);
  const labels = labelsOf(models, sources);
  return (
    <section className="col">
      <h2>{t('models.installed')}</h2>
      <ul className="card rows">
        {models.length > 0 ? null : (
          <li className="t3">{t(reading ? 'models.reading' : reachable ? 'models.none' : 'models.none-reached')}</li>
        )}
        {models.map((one) => (
          <ModelRow
            key={one.id}
            model={one}
            label={labels.get(one.id) ?? one.name}
            server={several ? (sourceOf(one.id, sources)?.name ?? null) : null}
          />
        ))}
        {pulls.map((pull) => (
          <PullRow key={pull.name} pull={pull} />
        ))}
        <RulesRow />
      </ul>
      {reachable ? <PullField /> : null}
    </section>
  );
}

const CAN = ['can-remember', 'can-files', 'can-change', 'can-time', 'can-ask'] as const;

/** What answers where no model is chosen, and what it is not. */
function Rules() {
  const { t } = useTranslation();
  return (
    <>
      <section className="col">
        <h2>{t('settings.can')}</h2>
        <ul className="card can">
          {CAN.map((key) => (
            <li key={key}>
              <Check className="i-14" aria-hidden="true" />
              <span>{t(`settings.${key}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="col">
        <h2>{t('settings.cannot')}</h2>
        <p className="t2">{t('settings.cannot-what')}</p>
      </section>
      <section className="col">
        <h2>{t('settings.connect')}</h2>
        <p className="t2">{t('settings.connect-what')}</p>
      </section>
    </>
  );
}
