/** The theme. */
import { useTranslation } from 'react-i18next';
import type { Settings } from '#shared/schema/settings';
import { Choice } from '../design/choice.tsx';
import { useHost } from '../shell/model-context.tsx';
import { Said } from './said.tsx';
import { useSaved } from './use-saved.ts';

const THEMES: readonly Settings['theme'][] = ['system', 'light', 'dark', 'contrast'];

export function AppearancePage() {
  const { t } = useTranslation();
  const theme = useHost((app) => app.settings.theme);
  const { state, save } = useSaved();
  return (
    <section className="col">
      <h2>{t('settings.theme')}</h2>
      <Choice
        label={t('settings.theme')}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme-${value}`), what: t(`settings.theme-${value}-what`) }))}
        onChange={(value) => void save({ theme: value })}
      />
      {state === 'saved' ? null : <Said state={state} />}
    </section>
  );
}
