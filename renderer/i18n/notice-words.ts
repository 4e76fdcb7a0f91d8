/** Words a notice of the host: the one place where a code becomes a sentence. */
import type { TFunction } from 'i18next';
import type { Notice } from '#shared/schema/notice';

/** Never empty: a code without words gives the general sentence, which names the code. */
export function wordNotice(t: TFunction, notice: Notice): string {
  const params = { ...notice.params };
  const words = t(notice.code, { ...params, ns: 'notice', defaultValue: '' });
  return words === '' ? t('notice.unworded', { code: notice.code }) : words;
}
