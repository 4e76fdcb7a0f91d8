/** The window's words: one catalogue is loaded at a time, and another one takes its place while the window runs. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '#shared/schema/settings';

export type Language = 'en' | 'zh-CN';

const catalogues: Record<Language, () => Promise<readonly [object, object]>> = {
  en: async () => {
    const [words, notices] = await Promise.all([import('#shared/i18n/en/window.json'), import('#shared/i18n/en/notice.json')]);
    return [words.default, notices.default];
  },
  'zh-CN': async () => {
    const [words, notices] = await Promise.all([import('#shared/i18n/zh-CN/window.json'), import('#shared/i18n/zh-CN/notice.json')]);
    return [words.default, notices.default];
  },
};

/** `system` is the first language of the list that there are words for, else English. */
export function pickLanguage(setting: Settings['language'], system: readonly string[]): Language {
  if (setting !== 'system') return setting;
  for (const tag of system) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** Loads the words if need be, then shows them. A later call wins over an earlier one that is still loading. */
export async function showLanguage(language: Language): Promise<void> {
  latest = language;
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      ns: ['window', 'notice'],
      defaultNS: 'window',
      resources: {},
      interpolation: { escapeValue: false },
      // A value that is missing is no reason to show the raw pattern.
      missingInterpolationHandler: () => '?',
      react: { useSuspense: false },
    });
  }
  if (!i18next.hasResourceBundle(language, 'window')) {
    const [words, notices] = await catalogues[language]();
    i18next.addResourceBundle(language, 'window', words);
    i18next.addResourceBundle(language, 'notice', notices);
  }
  if (latest !== language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
let latest: Language = 'en';
