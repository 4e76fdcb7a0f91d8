/** The window's title: where it is, and how many requests wait. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from './model-context.tsx';

/** null leaves the title to another part of the window. */
export function useTitle(place: string | null): void {
  const { t } = useTranslation();
  const waiting = useWaiting();
  useEffect(() => {
    if (place !== null) document.title = waiting === 0 ? t('shell.title', { place }) : t('shell.title-waiting', { place, waiting });
  }, [t, place, waiting]);
}
