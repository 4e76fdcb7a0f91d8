/** What a run's model does now, in words with the seconds it has taken. */
import { useTranslation } from 'react-i18next';
import type { ModelPhase } from '#shared/schema/model';
import { useModels } from '../shell/model-context.tsx';
import { useNameOf } from '../shell/use-model-name.ts';
import { useSeconds } from './use-seconds.ts';

/** Seconds from which the time is told: before, it would only flicker. */
const TOLD = 2;
const NAMING: readonly ModelPhase[] = ['connecting', 'loading'];

export interface PhaseWords {
  readonly words: string;
  /** Id of the model that does it: another one than the conversation's own where it stands in. */
  readonly model: string;
  /** Whether the words name the model. */
  readonly named: boolean;
}

/** null where nothing is known of it. */
export function usePhase(runId: string | null): PhaseWords | null {
  const { t } = useTranslation('models');
  const nameOf = useNameOf();
  const view = useModels((data) => (runId === null ? undefined : data.phases[runId]));
  const seconds = useSeconds(view?.since ?? null);
  if (view === undefined) return null;
  const { phase, model } = view;
  const words = t(`models.phase-${phase}`, { name: nameOf(model) });
  return { words: seconds < TOLD ? words : t('models.phase-time', { phase: words, seconds }), model, named: NAMING.includes(phase) };
}
