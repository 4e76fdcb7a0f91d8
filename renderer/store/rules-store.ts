/** The rules that the person's answers made. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { Rule } from '#shared/schema/approval';
import type { Notice } from '#shared/schema/notice';
import { attempt } from './attempt.ts';

export interface RulesData {
  readonly rules: readonly Rule[];
  readonly state: 'unread' | 'ready' | 'failed';
  readonly reason: Notice | null;
}

export interface RulesModel {
  readonly store: StoreApi<RulesData>;
  /** Never rejects: a failure is in the store. */
  refresh(): Promise<void>;
  /** Reads again what somebody looks at; nothing before the first reading. */
  refreshSoon(): void;
  /** null once done, else why not. */
  rename(id: string, name: string): Promise<Notice | null>;
  revoke(id: string): Promise<Notice | null>;
}

const SOON_MS = 60;

interface Parts {
  readonly client: Client;
  readonly later: (run: () => void, ms: number) => () => void;
}

export function createRules({ client, later }: Parts): RulesModel {
  const store = createStore<RulesData>(() => ({ rules: [], state: 'unread', reason: null }));
  let turn = 0;
  let soon = false;
  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const read = await attempt(client['rule.list']({}));
    if (mine !== turn) return;
    store.setState(read.ok ? { rules: read.value.rules, state: 'ready', reason: null } : { state: 'failed', reason: read.reason });
  };
  return {
    store,
    refresh,
    refreshSoon() {
      if (soon || store.getState().state === 'unread') return;
      soon = true;
      later(() => {
        soon = false;
        void refresh();
      }, SOON_MS);
    },
    async rename(id, name) {
      const done = await attempt(client['rule.rename']({ id, name }));
      if (!done.ok) return done.reason;
      store.setState(({ rules }) => ({ rules: rules.map((rule) => (rule.id === id ? done.value : rule)) }));
      return null;
    },
    async revoke(id) {
      const done = await attempt(client['rule.revoke']({ id }));
      // Unknown means that it is gone already, which is what was wanted.
      if (!done.ok && done.reason.code !== 'rule_unknown') return done.reason;
      turn += 1;
      store.setState(({ rules }) => ({ rules: rules.filter((rule) => rule.id !== id) }));
      return null;
    },
  };
}
