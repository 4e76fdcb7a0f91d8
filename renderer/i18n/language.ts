/** The window's words: one catalogue is loaded at a time, and another one takes its place while the window runs. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '#shared/schema/settings';

export type Language = 'en' | 'zh-CN';

/** One catalogue a namespace; a key that its own does not have is looked up in `window`. */
const NAMESPACES = ['window', 'notice', 'approvals', 'policy', 'models', 'inspector'] as const;
type Catalogues = Record<(typeof NAMESPACES)[number], () => Promise<{ readonly default: object }>>;

const catalogues: Record<Language, Catalogues> = {
  en: {
    window: () => import('#shared/i18n/en/window.json'),
    notice: () => import('#shared/i18n/en/notice.json'),
    approvals: () => import('#shared/i18n/en/approvals.json'),
    policy: () => import('#shared/i18n/en/policy.json'),
    models: () => import('#shared/i18n/en/models.json'),
    inspector: () => import('#shared/i18n/en/inspector.json'),
  },
  'zh-CN': {
    window: () => import('#shared/i18n/zh-CN/window.json'),
    notice: () => import('#shared/i18n/zh-CN/notice.json'),
    approvals: () => import('#shared/i18n/zh-CN/approvals.json'),
    policy: () => import('#shared/i18n/zh-CN/policy.json'),
    models: () => import('#shared/i18n/zh-CN/models.json'),
    inspector: () => import('#shared/i18n/zh-CN/inspector.json'),
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
      ns: [...NAMESPACES],
      defaultNS: 'window',
      fallbackNS: 'window',
      resources: {},
      interpolation: { escapeValue: false },
      // A value that is missing is no reason to show the raw pattern.
      missingInterpolationHandler: () => '?',
      react: { useSuspense: false },
    });
  }
  if (!i18next.hasResourceBundle(language, 'window')) {
    const loaded = await Promise.all(NAMESPACES.map(async (name) => [name, await catalogues[language][name]()] as const));
    for (const [name, words] of loaded) i18next.addResourceBundle(language, name, words.default);
  }
  if (latest !== language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
let latest: Language = 'en';
