/** What the whole window shares: the link to the host, the host's state, and which view is open. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, Client } from '#shared/contract/methods';
import type { IndexState } from '#shared/schema/memory';
import type { Notice } from '#shared/schema/notice';
import type { SettingsPatch } from '#shared/schema/settings';
import { attempt } from './attempt.ts';

/** refused: something answers but does not know this window's token. */
export type Link = 'starting' | 'online' | 'offline' | 'refused';
export type View = 'chat' | 'approvals' | 'settings';
export type SettingsPage = 'general' | 'models' | 'policy' | 'appearance';

export interface AppData {
  readonly link: Link;
  readonly app: AppState | null;
  readonly view: View;
  readonly page: SettingsPage;
}

export interface AppModel {
  readonly store: StoreApi<AppData>;
  /** Rejects when the host cannot be reached. */
  refresh(): Promise<AppState>;
  setLink(link: Link): void;
  setIndex(index: IndexState): void;
  open(view: View, page?: SettingsPage): void;
  /** null once saved, else why not. */
  save(patch: SettingsPatch): Promise<Notice | null>;
  /** The chosen folder; null where there is no picker or the person turned away. */
  pickFolder(): Promise<string | null>;
  acceptWorkspace(): Promise<Notice | null>;
  dismiss(code: string): Promise<Notice | null>;
  reindex(): Promise<Notice | null>;
}

export function createAppModel({ client }: { readonly client: Client }): AppModel {
  const store = createStore<AppData>(() => ({ link: 'starting', app: null, view: 'chat', page: 'general' }));
  const change = (part: (app: AppState) => AppState): void => store.setState(({ app }) => (app === null ? {} : { app: part(app) }));
  const refresh = async (): Promise<AppState> => {
    const app = await client['app.state']({});
    store.setState({ app });
    return app;
  };
  /** The host's own word replaces what this window believes. */
  const then = async (call: Promise<unknown>): Promise<Notice | null> => {
    const done = await attempt(call);
    if (!done.ok) return done.reason;
    const read = await attempt(refresh());
    return read.ok ? null : read.reason;
  };
  return {
    store,
    refresh,
    setLink: (link) => store.setState((data) => (data.link === link ? data : { ...data, link })),
    setIndex: (index) => change((app) => ({ ...app, index })),
    open: (view, page) => store.setState((data) => ({ view, page: page ?? data.page })),
    async save(patch) {
      const done = await attempt(client['settings.set'](patch));
      if (!done.ok) return done.reason;
      change((app) => ({ ...app, settings: done.value }));
      const read = await attempt(refresh());
      return read.ok ? null : read.reason;
    },
    async pickFolder() {
      const picked = await attempt(client['workspace.pick']({}));
      return picked.ok ? picked.value.path : null;
    },
    acceptWorkspace: () => then(client['workspace.accept']({})),
    dismiss: (code) => then(client['app.dismiss']({ code })),
    reindex: () => then(client['memory.index']({})),
  };
}
