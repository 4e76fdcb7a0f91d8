/** What each way to fail is called, and whether it is worth another try. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type About, diagnose, proxyFor } from './diagnose.ts';
import { BrokenStream, Refusal } from './ollama-request.ts';

const HERE = 'http://127.0.0.1:11434';
const THERE = 'http://box.example:11434';
const about = (more: Partial<About> = {}): About => ({
  ...{ url: HERE, model: 'qwen3:4b', window: 8_192, tries: 1, begun: false, environment: {} },
  ...{ installed: async () => true, ...more },
});
const failed = (code: string): Error => new TypeError('fetch failed', { cause: Object.assign(new Error('it did'), { code }) });
const refused = (status: number, text: string, isPage = false): Refusal => new Refusal(status, text, isPage);
const invalid = (): unknown => z.string().safeParse(1).error;
const PROXY = { environment: { HTTP_PROXY: 'http://proxy:3128' } };
const URL_HERE = { url: HERE };
const URL_THERE = { url: THERE };
const MODEL = { model: 'qwen3:4b' };

test.each<[string, unknown, Partial<About>, string, object, boolean, boolean]>([
  ['nobody listens, installed', failed('ECONNREFUSED'), {}, 'ollama_not_running', URL_HERE, true, false],
  [
    'nobody listens, not installed',
    failed('ECONNREFUSED'),
    { installed: async () => false },
    'ollama_not_installed',
    URL_HERE,
    true,
    false,
  ],
  [
    'nobody listens, on either family',
    new TypeError('fetch failed', { cause: new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]) }),
    ...([{}, 'ollama_not_running', URL_HERE, true, false] as const),
  ],
  ['nobody listens elsewhere', failed('ECONNREFUSED'), { url: THERE }, 'model_unreachable', URL_THERE, true, false],
  ['no such host', failed('ENOTFOUND'), { url: THERE }, 'model_unreachable', URL_THERE, true, false],
  ['a time limit', new DOMException('too late', 'TimeoutError'), {}, 'model_unreachable', URL_HERE, true, false],
  ['a limit of the global fetch', failed('UND_ERR_HEADERS_TIMEOUT'), { url: THERE }, 'model_unreachable', URL_THERE, true, false],
  ['no way with a proxy in the environment', failed('ETIMEDOUT'), { url: THERE, ...PROXY }, 'model_proxy', URL_THERE, true, false],
  ['a proxy that is none of ours', failed('ECONNREFUSED'), PROXY, 'ollama_not_running', URL_HERE, true, false],
  ['a connection that breaks before the answer', failed('ECONNRESET'), {}, 'model_unreachable', URL_HERE, true, true],
  ['a connection that breaks in the answer', failed('ECONNRESET'), { begun: true }, 'model_stopped_early', MODEL, true, true],
  ['another protocol', failed('HPE_INVALID_CONSTANT'), {}, 'ollama_other_service', URL_HERE, true, false],
  ['a page', refused(200, '<html>', true), {}, 'ollama_other_service', URL_HERE, true, false],
  ['a page that is not found', refused(404, '<html>', true), {}, 'ollama_other_service', URL_HERE, true, false],
  ['a path that is not found', refused(404, '404 page not found'), {}, 'ollama_other_service', URL_HERE, true, false],
  ['a version that is not found', refused(404, 'no such model'), { model: '' }, 'ollama_other_service', URL_HERE, true, false],
  ['a redirect', refused(307, ''), {}, 'ollama_other_service', URL_HERE, true, false],
  ['no JSON', new SyntaxError('Unexpected token'), {}, 'ollama_other_service', URL_HERE, true, false],
  ['other JSON', invalid(), {}, 'ollama_other_service', URL_HERE, true, false],
  ['lines that are none', new BrokenStream(false, 'no line'), {}, 'ollama_other_service', URL_HERE, true, false],
  ['a stream without an end', new BrokenStream(true, 'cut'), {}, 'model_stopped_early', MODEL, true, true],
  ['a proxy that wants a password', refused(407, 'authenticate'), {}, 'model_proxy', URL_HERE, true, false],
  ['the page of a gateway', refused(502, '<html>', true), {}, 'model_proxy', URL_HERE, true, true],
  ['the page of a gateway out of work', refused(503, '<html>', true), {}, 'model_proxy', URL_HERE, true, true],
  ['a missing model', refused(404, "model 'qwen3:4b' not found"), {}, 'model_missing', MODEL, true, false],
  ['a busy server', refused(503, 'server busy'), { tries: 3 }, 'model_busy', { ...MODEL, tries: 3 }, true, true],
  ['a limit', refused(429, 'slow down'), {}, 'model_busy', { ...MODEL, tries: 1 }, true, true],
  ['a key', refused(401, 'unauthorized'), {}, 'model_key_refused', MODEL, true, false],
  ['memory', refused(500, 'model requires more system memory (8.0 GiB)'), {}, 'model_out_of_memory', MODEL, true, false],
  ['memory of a card', refused(500, 'CUDA error: out of memory'), {}, 'model_out_of_memory', MODEL, true, false],
  ['memory, in the middle', refused(200, 'cudaMalloc failed'), { begun: true }, 'model_out_of_memory', MODEL, true, false],
  ['a killed runner', refused(500, 'runner process has terminated: signal: killed'), {}, 'model_out_of_memory', MODEL, true, false],
  [
    'a window',
    refused(400, 'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it'),
    ...([{}, 'model_window_refused', { ...MODEL, window: 8_192 }, false, false] as const),
  ],
  ['a wrong request', refused(400, 'invalid format'), {}, 'model_server_error', { ...MODEL, status: 400 }, false, false],
  ['what another model can', refused(400, '"x" does not support chat'), {}, 'model_server_error', { ...MODEL, status: 400 }, true, false],
  ['a server that failed', refused(500, 'exit status 2'), {}, 'model_server_error', { ...MODEL, status: 500 }, true, true],
  ['a server that failed in the middle', refused(200, 'oh'), { begun: true }, 'model_server_error', { ...MODEL, status: 200 }, true, false],
])('%s', async (_, error, more, code, params, retryable, again) => {
  const { error: told, ...hope } = await diagnose(error, about(more));
  expect({ code: told.code, params: told.params, ...hope }).toEqual({ code, params, retryable, again });
  expect(told.detail).toEqual(expect.any(String));
});

test.each([
  ['', '', false],
  ['HTTP_PROXY', '', true],
  ['http_proxy', '', true],
  ['ALL_PROXY', '', true],
  ['HTTPS_PROXY', '', false],
  ['HTTP_PROXY', '*', false],
  ['HTTP_PROXY', 'box.example', false],
  ['HTTP_PROXY', 'other, .example', false],
  ['HTTP_PROXY', '*.example', false],
  ['HTTP_PROXY', 'box.example:11434', false],
  ['HTTP_PROXY', 'x.example', true],
])('a proxy in %s, excepted %j: %s', (name, excepted, expected) => {
  expect(proxyFor(new URL(THERE), { [name]: 'http://proxy:3128', NO_PROXY: excepted })).toBe(expected);
});
