/** The host's refusal as an exception, for the caller that does not expect one. */
import type { Notice } from '../schema/notice.ts';

export class CallError extends Error {
  readonly notice: Notice;
  constructor(notice: Notice) {
    super(notice.detail === undefined ? notice.code : `${notice.code}: ${notice.detail}`);
    this.name = 'CallError';
    this.notice = notice;
  }
}
