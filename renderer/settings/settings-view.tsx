/** Settings: a list of pages at the left, on a phone a row of tabs. */

import type { LucideIcon } from 'lucide-react';
import Cpu from 'lucide-react/icons/cpu';
import Palette from 'lucide-react/icons/palette';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../design/use-narrow.ts';
import { useApp, useModel } from '../shell/model-context.tsx';
import type { SettingsPage } from '../store/app-store.ts';
import { AppearancePage } from './appearance-page.tsx';
import { GeneralPage } from './general-page.tsx';
import { ModelsPage } from './models-page.tsx';
import { PolicyPage } from './policy-page.tsx';
import './settings.css';

const PAGES: readonly { readonly page: SettingsPage; readonly icon: LucideIcon }[] = [
  { page: 'general', icon: SlidersHorizontal },
  { page: 'models', icon: Cpu },
  { page: 'policy', icon: ShieldCheck },
  { page: 'appearance', icon: Palette },
];

export function SettingsView() {
  const { t } = useTranslation();
  const page = useApp((data) => data.page);
  const narrow = useNarrow();
  return (
    <div className="panes settingsview">
      {narrow ? null : <PageList />}
      <main className="pane main">
        {narrow ? <PageTabs /> : null}
        <div className="scroll">
          <div className="settings">
            <header>
              <h1>{t(`settings.${page}`)}</h1>
              <p className="lead">{t(`settings.${page}-lead`)}</p>
            </header>
            {page === 'general' ? <GeneralPage /> : null}
            {page === 'models' ? <ModelsPage /> : null}
            {page === 'policy' ? <PolicyPage /> : null}
            {page === 'appearance' ? <AppearancePage /> : null}
          </div>
        </div>
      </main>
    </div>
  );
}

function PageList() {
  const { t } = useTranslation();
  const model = useModel();
  const current = useApp((data) => data.page);
  return (
    <nav className="list narrow pane" aria-label={t('settings.pages')}>
      <div className="bar">
        <h2 className="title">{t('shell.settings')}</h2>
      </div>
      <ul className="items">
        {PAGES.map(({ page, icon: Icon }) => (
          <li key={page}>
            <button
              type="button"
              className="item"
              aria-current={page === current ? 'page' : undefined}
              onClick={() => model.app.open('settings', page)}
            >
              <Icon aria-hidden="true" />
              <span className="grow">{t(`settings.${page}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PageTabs() {
  const { t } = useTranslation();
  const model = useModel();
  const current = useApp((data) => data.page);
  return (
    <nav className="row pagetabs" aria-label={t('settings.pages')}>
      {PAGES.map(({ page }) => (
        <button
          key={page}
          type="button"
          aria-current={page === current ? 'page' : undefined}
          onClick={() => model.app.open('settings', page)}
        >
          {t(`settings.${page}`)}
        </button>
      ))}
    </nav>
  );
}
