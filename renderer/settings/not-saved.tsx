/** Says that a change was not saved, and why; the control shows what holds. */
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/schema/notice';
import { wordNotice } from '../i18n/notice-words.ts';

export function NotSaved({ reason }: { readonly reason: Notice | null }) {
  const { t } = useTranslation();
  if (reason === null) return null;
  return (
    <p className="minus fs12" role="alert">
      {t('settings.not-saved', { reason: wordNotice(t, reason) })}
    </p>
  );
}
