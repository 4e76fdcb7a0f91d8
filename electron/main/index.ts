/** Entry: Electron's main process. One instance, one host, one window; everything else is in the files beside. */
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, safeStorage, shell } from 'electron';
import { createClient } from '#shared/contract/client';
import type { Host } from '../host/create-host.ts';
import { makeDataFolder, shippedFolder } from '../host/data-folder.ts';
import { optionsFrom } from '../host/options.ts';
import { startHost } from '../host/serve-host.ts';
import { createWords } from '../host/words.ts';
import { CALL_CHANNEL, PUSH_CHANNEL } from '../preload/bridge.ts';
import { createIpcBridge } from './ipc.ts';
import { notifyOfApprovals } from './notify.ts';
import { PAGE_ORIGIN, registerPageScheme, servePages } from './page-protocol.ts';
import { createSafeKeys } from './safe-keys.ts';
import { sameOrigin } from './same-origin.ts';
import { openWindow, refusePermissions } from './window.ts';

const { dataFolder, overrides, port } = optionsFrom(process.argv.slice(1), process.env, { lenient: true });
registerPageScheme();
void main().catch((error: unknown) => fail(error));

async function main(): Promise<void> {
  // What the browser engine keeps goes with the data folder, and with it the rule of one instance.
  const kept = join(dataFolder, 'window');
  makeDataFolder(dataFolder);
  makeDataFolder(kept);
  app.setPath('userData', kept);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  await app.whenReady();
  refusePermissions();
  const started = await startHost({
    dataFolder,
    overrides,
    port: port ?? 0,
    ports: {
      shell: 'electron',
      pickFolder,
      trashItem: (path) => shell.trashItem(path),
      safeKeys: createSafeKeys(safeStorage, process.platform),
    },
  });
  if (started.host === null) {
    // Another process is the host of this data folder: its page is shown, so that there is one state.
    openWindow({ url: started.url, bridge: false });
    return;
  }
  closeAtQuit(started.close);
  connect(started.host);
  void tellOfApprovals(started.host);
  servePages(shippedFolder('out/renderer'));
  show();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** The first attempt to quit waits for the host. */
function closeAtQuit(close: () => Promise<void>): void {
  let closing = false;
  app.on('before-quit', (event) => {
    if (closing) return;
    closing = true;
    event.preventDefault();
    void close().finally(() => app.quit());
  });
}

const pageUrl = (): string => process.env['ELECTRON_RENDERER_URL'] ?? `${PAGE_ORIGIN}/index.html`;

function show(): void {
  openWindow({ url: pageUrl(), bridge: true });
}

function connect(host: Host): void {
  const bridge = createIpcBridge(host, { onBug: (error) => console.error(error) });
  const known = new Set<number>();
  ipcMain.handle(CALL_CHANNEL, (event, request: unknown) => {
    const { sender, senderFrame } = event;
    const { id } = sender;
    if (!known.has(id)) {
      known.add(id);
      sender.once('destroyed', () => {
        known.delete(id);
        bridge.forget(id);
      });
    }
    const trusted = senderFrame !== null && senderFrame === sender.mainFrame && sameOrigin(senderFrame.url, pageUrl());
    return bridge.call({ id, trusted, send: (push) => sender.isDestroyed() || sender.send(PUSH_CHANNEL, push) }, request);
  });
  app.once('will-quit', () => bridge.close());
}

async function tellOfApprovals(host: Host): Promise<void> {
  const end = new AbortController();
  app.once('will-quit', () => end.abort());
  const { cursor } = await createClient(host)['app.state']({});
  await notifyOfApprovals(host, createWords(languageHere()), cursor, end.signal);
}

async function pickFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
  return canceled ? null : (filePaths[0] ?? null);
}

function fail(error: unknown): void {
  const words = createWords(languageHere());
  dialog.showErrorBox('Reins', words.failure(error));
  app.exit(1);
}

/** Asked for from outside, else the system's. */
function languageHere(): 'en' | 'zh-CN' {
  const { language = 'system' } = overrides;
  if (language !== 'system') return language;
  return app.getLocale().startsWith('zh') ? 'zh-CN' : 'en';
}
