/** Whether the inspector has no room beside the conversation and lies over it. */
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 1100px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useSheet(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
