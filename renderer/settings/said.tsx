/** What came of saving a setting. */
import { useTranslation } from 'react-i18next';
import { wordNotice } from '../i18n/notice-words.ts';
import type { Saved } from './use-saved.ts';

export function Said({ state }: { readonly state: Saved['state'] }) {
  const { t } = useTranslation();
  if (state === 'untouched') return <span className="sr" role="status" />;
  if (state === 'saved') {
    return (
      <p className="said plus" role="status">
        {t('settings.saved')}
      </p>
    );
  }
  return (
    <p className="said minus" role="alert">
      {t('settings.not-saved', { reason: wordNotice(t, state) })}
    </p>
  );
}
