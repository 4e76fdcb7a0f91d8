/** What is known of the workspace's files from the last look at all of them, so that the next one reads only what was written to. */
import type { ChangeStore, FileState } from '#runtime/storage/change-store';
import { inPieces, stepwise } from './parts.ts';
import { isUntouched } from './place.ts';

export interface KnownFiles {
  load(): Promise<ReadonlyMap<string, FileState>>;
  /** What stands now takes the place of what was known; the hashes that are known no longer. */
  replace(states: ReadonlyMap<string, FileState>): Promise<string[]>;
  /** After the store forgot them. */
  forget(): void;
}

export function createKnownFiles(store: ChangeStore, root: string): KnownFiles {
  let known: Map<string, FileState> | undefined;
  const load = async (): Promise<Map<string, FileState>> => {
    if (known !== undefined) return known;
    const found = new Map<string, FileState>();
    const pieces = store.eachKnown(root);
    const steps = function* () {
      for (const piece of pieces) {
        for (const [path, state] of piece) found.set(path, state);
        yield;
      }
    };
    await stepwise(steps());
    known = found;
    return found;
  };
  return {
    load,
    async replace(states) {
      const old = await load();
      const changed: (readonly [string, FileState | null])[] = [];
      for (const [path, state] of states) if (!isAsKnown(old.get(path), state)) changed.push([path, state]);
      for (const path of old.keys()) if (!states.has(path)) changed.push([path, null]);
      const gone: string[] = [];
      known = undefined; // until all of it is stored
      await stepwise(inPieces(changed, (piece) => gone.push(...store.putKnown(root, piece))));
      known = new Map(states);
      return gone;
    },
    forget() {
      known = undefined;
    },
  };
}

function isAsKnown(known: FileState | undefined, state: FileState): boolean {
  return known !== undefined && known.hash === state.hash && known.sure === state.sure && isUntouched(known, state);
}
