/** Holds the open workspace and changes it for another: one change at a time, never under a run, nothing left open at the end. */
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import type { WorkspaceScope } from './workspace-scope.ts';

export interface WorkspaceHolder {
  current(): WorkspaceScope;
  /** Throws CallError, and keeps the present one, when the folder cannot be used or a run is going on. */
  change(path: string): Promise<void>;
  /** Waits for a change that is under way. Idempotent. */
  close(): Promise<void>;
}

export interface HolderParts {
  readonly first: WorkspaceScope;
  readonly open: (path: string) => Promise<WorkspaceScope>;
  /** true while nothing works in the present workspace. */
  readonly isFree: () => boolean;
  readonly onChanged: (scope: WorkspaceScope) => void;
}

export function holdWorkspace({ first, open, isFree, onChanged }: HolderParts): WorkspaceHolder {
  let scope = first;
  let ended = false;
  let last: Promise<unknown> = Promise.resolve();
  const refuse = (...args: Parameters<typeof notice>): never => {
    throw new CallError(notice(...args));
  };
  const change = async (path: string): Promise<void> => {
    if (ended || !isFree()) refuse('run_active_elsewhere');
    const next = await open(path);
    const { state } = await next.state();
    const [reason] = next.notices;
    if (state === 'missing' || ended || !isFree()) {
      await next.close();
      throw new CallError(state === 'missing' ? (reason ?? notice('workspace_missing', { path })) : notice('run_active_elsewhere'));
    }
    const old = scope;
    scope = next;
    onChanged(next);
    await old.close();
    next.start();
  };
  return {
    current: () => scope,
    change(path) {
      const changed = last.then(() => change(path));
      last = changed.catch(() => undefined);
      return changed;
    },
    async close() {
      ended = true;
      await last;
      await scope.close();
    },
  };
}
