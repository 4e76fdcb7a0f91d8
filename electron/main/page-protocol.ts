/** Serves the built window under reins://app/, with the same content policy as the loopback host. */

import { join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { CONTENT_POLICY } from '../host/loopback-server.ts';

export const PAGE_ORIGIN = 'reins://app';

/** Before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'reins', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export function servePages(folder: string): void {
  protocol.handle('reins', async (request) => {
    const url = new URL(request.url);
    const file = normalize(join(folder, url.pathname === '/' ? 'index.html' : decodeURIComponent(url.pathname)));
    if (url.host !== 'app' || !file.startsWith(folder + sep)) return new Response(null, { status: 404 });
    const response = await net.fetch(pathToFileURL(file).href);
    const headers = new Headers(response.headers);
    headers.set('content-security-policy', CONTENT_POLICY);
    return new Response(response.body, { status: response.status, headers });
  });
}
