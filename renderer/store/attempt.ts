/** Turns a call that may be refused or unanswered into a value. */
import { CallError } from '#shared/contract/call-error';
import { type Notice, notice } from '#shared/schema/notice';

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: Notice };

/** Never rejects: a refusal is the host's notice, an answer that does not fit is the client's `bad_output` with its method, silence is `not_connected`. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, reason: noticeOf(error) };
  }
}

function noticeOf(error: unknown): Notice {
  if (error instanceof CallError) return error.notice;
  return notice('not_connected', undefined, error instanceof Error ? error.message : String(error));
}
