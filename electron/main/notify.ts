/** Tells of a request that waits while no window of the app is in front; a click brings the window. */
import { app, BrowserWindow, Notification } from 'electron';
import type { Transport } from '#shared/contract/wire';
import type { Words } from '../host/words.ts';

/** Ends with the signal. The log before `after` is not told of again. */
export async function notifyOfApprovals(host: Transport, words: Words, after: number, signal: AbortSignal): Promise<void> {
  for await (const push of host.events(after, signal)) {
    if (push.kind !== 'event' || push.event.type !== 'approval.requested') continue;
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) continue;
    const told = new Notification({ title: 'Reins', body: words.say('waitsForYou', { tool: push.event.tool }) });
    told.on('click', bringForward);
    told.show();
  }
}

function bringForward(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.show();
  app.focus();
}
