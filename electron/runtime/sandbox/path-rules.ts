/** Rules for the names of paths: pure, by platform, before any disk is asked. */

import { posix, win32 } from 'node:path';
import { visible } from '#runtime/text/shown';
import { type Notice, notice } from '#shared/schema/notice';

export type Platform = 'linux' | 'darwin' | 'win32';

export type PathName =
  | { readonly ok: true /** `/` between parts, no `.` or `..`; empty for the workspace itself. */; readonly relative: string }
  | { readonly ok: false; readonly kind: 'denied' | 'invalid'; readonly reason: Notice };

/** Linux PATH_MAX, and beyond what any other system opens without a verbatim prefix. */
const PATH_LIMIT = 4096;
/** One name: bytes of UTF-8 on POSIX, UTF-16 units on Windows. */
const NAME_LIMIT = 255;

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file; the digits may be superscript. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]) *(\.|$)/i;
/** A short name of eight letters and three is another spelling of a long one. */
const WINDOWS_SHORT = /^[^.]{1,6}~\d{1,5}(\.[^.]{0,3})?$/;
const WINDOWS_FORBIDDEN = /[<>:"|?*]/;

/** A path as it may stand in a message, a log or a listing: one line, nothing hidden, at most 200 characters. */
export function shownPath(path: string): string {
  const shown = visible(path);
  return shown.length > 200 ? `${shown.slice(0, 120)}…${shown.slice(-79)}` : shown;
}

/**
 * Reads a path of an agent: relative to the workspace, or absolute below one of `roots` (spellings of the workspace). Nothing is
 * expanded or decoded. A path that climbs above the workspace is denied even if it comes back.
 */
export function readPathName(path: string, { platform, roots }: { platform: Platform; roots: readonly string[] }): PathName {
  if (path.trim() === '') return invalid('path_empty', path);
  if (path.length > PATH_LIMIT) return invalid('path_too_long', path, { limit: PATH_LIMIT });
  if (CONTROL.test(path) || !path.isWellFormed()) return invalid('path_malformed', path);
  if (path.startsWith('~')) return denied('path_home', path);
  const below = platform === 'win32' ? belowOnWindows(path, roots) : belowOnPosix(path, roots);
  if (below === null) return denied('path_outside', path);
  const parts = below.split('/').filter((part) => part !== '' && part !== '.');
  const wrong = parts.map((part) => wrongName(part, platform, path)).find((found) => found !== null);
  if (wrong) return wrong;
  const relative = posix.normalize(parts.join('/'));
  if (relative === '..' || relative.startsWith('../')) return denied('path_outside', path);
  return { ok: true, relative: relative === '.' ? '' : relative };
}

/** Whether an absolute, normalised path is `root` or lies below it. */
export function isBelow(path: string, root: string, separator = '/'): boolean {
  return path === root || path.startsWith(root.endsWith(separator) ? root : root + separator);
}

function belowOnPosix(path: string, roots: readonly string[]): string | null {
  if (!path.startsWith('/')) return path;
  const normal = posix.normalize(path).replace(/^\/+/, '/');
  const root = roots.find((candidate) => isBelow(normal, candidate));
  return root === undefined ? null : normal.slice(root.length);
}

function belowOnWindows(path: string, roots: readonly string[]): string | null {
  const slashed = path.replaceAll('/', '\\');
  if (/^\\\\[?.]/.test(slashed)) return null;
  const absolute = slashed.startsWith('\\\\') || /^[a-z]:\\/i.test(slashed);
  // `C:name` and `\name` depend on a current drive and folder that no agent can know.
  if (!absolute) return slashed.startsWith('\\') || /^[a-z]:/i.test(slashed) ? null : slashed.replaceAll('\\', '/');
  const normal = win32.normalize(slashed);
  const root = roots.find((candidate) => isBelow(normal.toLowerCase(), candidate.toLowerCase(), '\\'));
  return root === undefined ? null : normal.slice(root.length).replaceAll('\\', '/');
}

function wrongName(name: string, platform: Platform, path: string): PathName | null {
  const length = platform === 'win32' ? name.length : Buffer.byteLength(name);
  if (length > NAME_LIMIT) return invalid('path_too_long', path, { limit: NAME_LIMIT });
  // `file/..namedfork/rsrc` opens another stream of a file.
  if (platform === 'darwin' && name.toLowerCase() === '..namedfork') return invalid('path_malformed', path);
  if (platform !== 'win32' || name === '..') return null;
  if (WINDOWS_DEVICE.test(name)) return denied('path_special_file', path);
  // Windows drops a trailing dot or space, so such a name is another spelling of some other file.
  return WINDOWS_FORBIDDEN.test(name) || WINDOWS_SHORT.test(name) || /[. ]$/.test(name) ? invalid('path_malformed', path) : null;
}

type PathCode = 'path_empty' | 'path_too_long' | 'path_malformed' | 'path_home' | 'path_outside' | 'path_special_file';

function invalid(code: PathCode, path: string, more: Record<string, number> = {}): PathName {
  return { ok: false, kind: 'invalid', reason: notice(code, { path: shownPath(path), ...more }) };
}

function denied(code: PathCode, path: string): PathName {
  return { ok: false, kind: 'denied', reason: notice(code, { path: shownPath(path) }) };
}
