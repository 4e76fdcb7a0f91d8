/** Changes in memory, for tests of the tools that change files: keeps the bytes of plain files below a folder and says what became of them. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChangeSet, Changes } from '#runtime/changes/changes';
import type { Change, FileChange } from '#shared/schema/change';
import { notice } from '#shared/schema/notice';

export interface ChangesStandIn extends Changes {
  readonly done: Change[];
}

/** `limit` in bytes: what does not fit fails with snapshot_full. */
export function createChangesStandIn({ root, limit = 1_000_000_000 }: { root: string; limit?: number }): ChangesStandIn {
  const done: Change[] = [];
  const unused = async (): Promise<never> => {
    throw new Error('not part of the stand-in');
  };
  const begin: Changes['begin'] = (origin) => {
    const kept = new Map<string, Buffer | null>();
    const set: ChangeSet = {
      async keep(paths) {
        const found = new Map(paths.flatMap((path) => statesBelow(root, path)));
        const bytes = [...found.values()].reduce((sum, data) => sum + (data?.length ?? 0), 0);
        if (bytes > limit) return { ok: false, kind: 'failed', error: notice('snapshot_full') };
        for (const [path, data] of found) if (!kept.has(path)) kept.set(path, data);
        return { ok: true, value: { files: found.size, left: 0 } };
      },
      keepAll: unused,
      async finish() {
        const files = [...kept].flatMap(([path, before]): FileChange[] => {
          const [[, now] = [path, null]] = statesBelow(root, path).filter(([name]) => name === path);
          if (before === null ? now === null : now !== null && before.equals(now)) return [];
          const change = before === null ? 'create' : now === null ? 'delete' : 'modify';
          return [{ path, change, before: before?.length ?? null, after: now?.length ?? null, kept: true }];
        });
        if (files.length === 0) return null;
        const change: Change = { id: `change-${done.length + 1}`, ...origin, at: 0, files, state: 'applied', available: true };
        done.push(change);
        return change;
      },
    };
    return set;
  };
  return {
    done,
    begin,
    get: (id) => done.find((change) => change.id === id),
    list: () => done,
    file: unused,
    undo: unused,
    redo: unused,
    usage: () => ({ bytes: 0, limit, changes: done.length }),
    recover: async () => undefined,
  };
}

/** Contents of the plain files at or below a path; the path itself with null when nothing stands there. */
function statesBelow(root: string, path: string): [string, Buffer | null][] {
  const place = resolve(root, path);
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return [[path, null]];
  if (stat.isDirectory()) return readdirSync(place).flatMap((name) => statesBelow(root, `${path}/${name}`));
  return stat.isFile() ? [[path, readFileSync(place)]] : [];
}
