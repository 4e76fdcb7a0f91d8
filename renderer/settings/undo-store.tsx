/** How much room the kept states of changed files take. */
import History from 'lucide-react/icons/history';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { byteSize } from '../i18n/format.ts';
import { useChanges, useModel } from '../shell/model-context.tsx';

export function UndoStore() {
  const { t, i18n } = useTranslation('policy');
  const model = useModel();
  const usage = useChanges((data) => data.usage);
  useEffect(() => void model.changes.readUsage(), [model]);
  if (usage === null) return null;
  const share = usage.limit > 0 ? Math.min(100, (usage.bytes / usage.limit) * 100) : 0;
  const words = t('policy.undo-usage', {
    used: byteSize(usage.bytes, t, i18n.language),
    limit: byteSize(usage.limit, t, i18n.language),
  });
  return (
    <section className="col">
      <h2>{t('policy.undo-store')}</h2>
      <div className="card rows">
        <div>
          <History className="t3" aria-hidden="true" />
          <div className="grow col">
            <div className="row num">
              <span>{words}</span>
              <span className="push t3 fs12">{t('policy.undo-changes', { count: usage.changes })}</span>
            </div>
            <div className="meter thin" aria-hidden="true">
              <i style={{ width: `${share}%` }} />
            </div>
          </div>
        </div>
      </div>
      <p className="t3 fs12">{t('policy.undo-store-what')}</p>
    </section>
  );
}
