/** The window: sandboxed, bound to the app's own page, with outside links handed to the system's browser. */
import { join } from 'node:path';
import { BrowserWindow, session, shell } from 'electron';

export interface WindowOptions {
  /** Page to show. */
  readonly url: string;
  /** Origin that may be navigated to and whose page may call the host. */
  readonly origin: string;
}

export function openWindow({ url, origin }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    title: 'Reins',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
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
    if (new URL(wanted).origin !== new URL(url).origin) event.preventDefault();
  });
  void window.loadURL(origin === new URL(url).origin || url.startsWith(origin) ? url : origin);
  return window;
}

/** No page of the app needs a camera, a position or a notification permission. */
export function refusePermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'));
}
