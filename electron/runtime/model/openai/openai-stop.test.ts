/** Chats that are stopped, and keys that stay where they belong. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ChatChunk } from '#runtime/model/chat-model';
import { type Loopback, startLoopback } from '../../../../e2e/doubles/loopback.ts';
import type { Scenario } from '../../../../e2e/doubles/scenario.ts';
import { decisionOf, hear, requestOf, sockets, withTurns } from '../ollama/ollama-bed.fixture.ts';
import { type Bed, CHATS, makeBed, modelOf, serverAt, wordsOf } from './openai-bed.fixture.ts';

let bed: Bed | undefined;
let loopback: Loopback | undefined;
afterEach(async () => {
  await bed?.double.close();
  await loopback?.close();
  bed = undefined;
  loopback = undefined;
});

describe('a chat that is stopped', () => {
  /** Stops at the first chunk that fits and expects the server to have been left at once. */
  async function stopped(scenario: string | Scenario, at: (chunk: ChatChunk) => boolean) {
    bed = await makeBed(scenario);
    const before = sockets();
    const stop = new AbortController();
    const heard = await hear(bed.model(), requestOf('What is open?'), stop.signal, (chunk) => {
      if (at(chunk)) setImmediate(() => stop.abort());
    });
    await expect.poll(() => bed?.double.requests(CHATS)[0]?.aborted).toBe(true);
    await expect.poll(() => bed?.double.working()).toBe(0);
    await expect.poll(sockets).toBeLessThanOrEqual(before);
    return heard;
  }
  const isPhase = (phase: string) => (chunk: ChatChunk) => chunk.type === 'phase' && chunk.phase === phase;

  test('while the server withholds the headers: it is taken to read by then', async () => {
    expect(await stopped('slow-load', isPhase('reading'))).toMatchObject({ phases: ['connecting', 'reading'], text: '', end: 'nothing' });
  });

  test('while it thinks', async () => {
    const heard = await stopped('thinking', (chunk) => chunk.type === 'thinking');
    expect(heard).toMatchObject({ phases: ['connecting', 'reading', 'thinking'], text: '', end: 'nothing' });
  });

  test('in the middle of an answer that does not go on', async () => {
    let length = 0;
    const heard = await stopped('stall', (chunk) => {
      length += chunk.type === 'text' ? chunk.text.length : 0;
      return length === 60;
    });
    expect(heard).toMatchObject({ text: decisionOf('stall').slice(0, 60), end: 'nothing' });
  });

  test('while a limit is waited out', async () => {
    bed = await makeBed(withTurns('rate-limited', [{ status: 429, retryAfter: 20, repeat: 'forever' }]), { key: async () => 'test-key' });
    const stop = new AbortController();
    const listening = hear(bed.model(), requestOf('What is open?'), stop.signal);
    await expect.poll(() => bed?.double.requests(CHATS)[0]?.finished).toBe(true);
    stop.abort();
    expect(await listening).toMatchObject({ end: 'nothing' });
  });

  test('before it began asks nothing', async () => {
    bed = await makeBed('answer');
    expect(await hear(bed.model(), requestOf('What is open?'), AbortSignal.abort())).toMatchObject({ phases: [], end: 'nothing' });
    expect(bed.double.requests()).toEqual([]);
  });

  test('by whoever leaves the stream, too', async () => {
    bed = await makeBed('answer');
    for await (const chunk of bed.model().chat(requestOf('What is open?'), new AbortController().signal)) if (chunk.type === 'text') break;
    await expect.poll(() => bed?.double.requests(CHATS)[0]?.aborted).toBe(true);
  });
});

describe('a key', () => {
  const KEY = 'sk-once-upon-a-time';

  test.each([200, 400, 401, 403, 404, 429, 500, 502])(
    'that a server repeats in its words is in nothing that is told: status %d',
    async (status) => {
      const printed: unknown[] = [];
      loopback = await startLoopback(async (exchange) => {
        const said = `what is ${exchange.asked.headers.authorization}? `;
        const error = { message: said.repeat(20), code: 'odd' };
        if (status === 200) exchange.send(200, 'text/event-stream', `data: ${JSON.stringify({ error })}\n\n`);
        else exchange.json(status, { error });
      });
      const server = serverAt(`${loopback.url}/v1?code=${KEY}`, { key: async () => KEY });
      const original = { ...console };
      for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
        console[name] = (...words: unknown[]) => void printed.push(words);
      const chunks: ChatChunk[] = [];
      try {
        for await (const chunk of modelOf(server).chat(requestOf('One.'), new AbortController().signal)) chunks.push(chunk);
        const looked = await server.look(new AbortController().signal);
        expect(looked.ok).toBe(false);
        expect(wordsOf(chunks) + JSON.stringify(looked) + JSON.stringify(printed)).not.toContain('sk-');
      } finally {
        Object.assign(console, original);
      }
      expect(chunks.at(-1)?.type).toBe('failed');
      expect(loopback.requests().every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    },
  );

  test('that cannot be sent is refused here, without being named', async () => {
    bed = await makeBed('answer', { key: async () => 'sk-密钥' });
    const error = { code: 'model_key_refused', params: { model: 'qwen3:4b' }, detail: 'it holds characters that no key has' };
    expect((await hear(bed.model(), requestOf('One.'))).failed).toEqual({ error, retryable: true });
    expect(await bed.server.look(new AbortController().signal)).toMatchObject({
      ok: false,
      error: { ...error, params: { model: 'Desk' } },
    });
    expect(bed.double.requests()).toEqual([]);
  });

  test('is asked for before each chat: a new one counts at once', async () => {
    let key = 'wrong';
    bed = await makeBed(
      withTurns('rate-limited', [{ status: undefined, body: undefined, decision: { action: 'RESPOND', answer: 'Yes.' } }]),
      {
        key: async () => key,
      },
    );
    expect((await hear(bed.model(), requestOf('One.'))).failed).toMatchObject({
      error: { code: 'model_key_refused', detail: 'status 401: invalid_api_key' },
    });
    key = 'test-key';
    expect((await hear(bed.model(), requestOf('One.'))).end).toBe('done');
  });
});
