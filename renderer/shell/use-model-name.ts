/** Names of models as they are shown. */
import { useTranslation } from 'react-i18next';
import { OFFLINE_MODEL } from '#shared/schema/model';
import { modelName } from '../store/models-store.ts';
import { useHost } from './model-context.tsx';

/** The name of what decides where a conversation has no model of its own: a model's own, or our words for the rules. */
export function useModelName(): string {
  const { t } = useTranslation();
  const { id, kind } = useHost((app) => app.model);
  return kind === 'offline-rules' ? t('settings.offline-rules') : id;
}

/** By id. */
export function useNameOf(): (id: string) => string {
  const { t } = useTranslation();
  return (id) => (id === OFFLINE_MODEL ? t('settings.offline-rules') : modelName(id));
}
