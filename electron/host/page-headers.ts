/** How files of the built window are served, over loopback and under Electron's own scheme alike. */
import { extname, join, normalize, sep } from 'node:path';

/** What the window may load: only itself. */
const CONTENT_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

export interface PageFile {
  /** Absolute path; whether it is there is not known. */
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param path of the address, still encoded. undefined when it is malformed or leads out of the folder. */
export function pageFile(root: string, path: string): PageFile | undefined {
  let plain: string;
  try {
    plain = path === '/' ? '/index.html' : decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const file = join(root, normalize(`/${plain}`));
  if (plain.includes('\0') || !file.startsWith(normalize(root + sep))) return undefined;
  return {
    file,
    headers: {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Names of built files carry a hash of their content, except for the page itself.
      'cache-control': plain.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
    },
  };
}
