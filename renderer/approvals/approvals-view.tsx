/** Approvals: what waits in all conversations, the audit of what was asked and done, and the rules that answers made. */
import Download from 'lucide-react/icons/download';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useModel, useWaiting } from '../shell/model-context.tsx';
import { useTitle } from '../shell/use-title.ts';
import { AuditSection } from './audit-section.tsx';
import { QueueSection } from './queue-section.tsx';
import { RulesAside } from './rules-aside.tsx';
import { saveText } from './save-text.ts';
import { useWords } from './use-words.ts';
import './approvals.css';
import './audit.css';

export function ApprovalsView() {
  const { t } = useWords();
  const model = useModel();
  const waiting = useWaiting();
  useTitle(t('shell.approvals'));
  useEffect(() => {
    void model.approvals.refresh();
    void model.rules.refresh();
    void model.audit.refresh();
  }, [model]);
  return (
    <div className="panes">
      <main className="pane main">
        <header className="bar">
          <h1>{t('shell.approvals')}</h1>
          <span className="t3">{t('queue.waiting', { count: waiting })}</span>
          <span className="push" />
          <ExportButton />
        </header>
        <div className="split">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
          <section className="split-main" aria-label={t('queue.region')} tabIndex={0}>
            <QueueSection />
            <AuditSection />
          </section>
          <RulesAside />
        </div>
      </main>
    </div>
  );
}

function ExportButton() {
  const { t } = useWords();
  const model = useModel();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const lines = await model.audit.exportAll();
    setBusy(false);
    if (!lines.ok) return model.toasts.show({ words: { notice: lines.reason }, tone: 'danger' });
    saveText(`reins-audit-${new Date().toISOString().slice(0, 10)}.jsonl`, lines.value, 'application/jsonl');
    model.toasts.show({ words: { key: 'approvals:audit.exported' }, tone: 'ok' });
  };
  return (
    <Button look="ghost" icon={Download} aria-busy={busy} onClick={() => void save()}>
      {t(busy ? 'audit.exporting' : 'audit.export')}
    </Button>
  );
}
