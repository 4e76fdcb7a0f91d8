/** Lets one change at a time happen at a name: two writers of this program never meet between a look and a rename. */
import { foldName } from './protected-names.ts';

const last = new Map<string, Promise<unknown>>();

/** `places` are absolute; all are held until `change` is done. Waits for those before it, whatever became of them. */
export async function withNames<T>(places: readonly string[], change: () => Promise<T>): Promise<T> {
  const keys = [...new Set(places.map(foldName))];
  const before = Promise.allSettled(keys.map((key) => last.get(key)));
  const done = before.then(change);
  const mark = done.catch(() => {});
  for (const key of keys) last.set(key, mark);
  try {
    return await done;
  } finally {
    for (const key of keys) if (last.get(key) === mark) last.delete(key);
  }
}
