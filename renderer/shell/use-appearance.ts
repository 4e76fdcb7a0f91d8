/** Carries theme and language from the settings to the document. */
import { useEffect } from 'react';
import { pickLanguage, showLanguage } from '../i18n/language.ts';
import { useApp } from './model-context.tsx';

export function useAppearance(): void {
  const theme = useApp((data) => data.app?.settings.theme ?? 'system');
  const language = useApp((data) => data.app?.settings.language ?? 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    void showLanguage(pickLanguage(language, navigator.languages));
  }, [language]);
}
