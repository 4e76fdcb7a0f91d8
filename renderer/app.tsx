/** The window: rail, view, status line, and what floats above them. */
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatView } from './chat/chat-view.tsx';
import { Toasts } from './design/toast.tsx';
import { TooltipProvider } from './design/tooltip.tsx';
import { Banners } from './shell/banners.tsx';
import { useApp, useModel } from './shell/model-context.tsx';
import { Rail } from './shell/rail.tsx';
import { StatusLine } from './shell/status-line.tsx';
import { useAppearance } from './shell/use-appearance.ts';
import { useShortcuts } from './shell/use-shortcuts.ts';

const SettingsView = lazy(async () => ({ default: (await import('./settings/settings-view.tsx')).SettingsView }));

export function App() {
  const { t } = useTranslation();
  const model = useModel();
  const view = useApp((data) => data.view);
  const known = useApp((data) => data.app !== null);
  useAppearance();
  useShortcuts(model);
  useEffect(() => {
    if (!known || view === 'settings') document.title = t('shell.title', { place: t(`shell.${view}`) });
  }, [t, view, known]);
  return (
    <TooltipProvider delayDuration={400}>
      <div className="app">
        <Rail />
        <div className="view">
          <Banners />
          {known && view === 'chat' ? <ChatView /> : null}
          {known && view === 'settings' ? (
            <Suspense fallback={null}>
              <SettingsView />
            </Suspense>
          ) : null}
        </div>
        {known ? <StatusLine /> : <section className="statusbar" aria-label={t('status.label')} />}
        <Toasts model={model.toasts} />
      </div>
    </TooltipProvider>
  );
}
