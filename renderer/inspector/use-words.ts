/** The words of the inspector, by their keys; others of the window by theirs. */
import { useTranslation } from 'react-i18next';

export function useWords() {
  return useTranslation('inspector');
}
