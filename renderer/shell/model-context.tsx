/** Hands the window's model to the components, and reads its stores. */
import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import type { AppState } from '#shared/contract/methods';
import type { AppData } from '../store/app-store.ts';
import type { ApprovalsData } from '../store/approvals-store.ts';
import type { ChangesData } from '../store/changes-store.ts';
import type { ComposerData } from '../store/composer-data.ts';
import type { InspectorData } from '../store/inspector-store.ts';
import type { ModelsData } from '../store/models-store.ts';
import type { SessionsData } from '../store/sessions-store.ts';
import type { ThreadData } from '../store/thread-store.ts';
import type { WindowModel } from '../store/window-model.ts';

const Context = createContext<WindowModel | null>(null);

export function ModelProvider({ model, children }: { readonly model: WindowModel; readonly children: ReactNode }) {
  return <Context value={model}>{children}</Context>;
}

export function useModel(): WindowModel {
  const model = use(Context);
  if (model === null) throw new Error('no model around this component');
  return model;
}

export function useApp<T>(select: (data: AppData) => T): T {
  return useStore(useModel().app.store, select);
}

/** The host's state; only under `App`, which waits for it. */
export function useHost<T>(select: (app: AppState) => T): T {
  return useApp((data) => {
    if (data.app === null) throw new Error('no host state yet');
    return select(data.app);
  });
}

export function useSessions<T>(select: (data: SessionsData) => T): T {
  return useStore(useModel().sessions.store, select);
}

export function useThread<T>(select: (data: ThreadData) => T): T {
  return useStore(useModel().thread.store, select);
}

export function useComposer<T>(select: (data: ComposerData) => T): T {
  return useStore(useModel().composer.store, select);
}

export function useInspector<T>(select: (data: InspectorData) => T): T {
  return useStore(useModel().inspector.store, select);
}

export function useModels<T>(select: (data: ModelsData) => T): T {
  return useStore(useModel().models.store, select);
}

export function useApprovals<T>(select: (data: ApprovalsData) => T): T {
  return useStore(useModel().approvals.store, select);
}

export function useChanges<T>(select: (data: ChangesData) => T): T {
  return useStore(useModel().changes.store, select);
}

/** Requests that wait, in all conversations. */
export function useWaiting(): number {
  const known = useApprovals((data) => (data.state === 'unread' ? null : data.waiting.length));
  const told = useApp((data) => data.app?.waiting ?? 0);
  return known ?? told;
}

/** The name and zone that times and the assistant are written with. */
export function useZone(): string {
  return useHost((app) => app.settings.zone);
}
