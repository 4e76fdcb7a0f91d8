/** Puts answers of the offline rules into words, in the language of the message. */
import i18next, { type TOptions } from 'i18next';
import enNotice from '#shared/i18n/en/notice.json' with { type: 'json' };
import en from '#shared/i18n/en/offline.json' with { type: 'json' };
import zhNotice from '#shared/i18n/zh-CN/notice.json' with { type: 'json' };
import zh from '#shared/i18n/zh-CN/offline.json' with { type: 'json' };
import type { Language } from './plan.ts';

const words = i18next.createInstance();
void words.init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'offline',
  ns: ['offline', 'notice'],
  resources: { en: { offline: en, notice: enNotice }, 'zh-CN': { offline: zh, notice: zhNotice } },
  initAsync: false,
  returnEmptyString: false,
  // Values are the person's own words and file names: neither escaped nor read as instructions to the translator.
  interpolation: { escapeValue: false, skipOnVariables: true },
});

/** A sentence by its key; values are put in as they are. */
export function say(language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const options: TOptions = { ...values, lng: language };
  return words.t(key, options);
}

export function hasWords(key: string): boolean {
  return words.exists(key, { lng: 'en' });
}
