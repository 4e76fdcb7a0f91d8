/** Answers requests for the built window from its folder; knows nothing of Electron. */
import { readFile } from 'node:fs/promises';
import { pageFile } from '../host/page-headers.ts';

/** Never rejects: what is not there, or not a file of the window, is a 404. */
export function createPageHandler(folder: string, host: string): (request: Pick<Request, 'url'>) => Promise<Response> {
  return async (request) => {
    const url = URL.canParse(request.url) ? new URL(request.url) : null;
    const page = url?.host === host ? pageFile(folder, url.pathname) : undefined;
    if (page === undefined) return new Response(null, { status: 404 });
    try {
      return new Response(await readFile(page.file), { headers: page.headers });
    } catch {
      return new Response(null, { status: 404 });
    }
  };
}
