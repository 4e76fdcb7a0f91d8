/** Keeps how the inspector was left, for this computer's windows. */
import { INSPECTOR_TABS, type Pane, type PanePlace } from '../store/inspector-store.ts';

const KEY = 'reins.inspector';

/** `open prompt` -> open at that tab; anything else is a closed pane. */
function readPane(text: string | null): Pane {
  const [state, name] = (text ?? '').split(' ');
  return { open: state === 'open', tab: INSPECTOR_TABS.find((tab) => tab === name) ?? 'context' };
}

export const panePlace: PanePlace = {
  read: () => readPane(localStorage.getItem(KEY)),
  write: ({ open, tab }) => localStorage.setItem(KEY, `${open ? 'open' : 'closed'} ${tab}`),
};
