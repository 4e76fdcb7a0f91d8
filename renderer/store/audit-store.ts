/** The audit as the page shows it: filtered by the host, read page by page, and its chain checked. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/methods';
import type { AuditEntry, AuditReport } from '#shared/schema/audit';
import type { Notice } from '#shared/schema/notice';
import { type Attempt, attempt } from './attempt.ts';

export type AuditOnly = 'all' | 'denied';

export interface AuditData {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
  readonly query: string;
  readonly only: AuditOnly;
  readonly state: 'unread' | 'reading' | 'ready' | 'failed';
  readonly reason: Notice | null;
  /** null until the chain was checked. */
  readonly report: AuditReport | null;
}

export interface AuditModel {
  readonly store: StoreApi<AuditData>;
  /** Reads the first page and checks the chain. Never rejects. */
  refresh(): Promise<void>;
  /** Reads again what somebody looks at; nothing before the first reading. */
  refreshSoon(): void;
  filter(part: { readonly query?: string; readonly only?: AuditOnly }): Promise<void>;
  older(): Promise<void>;
  /** Every entry as JSON lines, oldest first, as the chain goes. */
  exportAll(): Promise<Attempt<string>>;
}

export const PAGE = 50;
/** As many as one call gives. */
const WHOLE = 5000;
/** Checking goes over the whole chain: a burst of entries is one check. */
const SOON_MS = 400;

interface Parts {
  readonly client: Client;
  readonly later: (run: () => void, ms: number) => () => void;
}

export function createAudit({ client, later }: Parts): AuditModel {
  const store = createStore<AuditData>(() => ({
    entries: [],
    more: false,
    query: '',
    only: 'all',
    state: 'unread',
    reason: null,
    report: null,
  }));
  let turn = 0;
  let soon = false;

  const read = (limit: number, before?: number) => {
    const { query, only } = store.getState();
    const wanted = query.trim().slice(0, 200);
    return attempt(
      client['audit.list']({
        limit,
        ...(wanted === '' ? {} : { query: wanted }),
        ...(only === 'all' ? {} : { only }),
        ...(before === undefined ? {} : { before }),
      }),
    );
  };
  /** As many as are shown already, so that nothing vanishes under the eyes. */
  const readFirst = async (limit: number): Promise<void> => {
    turn += 1;
    const mine = turn;
    store.setState(({ state }) => ({ state: state === 'ready' ? state : 'reading' }));
    const page = await read(limit);
    if (mine !== turn) return;
    store.setState(page.ok ? { ...page.value, state: 'ready', reason: null } : { state: 'failed', reason: page.reason });
  };
  const verify = async (): Promise<void> => {
    const report = await attempt(client['audit.verify']({}));
    if (report.ok) store.setState({ report: report.value });
  };
  const refresh = async (): Promise<void> => {
    const shown = Math.min(WHOLE, Math.max(PAGE, store.getState().entries.length));
    await Promise.all([readFirst(shown), verify()]);
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
    async filter(part) {
      store.setState(part);
      await readFirst(PAGE);
    },
    async older() {
      const { entries, more } = store.getState();
      const last = entries.at(-1);
      if (!more || last === undefined) return;
      const mine = turn;
      const page = await read(PAGE, last.seq);
      if (mine !== turn || store.getState().entries.at(-1) !== last) return;
      store.setState(page.ok ? { entries: [...entries, ...page.value.entries], more: page.value.more } : { reason: page.reason });
    },
    async exportAll() {
      const lines: string[] = [];
      for (let before: number | undefined; ; ) {
        const page = await attempt(client['audit.list']({ limit: WHOLE, ...(before === undefined ? {} : { before }) }));
        if (!page.ok) return page;
        lines.push(...page.value.entries.map((entry) => `${JSON.stringify(entry)}\n`));
        before = page.value.entries.at(-1)?.seq;
        if (!page.value.more || before === undefined) return { ok: true, value: lines.reverse().join('') };
      }
    },
  };
}
