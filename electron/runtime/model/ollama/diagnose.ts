/** Puts a failed request to Ollama into the exact notice, and says whether asking again has any hope. */

import { z } from 'zod';
import { isLoopback } from '#runtime/http/direct-fetch';
import { fetchErrorCode } from '#runtime/http/fetch-error';
import { type Notice, notice } from '#shared/schema/notice';
import type { Environment } from './find-ollama.ts';
import { BrokenStream, Refusal } from './ollama-request.ts';

export interface Failure {
  readonly error: Notice;
  /** The same request may succeed later, or with another model. */
  readonly retryable: boolean;
  /** It may succeed within a second, from the same server. */
  readonly again: boolean;
}

export interface About {
  readonly url: string;
  /** Empty where no model was asked for. */
  readonly model: string;
  /** Tokens of window asked for. */
  readonly window: number;
  /** How often it was tried. */
  readonly tries: number;
  /** Something of the answer had come. */
  readonly begun: boolean;
  readonly environment: Environment;
  /** Whether the program is on this computer. */
  readonly installed: () => Promise<boolean>;
}

const NO_MEMORY =
  /requires more (system )?memory|out of memory|not enough memory|insufficient memory|cannot allocate memory|(failed|unable) to allocate|cudaMalloc failed|ErrorOutOfDeviceMemory|memory layout cannot be allocated|signal: killed/i;
const OVER_WINDOW =
  /exceed_context_size|exceeds? (the )?(available |maximum )?context|context (length|size|window) exceeded|prompt (is )?too long|input length exceeds/i;

/** For everything but the person's own stop. Never rejects. */
export async function diagnose(error: unknown, about: About): Promise<Failure> {
  if (error instanceof Refusal) return refused(error, about);
  if (error instanceof BrokenStream)
    return error.endsEarly || about.begun ? stoppedEarly(about, error.message) : otherService(about, error.message);
  if (error instanceof SyntaxError || error instanceof z.ZodError) return otherService(about, error.message);
  const code = fetchErrorCode(error);
  const detail = `${code} ${messageOf(error)}`.trim();
  return about.begun ? stoppedEarly(about, detail) : await unreached(code, detail, about);
}

function refused({ status, text, isPage }: Refusal, about: About): Failure {
  const { url, model, tries } = about;
  const detail = `status ${status}: ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`;
  if (status === 407 || (isPage && (status === 502 || status === 503 || status === 504)))
    return { error: notice('model_proxy', { url }, detail), retryable: true, again: status !== 407 };
  if (isPage || (status >= 300 && status < 400)) return otherService(about, detail);
  if (status === 401) return { error: notice('model_key_refused', { model: model || url }, detail), retryable: true, again: false };
  if (status === 404 && /model/i.test(text) && model !== '')
    return { error: notice('model_missing', { model }, detail), retryable: true, again: false };
  if (status === 404) return otherService(about, detail);
  if (status === 429 || status === 503)
    return { error: notice('model_busy', { model: model || url, tries }, detail), retryable: true, again: true };
  return inWords(status, text, about);
}

/** Told by the words of the server, in a refusal or in the middle of a stream. */
function inWords(status: number, text: string, { url, model, window }: About): Failure {
  const detail = text.replace(/\s+/g, ' ').trim().slice(0, 500);
  const named = model || url;
  if (NO_MEMORY.test(text)) return { error: notice('model_out_of_memory', { model: named }, detail), retryable: true, again: false };
  // A model with a larger window would be another one to ask, but the conversation is what has to change.
  if (OVER_WINDOW.test(text))
    return { error: notice('model_window_refused', { model: named, window }, detail), retryable: false, again: false };
  const isServers = status >= 500 || status < 400;
  const isModels = /does not support|not (a )?supported/i.test(text);
  return {
    error: notice('model_server_error', { model: named, status }, detail),
    retryable: isServers || isModels,
    again: status >= 500 && !isModels,
  };
}

async function unreached(code: string, detail: string, { url, environment, installed }: About): Promise<Failure> {
  const address = new URL(url);
  const again = code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
  if (!isLoopback(address)) {
    const error = proxyFor(address, environment) ? notice('model_proxy', { url }, detail) : notice('model_unreachable', { url }, detail);
    return { error, retryable: true, again };
  }
  if (code === 'ECONNREFUSED') {
    const found = await installed().catch(() => false);
    return { error: notice(found ? 'ollama_not_running' : 'ollama_not_installed', { url }, detail), retryable: true, again: false };
  }
  // What answers in another language than HTTP is no Ollama.
  if (code.startsWith('HPE_')) return { error: notice('ollama_other_service', { url }, detail), retryable: true, again: false };
  return { error: notice('model_unreachable', { url }, detail), retryable: true, again };
}

const otherService = ({ url }: About, detail: string): Failure => ({
  error: notice('ollama_other_service', { url }, detail),
  retryable: true,
  again: false,
});

const stoppedEarly = ({ model, url }: About, detail: string): Failure => ({
  error: notice('model_stopped_early', { model: model || url }, detail),
  retryable: true,
  again: true,
});

/** Whether the environment names a proxy for this address. */
export function proxyFor({ protocol, hostname, port }: URL, environment: Environment): boolean {
  const of = (name: string): string => environment[name] ?? environment[name.toLowerCase()] ?? '';
  if (of(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') === '' && of('ALL_PROXY') === '') return false;
  const excepted = of('NO_PROXY')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  return !excepted.some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, '');
    return entry === '*' || name === hostname || name === `${hostname}:${port}` || hostname.endsWith(`.${name}`);
  });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}
