/** The policy as the person changes it: one change at a time, saved at once, each with a way back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Notice } from '#shared/schema/notice';
import type { CommandMode, Policy, PolicyAnswer } from '#shared/schema/policy';
import type { AppModel } from './app-store.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { Toasts } from './toast-store.ts';

export interface PolicyData {
  /** The person asked for the mode in which nothing asks, and has not confirmed it yet. */
  readonly asksFull: boolean;
}

/** One change, and what takes exactly it back on whatever the policy is by then. */
export interface PolicyChange {
  readonly make: (policy: Policy) => Policy;
  readonly back: (policy: Policy) => Policy;
  readonly words: { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };
}

export interface PolicyModel {
  readonly store: StoreApi<PolicyData>;
  /** null once saved, else why not: the policy is then as it was. */
  change(change: PolicyChange): Promise<Notice | null>;
  /** Saves a mode; `full` is only proposed. */
  setMode(mode: CommandMode): Promise<Notice | null>;
  confirmFull(): Promise<Notice | null>;
  dropFull(): void;
  /** What would happen with these commands; nothing is run. */
  check(commands: readonly string[]): Promise<Attempt<readonly PolicyAnswer[]>>;
}

interface Parts {
  readonly client: Client;
  readonly app: AppModel;
  readonly toasts: Toasts;
}

export function createPolicy({ client, app, toasts }: Parts): PolicyModel {
  const store = createStore<PolicyData>(() => ({ asksFull: false }));
  const current = (): Policy | null => app.store.getState().app?.settings.policy ?? null;
  const save = async (make: PolicyChange['make']): Promise<Notice | null> => {
    const policy = current();
    return policy === null ? { code: 'not_connected' } : app.save({ policy: make(policy) });
  };
  const undo = async (back: PolicyChange['back']): Promise<void> => {
    const reason = await save(back);
    toasts.show(
      reason === null ? { words: { key: 'policy:policy.undone' }, tone: 'plain' } : { words: { notice: reason }, tone: 'danger' },
    );
  };
  const change = async ({ make, back, words }: PolicyChange): Promise<Notice | null> => {
    const reason = await save(make);
    if (reason === null) toasts.show({ words, tone: 'ok', undo: () => void undo(back) });
    return reason;
  };
  const saveMode = async (mode: CommandMode): Promise<Notice | null> => {
    const before = current()?.commands.mode;
    store.setState({ asksFull: false });
    if (before === undefined || before === mode) return null;
    const to =
      (next: CommandMode) =>
      (policy: Policy): Policy => ({ ...policy, commands: { ...policy.commands, mode: next } });
    return change({ make: to(mode), back: to(before), words: { key: `policy:policy.saved-${mode}` } });
  };
  return {
    store,
    change,
    async setMode(mode) {
      if (mode !== 'full') return saveMode(mode);
      store.setState({ asksFull: current()?.commands.mode !== 'full' });
      return null;
    },
    confirmFull: () => saveMode('full'),
    dropFull: () => store.setState({ asksFull: false }),
    async check(commands) {
      const done = await attempt(client['policy.check']({ questions: commands.map((command) => ({ kind: 'exec', command })) }));
      return done.ok ? { ok: true, value: done.value.answers } : done;
    },
  };
}

/** Adds to a list, or takes out of it: with the change that undoes it. */
export function listChange(which: 'allow' | 'roots', value: string, act: 'add' | 'remove'): Pick<PolicyChange, 'make' | 'back'> {
  const edit =
    (adds: boolean) =>
    (policy: Policy): Policy => {
      const part = (list: readonly string[]): string[] => [...list.filter((one) => one !== value), ...(adds ? [value] : [])];
      return which === 'allow'
        ? { ...policy, commands: { ...policy.commands, allow: part(policy.commands.allow) } }
        : { ...policy, files: { ...policy.files, roots: part(policy.files.roots) } };
    };
  return { make: edit(act === 'add'), back: edit(act !== 'add') };
}

export type PathFault = 'empty' | 'relative' | 'odd' | 'folder' | 'known' | 'long' | 'whole';

interface PathQuestion {
  readonly os: string;
  readonly known: readonly string[];
  readonly kind: 'program' | 'folder';
}

/** A folder without a separator at its end, but for the root of a disk. */
export function plainFolder(path: string): string {
  return path.replace(/(?<=[^\\/:])[\\/]+$/, '');
}

/** What is wrong with a path for the list of programs or folders; null for a good one. `os` as Node names platforms. */
export function pathFault(path: string, { os, known, kind }: PathQuestion): PathFault | null {
  if (path === '') return 'empty';
  if (path.length > 4096) return 'long';
  if (/\p{Cc}|\p{Cf}|[\u2028\u2029*?"|<>]/u.test(path)) return 'odd';
  const windows = os === 'win32';
  if (windows ? !/^[A-Za-z]:[\\/]/.test(path) : !path.startsWith('/')) return 'relative';
  const parts = path.split(windows ? /[\\/]/ : '/');
  if (parts.includes('..') || parts.includes('.')) return 'relative';
  if (kind === 'program' && parts.at(-1) === '') return 'folder';
  if (parts.slice(1).every((part) => part === '')) return 'whole';
  return known.includes(path) ? 'known' : null;
}
