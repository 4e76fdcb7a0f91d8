/** The window: sandboxed, bound to one page, with outside links handed to the system's browser. */
import { join } from 'node:path';
import { BrowserWindow, session, shell } from 'electron';
import { atMost } from './at-most.ts';
import { sameOrigin } from './same-origin.ts';

export interface WindowOptions {
  /** Page to show; the window never leaves its origin. */
  readonly url: string;
  /** Whether the page may call the host of this process; false for the page of another one, which it reaches over loopback. */
  readonly bridge: boolean;
}

export function openWindow({ url, bridge }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    title: 'Reins',
    webPreferences: {
      ...(bridge ? { preload: join(import.meta.dirname, '../preload/index.cjs') } : {}),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(({ url: wanted }) => {
    if (/^https?:/.test(wanted)) void shell.openExternal(wanted);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, wanted) => {
    if (!sameOrigin(wanted, url)) event.preventDefault();
  });
  reloadWhenGone(window);
  void window.loadURL(url);
  return window;
}

/** A page whose process died comes back by itself, unless it dies again and again: then it stays until the person reloads it. */
function reloadWhenGone(window: BrowserWindow): void {
  const mayReload = atMost(3, 60_000);
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || !mayReload(Date.now())) return;
    // Not within the event: the process is still being taken down.
    setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
  });
}

/** No page of the app needs a camera, a position or a notification permission. */
export function refusePermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'));
}
