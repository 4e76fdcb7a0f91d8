/** Entry: Electron's main process. One instance, one host, one window; everything else is in the files beside. */
import { app, BrowserWindow, dialog, ipcMain } from 'electron';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import { createWords } from '../host/cli/words.ts';
import { createHost, type Host } from '../host/create-host.ts';
import { dataFolder, shippedFolder } from '../host/data-folder.ts';
import { readHostAddress, takeHostLock } from '../host/host-lock.ts';
import { startLoopback } from '../host/loopback-server.ts';
import { CALL_CHANNEL, PUSH_CHANNEL } from '../preload/bridge.ts';
import { createIpcBridge } from './ipc.ts';
import { PAGE_ORIGIN, registerPageScheme, servePages } from './page-protocol.ts';
import { openWindow, refusePermissions } from './window.ts';

registerPageScheme();
if (!app.requestSingleInstanceLock()) app.quit();
else void main().catch((error: unknown) => fail(error));

async function main(): Promise<void> {
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  const folder = dataFolder({ env: process.env });
  const lock = takeHostLock(folder);
  await app.whenReady();
  refusePermissions();
  if (lock === undefined) return showRunningHost(folder);
  const host = await createHost({ dataFolder: folder, overrides: {}, ports: { shell: 'electron', pickFolder } });
  const files = shippedFolder('out/renderer');
  const server = await startLoopback({ host, files });
  lock.announce({ pid: process.pid, startedAt: Date.now(), port: server.port, token: server.token });
  connect(host);
  servePages(files);
  show();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closing = false;
  app.on('before-quit', (event) => {
    if (closing) return;
    closing = true;
    event.preventDefault();
    void server
      .close()
      .then(() => host.close())
      .finally(() => {
        lock.release();
        app.quit();
      });
  });
}

const pageUrl = (): string => process.env['ELECTRON_RENDERER_URL'] ?? `${PAGE_ORIGIN}/index.html`;

function show(): void {
  openWindow({ url: pageUrl(), origin: new URL(pageUrl()).origin });
}

function connect(host: Host): void {
  const bridge = createIpcBridge(host);
  ipcMain.handle(CALL_CHANNEL, (event, request: unknown) => {
    const { sender, senderFrame } = event;
    sender.once('destroyed', () => bridge.forget(sender.id));
    const trusted = senderFrame !== null && senderFrame === sender.mainFrame && sameOrigin(senderFrame.url, pageUrl());
    return bridge.call({ id: sender.id, trusted, send: (push) => sender.isDestroyed() || sender.send(PUSH_CHANNEL, push) }, request);
  });
  app.once('will-quit', () => bridge.close());
}

function sameOrigin(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && a.host === b.host;
}

async function pickFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Another process is the host of this data folder: its page is shown, so that there is one state. */
function showRunningHost(folder: string): void {
  const address = readHostAddress(folder);
  if (address === undefined) {
    fail(new CallError(notice('host_running', { path: folder })));
    return;
  }
  const origin = `http://127.0.0.1:${address.port}`;
  openWindow({ url: `${origin}/#token=${address.token}`, origin });
}

function fail(error: unknown): void {
  const words = createWords(app.getLocale().startsWith('zh') ? 'zh-CN' : 'en');
  dialog.showErrorBox('Reins', error instanceof CallError ? words.notice(error.notice) : String(error));
  app.exit(1);
}
