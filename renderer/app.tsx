/** The window: rail, view, status line, and what floats above them. */
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHost } from './approvals/approval-host.tsx';
import { ChatView } from './chat/chat-view.tsx';
import { Toasts } from './design/toast.tsx';
import { TooltipProvider } from './design/tooltip.tsx';
import { Banners } from './shell/banners.tsx';
import { useApp, useChanges, useModel } from './shell/model-context.tsx';
import { Rail } from './shell/rail.tsx';
import { StatusLine } from './shell/status-line.tsx';
import { useAppearance } from './shell/use-appearance.ts';
import { useShortcuts } from './shell/use-shortcuts.ts';
import { useTitle } from './shell/use-title.ts';

const ApprovalsView = lazy(async () => ({ default: (await import('./approvals/approvals-view.tsx')).ApprovalsView }));
const ClashDialog = lazy(async () => ({ default: (await import('./changes/clash-dialog.tsx')).ClashDialog }));
const SettingsView = lazy(async () => ({ default: (await import('./settings/settings-view.tsx')).SettingsView }));

export function App() {
  const { t } = useTranslation();
  const model = useModel();
  const view = useApp((data) => data.view);
  const known = useApp((data) => data.app !== null);
  const clash = useChanges((data) => data.clash !== null);
  useAppearance();
  useShortcuts(model);
  useTitle(!known || view === 'settings' ? t(`shell.${view}`) : null);
  return (
    <TooltipProvider delayDuration={400}>
      <div className="app">
        <Rail />
        <div className="view">
          <Banners />
          {known && view === 'chat' ? <ChatView /> : null}
          {known && view === 'approvals' ? (
            <Suspense fallback={null}>
              <ApprovalsView />
            </Suspense>
          ) : null}
          {known && view === 'settings' ? (
            <Suspense fallback={null}>
              <SettingsView />
            </Suspense>
          ) : null}
        </div>
        {known ? <StatusLine /> : <section className="statusbar" aria-label={t('status.label')} />}
        {known ? <ApprovalHost /> : null}
        {clash ? (
          <Suspense fallback={null}>
            <ClashDialog />
          </Suspense>
        ) : null}
        <Toasts model={model.toasts} />
      </div>
    </TooltipProvider>
  );
}
