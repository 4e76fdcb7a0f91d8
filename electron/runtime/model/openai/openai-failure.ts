/** Puts a failed request to an OpenAI-compatible server into the exact notice. Nothing of a request, the key least of all, gets into one. */
import { fetchErrorCode } from '#runtime/http/fetch-error';
import { type Notice, notice } from '#shared/schema/notice';
import { NoEventStream } from './sse.ts';

interface RefusedParts {
  /** Milliseconds that the server asks to wait. */
  readonly wait: number | null;
  /** What came is a page for a browser. */
  readonly isPage: boolean;
}

/** The server answered, but not with what was asked for. */
export class Refused extends Error {
  readonly status: number;
  /** The first of what was said. */
  readonly text: string;
  readonly wait: number | null;
  readonly isPage: boolean;

  constructor(status: number, text: string, { wait, isPage }: RefusedParts = { wait: null, isPage: false }) {
    super(`status ${status}`);
    this.status = status;
    this.text = text;
    this.wait = wait;
    this.isPage = isPage;
  }
}

/** What came is no reply of this protocol. */
export class NotOpenAi extends Error {}

/** An answer that ended before its end. */
export class EndedEarly extends Error {}

/** An answer that reached the limit of its length. */
export class TooLong extends Error {
  /** Whether it was the window that was full. */
  readonly fillsWindow: boolean;

  constructor(fillsWindow: boolean) {
    super('the answer reached the limit of its length');
    this.fillsWindow = fillsWindow;
  }
}

export interface Failure {
  readonly error: Notice;
  /** The same request may succeed later, or with another model. */
  readonly retryable: boolean;
  /** Whether the same server may be asked again, after how many milliseconds by its own wish; null leaves that open. */
  readonly again: false | { readonly wait: number | null; readonly loading: boolean };
}

export interface About {
  /** As it may be shown. */
  readonly url: string;
  /** What a person calls the model; the endpoint where none was asked for. */
  readonly model: string;
  /** Tokens. */
  readonly window: number;
  readonly tries: number;
  /** Something of an answer had come. */
  readonly begun: boolean;
  readonly key: string | null;
}

const OVER_WINDOW =
  /context_length_exceeded|exceed_context_size|maximum (context|prompt) length|context (length|size|window) (is |was )?exceeded|exceeds? (the )?(model'?s? )?(available |maximum )?context|(prompt|input) (is )?too long|too many tokens in (the )?(prompt|input)/i;
const NO_MEMORY =
  /out of memory|not enough memory|insufficient (system )?(memory|resources)|requires more (system )?memory|(failed|unable) to allocate|cannot allocate memory/i;
const NO_MODEL = /model_not_found|\bmodel\b.{0,300}?(not (found|exist|available)|unknown|invalid)|(invalid|unknown|no such) model/is;
const NO_SUCH_PLACE = /unexpected endpoint|invalid url/i;
const LOADING = /\bloading model\b|\bmodel is (still )?loading\b/i;
const NO_QUOTA = /insufficient_quota/;
/** Characters; anything shorter stands in ordinary words. */
const SHORTEST_KEY = 4;
/** Milliseconds that a server may ask to wait at most. */
const LONGEST_WAIT = 20_000;
/** Seconds after which the platform's fetch gives up on a silent server. */
const FETCH_PATIENCE = 300;

/** For everything but the person's own stop. */
export function failureOf(error: unknown, about: About): Failure {
  const { key } = about;
  if (key === null || key.length < SHORTEST_KEY) return judge(error, about);
  // A server may say in its refusal what it was sent; masked before anything is cut, so that no part of it stays.
  const masked = (text: string): string => text.replaceAll(key, '***');
  const failure = judge(error instanceof Refused ? new Refused(error.status, masked(error.text), error) : error, about);
  const { detail } = failure.error;
  return detail === undefined ? failure : { ...failure, error: { ...failure.error, detail: masked(detail) } };
}

/** Whether something else than the endpoint stands at the address, or it stands elsewhere on that server. */
export function isElsewhere(error: unknown): boolean {
  if (error instanceof NotOpenAi || error instanceof NoEventStream) return true;
  if (!(error instanceof Refused)) return fetchErrorCode(error).startsWith('HPE_');
  const { status, text, isPage } = error;
  if (isPage) return status < 400 || status === 404 || status === 405;
  if (status >= 300 && status < 400) return true;
  return NO_SUCH_PLACE.test(text) || ((status === 404 || status === 405) && !/\bmodel\b/i.test(text));
}

const never = (error: Notice, retryable: boolean): Failure => ({ error, retryable, again: false });
const soon = (error: Notice, wait: number | null = null): Failure => ({ error, retryable: true, again: { wait, loading: false } });

function judge(error: unknown, about: About): Failure {
  const { url, model, window, begun } = about;
  const early = (detail: string): Failure => soon(notice('model_stopped_early', { model }, detail));
  if (error instanceof TooLong)
    return never(
      error.fillsWindow
        ? notice('model_window_refused', { model, window }, error.message)
        : notice('model_stopped_early', { model }, error.message),
      false,
    );
  if (error instanceof EndedEarly) return early(error.message);
  if (begun && !(error instanceof Refused)) return early(fetchErrorCode(error) || messageOf(error));
  if (isElsewhere(error))
    return never(notice('model_other_service', { url }, error instanceof Refused ? saidBy(error) : messageOf(error)), true);
  if (error instanceof Refused) return refused(error, about);
  const code = fetchErrorCode(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return never(notice('model_silent', { model, seconds: FETCH_PATIENCE }, code), true);
  const passes = code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
  const unreached = notice('model_unreachable', { url }, code || messageOf(error));
  return passes ? soon(unreached) : never(unreached, true);
}

function refused(refusal: Refused, { url, model, window, tries }: About): Failure {
  const { status, text, wait, isPage } = refusal;
  const detail = saidBy(refusal);
  if (status === 407) return never(notice('model_proxy', { url }, detail), true);
  // Through TLS a proxy cannot put a page of its own: there it is the server's side that fails.
  if (isPage && status >= 502 && status <= 504 && url.startsWith('http:')) return soon(notice('model_proxy', { url }, detail));
  if (status === 401 || status === 403) return never(notice('model_key_refused', { model }, keyDetail(refusal)), true);
  if (OVER_WINDOW.test(text)) return never(notice('model_window_refused', { model, window }, detail), false);
  if (NO_MEMORY.test(text)) return never(notice('model_out_of_memory', { model }, detail), true);
  if (status === 404 || (status === 400 && NO_MODEL.test(text))) return never(notice('model_missing', { model }, detail), true);
  if (status === 503 && LOADING.test(text))
    return { error: notice('model_busy', { model, tries }, detail), retryable: true, again: { wait, loading: true } };
  if (status === 429 || status === 503 || status === 529) {
    const busy = notice('model_busy', { model, tries }, detail);
    return NO_QUOTA.test(text) || (wait !== null && wait > LONGEST_WAIT) ? never(busy, true) : soon(busy, wait);
  }
  const error = notice('model_server_error', { model, status }, detail);
  if (status === 502 || status === 504) return soon(error, wait !== null && wait > LONGEST_WAIT ? null : wait);
  // What is wrong with the request itself stays wrong; an account without money is no such thing.
  return never(error, status >= 500 || status === 402 || status === 408);
}

const saidBy = ({ status, text, isPage }: Refused): string =>
  isPage ? `status ${status}, a page` : `status ${status}: ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`;

/** Servers repeat a part of a wrong key in their words: only their code for it is taken. */
function keyDetail({ status, text, isPage }: Refused): string {
  const code = isPage ? undefined : /"code"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1];
  return code === undefined ? `status ${status}` : `status ${status}: ${code}`;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? messageOf(error.cause) : error.message) : '';
