/** Servers that speak the protocol in their own ways, and those that break it. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Exchange, type Loopback, startLoopback } from '../../../../e2e/doubles/loopback.ts';
import { hear, requestOf } from '../ollama/ollama-bed.fixture.ts';
import { delta, event, modelOf, serverAt } from './openai-bed.fixture.ts';

let loopback: Loopback | undefined;
afterEach(async () => {
  await loopback?.close();
  loopback = undefined;
});

type Turn = (exchange: Exchange) => void | Promise<void>;

/** What is heard of a server that plays these turns, and repeats the last. */
async function heardOf(...turns: readonly Turn[]) {
  let at = 0;
  loopback = await startLoopback(async (exchange) => turns[Math.min(at++, turns.length - 1)]?.(exchange));
  const heard = await hear(modelOf(serverAt(`${loopback.url}/v1`)), requestOf('What is open?'));
  return { ...heard, asked: loopback.requests().map(({ body }) => body as Record<string, unknown>) };
}

const send =
  (text: string, type = 'text/event-stream', status = 200): Turn =>
  (exchange) =>
    exchange.send(status, type, text);
const refuse =
  (status: number, error: unknown, headers: Readonly<Record<string, string>> = {}): Turn =>
  (exchange) =>
    exchange.json(status, { error }, headers);
const DONE = 'data: [DONE]\n\n';
const hi = delta({ content: 'hi' }, 'stop');
const usage = { prompt_tokens: 9, completion_tokens: 2 };

describe('a reply', () => {
  test.each([
    ['without a last event', send(hi), 'hi'],
    ['without an end of its own', send(`${delta({ content: 'hi' })}${DONE}`), 'hi'],
    ['that ends without a line end', send(`${delta({ content: 'hi' })}data: [DONE]`), 'hi'],
    ['under a wrong kind of content', send(hi + DONE, 'application/json'), 'hi'],
    ['under no kind of content', send(hi, ''), 'hi'],
    ['with comments and empty events', send(`: waiting\n\n\n: waiting\n\ndata:\n\n${hi}`), 'hi'],
    [
      'with reasons that are empty',
      send(`${event({ choices: [{ delta: { content: 'h' }, finish_reason: '' }] })}${delta({ content: 'i' }, 'stop')}`),
      'hi',
    ],
    ['in parts', send(delta({ content: [{ type: 'text', text: 'h' }, { type: 'text', text: 'i' }, 7] }, 'stop')), 'hi'],
    [
      'with fields that nobody knows',
      send(event({ choices: [null] }) + event({ x: 1 }) + event({ choices: [{ delta: null }] }) + hi),
      'hi',
    ],
    ['as a whole', send(JSON.stringify({ choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }), 'application/json'), 'hi'],
    [
      'as a whole in lines, without a reason',
      send(`\n ${JSON.stringify({ choices: [{ message: { content: 'hi' } }] }, null, 2)}\n`, 'text/plain'),
      'hi',
    ],
  ])('%s is understood', async (_, turn, text) => {
    expect(await heardOf(turn)).toMatchObject({ text, end: 'done', asked: [{}] });
  });

  test('tells thoughts under either name, apart from the answer', async () => {
    const heard = await heardOf(send(delta({ reasoning: 'well, ' }) + delta({ reasoning_content: 'so' }) + hi));
    expect(heard).toMatchObject({ thinking: 'well, so', text: 'hi', phases: ['connecting', 'reading', 'thinking', 'writing'] });
  });

  test.each([
    ['OpenAI', { usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } } }, 4],
    ['DeepSeek', { usage: { ...usage, prompt_cache_hit_tokens: 5 } }, 5],
    ['llama.cpp', { usage, timings: { cache_n: 6 } }, 6],
    ['others', { usage: { ...usage, prompt_tokens_details: null } }, null],
  ])('tells its counts as %s writes them', async (_, told, cached) => {
    const heard = await heardOf(send(hi + event({ choices: [], ...told }) + DONE));
    expect(heard.usage).toMatchObject({ promptTokens: 9, cachedTokens: cached, answerTokens: 2 });
  });

  test('tells no counts that are none', async () => {
    const heard = await heardOf(send(hi + event({ choices: [], usage: { prompt_tokens: -1, completion_tokens: 'many' } })));
    expect(heard.usage).toMatchObject({ promptTokens: null, cachedTokens: null, answerTokens: null });
  });

  test('whose connection stays open is over with its last event, and soon after its end', async () => {
    for (const text of [hi + DONE, hi]) {
      const stays: Turn = async (exchange) => {
        exchange.open(200, 'text/event-stream');
        await exchange.write(text);
        await exchange.stall();
      };
      expect(await heardOf(stays)).toMatchObject({ text: 'hi', end: 'done' });
      await expect.poll(() => loopback?.working()).toBe(0);
      await loopback?.close();
    }
  });
});

describe('a reply that is cut off for its length', () => {
  const full = (prompt: number) =>
    send(delta({ content: '{"a' }) + delta({}, 'length') + event({ usage: { prompt_tokens: prompt, completion_tokens: 92 } }));

  test('is no answer: the window is full, or the server has a limit of its own', async () => {
    expect((await heardOf(full(8_100))).failed).toEqual({
      error: {
        code: 'model_window_refused',
        params: { model: 'small', window: 8_192 },
        detail: 'the answer reached the limit of its length',
      },
      retryable: false,
    });
    await loopback?.close();
    expect((await heardOf(full(100))).failed).toMatchObject({ error: { code: 'model_stopped_early' }, retryable: false });
  });
});

describe('a break', () => {
  const midway = (text: string): Turn => send(delta({ content: 'hi' }) + text);
  test.each([
    ['an error as an object', midway(event({ error: { message: 'CUDA out of memory', code: 500 } })), 'model_out_of_memory'],
    ['an error as a text', midway(event({ error: 'crashed' })), 'model_server_error'],
    ['an error as an event', midway(`event: error\n${event({ object: 'error', message: 'crashed', code: 503 })}`), 'model_busy'],
    ['an error by its type', midway(event({ error: { type: 'rate_limit_error', message: 'slow down' } })), 'model_busy'],
    ['the window', midway(event({ error: { code: 'context_length_exceeded' } })), 'model_window_refused'],
    ['half an event', midway('data: {"choices":[{"delta":{"content":"th'), 'model_stopped_early'],
    ['an end without a last event', midway(''), 'model_stopped_early'],
  ])('in the middle is told, and what came stays: %s', async (_, turn, code) => {
    expect(await heardOf(turn)).toMatchObject({ text: 'hi', end: code, asked: [{}] });
  });

  test('before the first word is made good by asking again', async () => {
    const turns = [send(''), (exchange: Exchange) => exchange.cut(), send(delta({ content: 'hi' }, 'stop'))];
    expect(await heardOf(...turns)).toMatchObject({ text: 'hi', end: 'done', asked: [{}, {}, {}] });
  });

  test.each([
    ['nothing', send(''), 'model_stopped_early', 3],
    ['a page', send('<!doctype html>', 'text/html'), 'model_other_service', 1],
    ['a page under another name', send('\n<html>'), 'model_other_service', 1],
    ['a text', send('Ollama is running', 'text/plain'), 'model_other_service', 1],
    ['another JSON', send('{"hello":1}', 'application/json'), 'model_other_service', 1],
    ['a line without an end', send(`data: ${'x'.repeat(4_100_000)}`), 'model_other_service', 1],
    ['a way elsewhere', send('', 'text/plain', 301), 'model_other_service', 1],
    ['no such place', refuse(404, { message: 'Not Found' }), 'model_other_service', 1],
    ['no such model', refuse(400, { message: 'Model Not Exist' }), 'model_missing', 1],
    ['no money', refuse(402, { message: 'Insufficient Balance' }), 'model_server_error', 1],
    ['no quota', refuse(429, { code: 'insufficient_quota' }), 'model_busy', 1],
    ['too long a wait', refuse(429, { message: 'slow down' }, { 'retry-after': '3600' }), 'model_busy', 1],
    ['a wait until a date', refuse(503, 'busy', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }), 'model_busy', 1],
    ['a wait that is over', refuse(429, 'busy', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 'model_busy', 3],
    ['a wrong request', refuse(400, { message: 'messages: too short' }), 'model_server_error', 1],
    ['a forbidden place', refuse(403, { code: 'unsupported_country' }), 'model_key_refused', 1],
    ['a gateway', refuse(504, { message: 'upstream' }), 'model_server_error', 3],
  ])('of everything is told: %s', async (_, turn, code, requests) => {
    const heard = await heardOf(turn);
    expect([heard.text, heard.end, heard.asked.length]).toEqual(['', code, requests]);
  });
});

describe('a server that refuses a form of request', () => {
  const formOf = ({ stream_options: counts, response_format: format }: Record<string, unknown>): unknown[] => [
    counts !== undefined,
    Reflect.get(Object(format), 'type'),
  ];

  test('is asked in a simpler one, step by step', async () => {
    const heard = await heardOf(
      refuse(400, { message: 'Extra inputs are not permitted: stream_options' }),
      refuse(422, { message: 'This model does not support response format `json_schema`' }),
      refuse(400, { message: 'unknown field response_format' }),
      send(hi),
    );
    expect([heard.text, heard.asked.map(formOf)]).toEqual([
      'hi',
      [
        [true, 'json_schema'],
        [false, 'json_schema'],
        [false, 'json_object'],
        [false, undefined],
      ],
    ]);
  });

  test('for the window of it is not', async () => {
    const heard = await heardOf(refuse(400, { code: 'context_length_exceeded', message: 'with response_format it is too long' }));
    expect([heard.end, heard.asked.length]).toEqual(['model_window_refused', 1]);
  });

  test('for ever ends', async () => {
    const heard = await heardOf(refuse(400, { message: 'stream_options response_format' }));
    expect([heard.end, heard.asked.length]).toEqual(['model_server_error', 4]);
  });
});

test('a model that is being loaded is waited for, and that is said', async () => {
  const loading = refuse(503, { message: 'Loading model', type: 'unavailable_error', code: 503 }, { 'retry-after': '3600' });
  expect(await heardOf(loading, loading, loading, send(hi))).toMatchObject({
    ...{ text: 'hi', end: 'done', phases: ['connecting', 'loading', 'reading', 'writing'] },
  });
});
