/** The model of the open conversation: the app's first one, or another of those there are. */
import Cpu from 'lucide-react/icons/cpu';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFLINE_MODEL } from '#shared/schema/model';
import type { Session } from '#shared/schema/session';
import { Select } from '../design/select.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { useHost, useModel, useModels } from '../shell/model-context.tsx';
import { useModelName, useNameOf } from '../shell/use-model-name.ts';
import { labelsOf, listed } from '../store/model-standing.ts';

/** What stands for none of its own; a list has no empty values. */
const FIRST = 'first';

export function ModelChoice({ session }: { readonly session: Session }) {
  const { t } = useTranslation('models');
  const narrow = useNarrow();
  const first = useModelName();
  const nameOf = useNameOf();
  const connected = useHost((app) => app.settings.models.order.length > 0);
  const { chosen, choose } = useChosen(session);
  const labels = useLabels(chosen, connected);
  if (!connected && session.model === '') return null;
  return (
    <Select
      label={t('models.choice')}
      look={narrow ? 'icon' : 'ghost'}
      icon={Cpu}
      shown={chosen === '' ? first : nameOf(chosen)}
      value={chosen === '' ? FIRST : chosen}
      options={[
        { value: FIRST, label: t('models.choice-first', { name: first }) },
        ...[...labels].map(([value, label]) => ({ value, label })),
        { value: OFFLINE_MODEL, label: t('settings.offline-rules') },
      ]}
      onChange={(value) => void choose(value === FIRST ? '' : value)}
    />
  );
}

/** Shown as chosen at once; taken back where the host refuses. */
function useChosen(session: Session): { readonly chosen: string; choose(id: string): Promise<void> } {
  const model = useModel();
  const [chosen, setChosen] = useState(session.model);
  useEffect(() => setChosen(session.model), [session.model]);
  const choose = async (id: string): Promise<void> => {
    setChosen(id);
    const refused = await model.models.choose(session.id, id);
    if (refused === null) return;
    setChosen(session.model);
    model.toasts.show({ words: { notice: refused }, tone: 'danger' });
  };
  return { chosen, choose };
}

/** By id; with its server's name where another one has a model of the same name. */
function useLabels(chosen: string, connected: boolean): ReadonlyMap<string, string> {
  const { t, i18n } = useTranslation('models');
  const { models } = useModel();
  const nameOf = useNameOf();
  const sources = useModels((data) => data.sources);
  const unread = useModels((data) => data.state === 'unread');
  useEffect(() => {
    if (connected && unread) void models.refresh();
  }, [models, connected, unread]);
  const labels = labelsOf(listed(sources, i18n.language), sources);
  if (chosen === '' || chosen === OFFLINE_MODEL || labels.has(chosen)) return labels;
  const name = nameOf(chosen);
  return labels.set(chosen, unread ? name : t('models.choice-away', { name }));
}
