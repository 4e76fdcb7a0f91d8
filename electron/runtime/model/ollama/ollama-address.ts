/** Finds out at which address Ollama is to be asked: the person's own, the one Ollama itself goes by, or the usual one. */
import type { Answer } from '#runtime/model/chat-model';
import { notice } from '#shared/schema/notice';

const USUAL_PORT = '11434';
const SCHEME_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
const TIDY_HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)$/iu;

/**
 * An address without a closing slash, such as `http://127.0.0.1:11434`. The setting counts first, then OLLAMA_HOST, both in every form that
 * Ollama takes (`host`, `host:port`, `:port`, with or without a scheme). An address to listen on becomes one to call.
 * Refuses with `model_address`.
 */
export function ollamaAddress(setting: string, environment: Readonly<Record<string, string | undefined>>): Answer<string> {
  const asked = setting.trim();
  if (asked !== '') return addressOf(asked, false);
  const inherited = (environment['OLLAMA_HOST'] ?? '').trim().replace(/^["']+|["']+$/g, '');
  // Ollama itself falls back to the usual port for one that is none.
  return addressOf(inherited, true);
}

function addressOf(text: string, forgivesPort: boolean): Answer<string> {
  const cut = text.indexOf('://');
  const scheme = cut < 0 ? 'http' : text.slice(0, cut).toLowerCase();
  const rest = cut < 0 ? text : text.slice(cut + 3);
  const [place = ''] = rest.split(/[?#]/);
  const slash = place.indexOf('/');
  const path = slash < 0 ? '' : place.slice(slash);
  const hostPort = slash < 0 ? place : place.slice(0, slash);
  const standard = cut < 0 ? USUAL_PORT : SCHEME_PORTS[scheme];
  if (standard === undefined) return refused(text, 'only http and https can be asked');
  if (hostPort.includes('@')) return refused(text, 'a name and password cannot stand in it');
  if (hostPort === '' && text !== '') return refused(text, 'there is no host');
  const split = splitPort(hostPort);
  const port = portOf(split.port, standard, forgivesPort);
  if (port === null) return refused(text, 'the port is none');
  const host = callable(split.host);
  if (!TIDY_HOST.test(host)) return refused(text, 'the host is none');
  const url = URL.parse(`${scheme}://${host}:${port}${path}`);
  if (url === null) return refused(text, 'it cannot be read');
  // Both are what people copy from instructions for other clients.
  const base = url.pathname.replace(/\/+$/, '').replace(/\/(api|v1)$/, '');
  return { ok: true, value: `${url.protocol}//${url.hostname}:${port}${base}` };
}

/** `host:port`, `[v6]:port`, a bare host, or a bare v6 address, whose colons are no port. */
function splitPort(hostPort: string): { host: string; port: string | null } {
  const closing = hostPort.lastIndexOf(']');
  const colon = hostPort.lastIndexOf(':');
  const isBareV6 = closing < 0 && hostPort.indexOf(':') !== colon;
  if (isBareV6) return { host: `[${hostPort}]`, port: null };
  return colon > closing ? { host: hostPort.slice(0, colon), port: hostPort.slice(colon + 1) } : { host: hostPort, port: null };
}

function portOf(written: string | null, standard: string, forgives: boolean): string | null {
  if (written === null) return standard;
  const isPort = /^\d{1,5}$/.test(written) && Number(written) <= 65_535 && Number(written) > 0;
  if (isPort) return String(Number(written));
  return forgives ? standard : null;
}

function callable(host: string): string {
  if (host === '' || host === '0.0.0.0' || host === '*') return '127.0.0.1';
  return host === '[::]' ? '[::1]' : host;
}

function refused(text: string, why: string): Answer<never> {
  const shown = text.replace(/[^/@]*@/, '');
  return { ok: false, error: notice('model_address', { url: shown.slice(0, 200) }, why) };
}
