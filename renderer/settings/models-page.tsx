/** What decides now, what it can do, and what it is not. */
import Check from 'lucide-react/icons/check';
import Cpu from 'lucide-react/icons/cpu';
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/badge.tsx';
import { useHost } from '../shell/model-context.tsx';
import { useModelName } from '../shell/status-line.tsx';

const CAN = ['can-remember', 'can-files', 'can-change', 'can-time', 'can-ask'] as const;

export function ModelsPage() {
  const { t } = useTranslation();
  const name = useModelName();
  const rules = useHost((app) => app.model.kind === 'offline-rules');
  return (
    <>
      <div className="card rows">
        <div>
          <Cpu className="t3" aria-hidden="true" />
          <div className="grow">
            <div className="row">
              <b className="med">{name}</b>
              <Badge tone="ok" icon={Check}>
                {t('settings.in-use')}
              </Badge>
            </div>
            {rules ? <p className="t3 fs12">{t('settings.offline-rules-what')}</p> : null}
          </div>
        </div>
      </div>
      {rules ? (
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
      ) : null}
    </>
  );
}
