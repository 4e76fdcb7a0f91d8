/** How many tokens of window a model is asked to load with. */
import { useTranslation } from 'react-i18next';
import type { ModelInfo } from '#shared/schema/model';
import { Select } from '../design/select.tsx';
import { useHost, useModel } from '../shell/model-context.tsx';
import { windowsFor, withWindow } from '../store/models-store.ts';
import type { ModelChange } from './model-change.ts';

const AUTO = 'auto';

interface ModelWindowProps {
  readonly model: ModelInfo;
  readonly label: string;
  readonly run: ModelChange['run'];
}

export function ModelWindow({ model, label, run }: ModelWindowProps) {
  const { t } = useTranslation('models');
  const { models } = useModel();
  const { id, trained, window } = model;
  const asked = useHost((app) => app.settings.models.windows[id]) ?? null;
  const change = async (value: string): Promise<void> => {
    // The list tells the window that holds then.
    if (await run(models.change(withWindow(id, value === AUTO ? null : Number(value))))) await models.refresh();
  };
  const sizes = windowsFor(trained, asked ?? window);
  return (
    <Select
      label={t('models.window-label', { name: label })}
      value={asked === null ? AUTO : String(asked)}
      options={[
        { value: AUTO, label: t('models.window-auto') },
        ...sizes.map((tokens) => ({ value: String(tokens), label: t('models.tokens', { tokens }) })),
      ]}
      onChange={(value) => void change(value)}
    />
  );
}
