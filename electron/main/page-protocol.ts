/** The scheme of the built window: reins://app/. */
import { protocol } from 'electron';
import { createPageHandler } from './page-handler.ts';

const HOST = 'app';
export const PAGE_ORIGIN = `reins://${HOST}`;

/** Before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'reins', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export function servePages(folder: string): void {
  protocol.handle('reins', createPageHandler(folder, HOST));
}
