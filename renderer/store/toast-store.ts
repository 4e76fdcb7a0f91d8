/** Short messages at the bottom of the window; one that offers undo stays for 10 s. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Notice } from '#shared/schema/notice';

export interface ToastItem {
  readonly id: string;
  /** A key of the window's catalogue, or a notice of the host. */
  readonly words: { readonly key: string; readonly params?: Readonly<Record<string, string | number>> } | { readonly notice: Notice };
  readonly tone: 'plain' | 'ok' | 'danger';
  readonly undo?: () => void;
}

export interface Toasts {
  readonly store: StoreApi<{ readonly items: readonly ToastItem[] }>;
  show(toast: Omit<ToastItem, 'id'>): void;
  dismiss(id: string): void;
}

export function createToasts({ newKey }: { readonly newKey: () => string }): Toasts {
  const store = createStore<{ readonly items: readonly ToastItem[] }>(() => ({ items: [] }));
  return {
    store,
    show: (toast) => store.setState(({ items }) => ({ items: [...items.slice(-2), { ...toast, id: newKey() }] })),
    dismiss: (id) => store.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) })),
  };
}
