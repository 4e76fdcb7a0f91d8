/** Saves one setting at once and keeps what came of it, to be said beside the control. */
import { useState } from 'react';
import type { Notice } from '#shared/schema/notice';
import type { SettingsPatch } from '#shared/schema/settings';
import { useModel } from '../shell/model-context.tsx';

export interface Saved {
  readonly state: 'untouched' | 'saved' | Notice;
  save(patch: SettingsPatch): Promise<boolean>;
}

export function useSaved(): Saved {
  const model = useModel();
  const [state, setState] = useState<Saved['state']>('untouched');
  const save = async (patch: SettingsPatch): Promise<boolean> => {
    const reason = await model.app.save(patch);
    setState(reason ?? 'saved');
    return reason === null;
  };
  return { state, save };
}
