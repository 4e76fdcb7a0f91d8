/** Whether the window is one column wide: a phone, or a screen at 200 % zoom. */
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
