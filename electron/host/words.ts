/** The words of the command line and of what is said before there is a window, in the person’s language. */
import i18next from 'i18next';
import { CallError } from '#shared/contract/call-error';
import enCommandLine from '#shared/i18n/en/command-line.json' with { type: 'json' };
import enNotice from '#shared/i18n/en/notice.json' with { type: 'json' };
import zhCommandLine from '#shared/i18n/zh-CN/command-line.json' with { type: 'json' };
import zhNotice from '#shared/i18n/zh-CN/notice.json' with { type: 'json' };
import type { Notice } from '#shared/schema/notice';

export interface Words {
  readonly language: 'en' | 'zh-CN';
  say(key: string, params?: Readonly<Record<string, string | number>>): string;
  /** A notice as a sentence, with its technical detail where there is one. */
  notice(notice: Notice): string;
  /** What went wrong, as a sentence. */
  failure(error: unknown): string;
}

export function createWords(language: 'en' | 'zh-CN'): Words {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    defaultNS: 'commandLine',
    interpolation: { escapeValue: false },
    resources: { en: { commandLine: enCommandLine, notice: enNotice }, 'zh-CN': { commandLine: zhCommandLine, notice: zhNotice } },
  });
  const notice = ({ code, params, detail }: Notice): string => {
    const sentence = instance.t(`notice:${code}`, { ...params });
    return detail === undefined ? sentence : `${sentence} (${detail})`;
  };
  return {
    language,
    say: (key, params) => instance.t(key, { ...params }),
    notice,
    failure: (error) => (error instanceof CallError ? notice(error.notice) : error instanceof Error ? error.message : String(error)),
  };
}

/** Flag, REINS_LANGUAGE, then the locale of the terminal, then the system's. */
export function chooseLanguage(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): 'en' | 'zh-CN' {
  const wish =
    flag ?? env['REINS_LANGUAGE'] ?? env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? Intl.DateTimeFormat().resolvedOptions().locale;
  return /^zh/i.test(wish) ? 'zh-CN' : 'en';
}
