/** Turns what an operating system answers into words a person can be told. */
import { type Notice, notice } from '#shared/schema/notice';
import { shownPath } from './path-rules.ts';

export type FailureKind = 'argument' | 'denied' | 'failed' | 'cancelled';
export interface Failure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly error: Notice;
}

/** The code of an error that came from the operating system; null for anything else, which is a bug. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

export function failure(kind: FailureKind, error: Notice): Failure {
  return { ok: false, kind, error };
}

export function cancelled(): Failure {
  return failure('cancelled', notice('cancelled'));
}

/** Rethrows what is not an answer of the operating system. */
export function failureOf(error: unknown, path: string, purpose: 'read' | 'write'): Failure {
  const code = errnoOf(error);
  if (code === null) throw error;
  const params = { path: shownPath(path) };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return failure('failed', notice('path_not_found', params, code));
    case 'ELOOP':
      return failure('failed', notice('path_link_loop', params, code));
    case 'ENAMETOOLONG':
      return failure('argument', notice('path_too_long', { ...params, limit: 4096 }, code));
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return failure('failed', notice('disk_full', params, code));
    case 'EROFS':
      return failure('failed', notice('workspace_read_only', params, code));
    case 'EACCES':
    case 'EPERM':
      return failure('failed', notice(purpose === 'write' ? 'workspace_read_only' : 'path_unreadable', params, code));
    case 'ESTALE':
    case 'ENOTEMPTY':
      return failure('failed', notice('file_changed', params, code));
    case 'ENXIO':
    case 'ENODEV':
      return failure('failed', notice('path_special_file', params, code));
    default:
      return failure('failed', notice('path_unreadable', params, code));
  }
}
