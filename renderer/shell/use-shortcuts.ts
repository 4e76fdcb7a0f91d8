/** Keys that work everywhere in the window; single ones only outside text fields. */
import { useEffect } from 'react';
import { isCommand } from '../design/command-key.ts';
import { openRun } from '../store/session-log.ts';
import type { WindowModel } from '../store/window-model.ts';

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** Something floats: Escape closes that and nothing else. */
function hasLayer(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
}

/** The inspector belongs to the chat: from elsewhere it is opened there. */
function toggleInspector(model: WindowModel): void {
  const isThere = model.app.store.getState().view === 'chat';
  if (!isThere) model.app.open('chat');
  if (isThere) model.inspector.toggle();
  else model.inspector.show();
}

/** Ctrl or Cmd with a letter, also while something is being written. */
function command(model: WindowModel, event: KeyboardEvent): void {
  if (event.key === ',' || event.code === 'Comma') {
    event.preventDefault();
    model.app.open('settings');
  }
  if (event.key.toLowerCase() === 'i') {
    event.preventDefault();
    toggleInspector(model);
  }
  if (event.key.toLowerCase() === 'n') {
    event.preventDefault();
    void model.openSession(null);
    // Already a new one: nothing else would take the focus there.
    document.getElementById('message')?.focus({ preventScroll: true });
  }
}

export function useShortcuts(model: WindowModel): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      if (isCommand(event)) command(model, event);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && !hasLayer()) {
        const run = openRun(model.thread.store.getState().log);
        if (run !== null && model.app.store.getState().view === 'chat') void model.cancelRun(run.runId);
        return;
      }
      if (isTextField(event.target) || hasLayer()) return;
      if (event.key === '1') model.app.open('chat');
      if (event.key === '2') model.app.open('approvals');
      if (event.key === '7') model.app.open('settings');
      if (event.key === '8') toggleInspector(model);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [model]);
}
