/** Benchmark: how much of a prompt a server's cache can keep, how long a first character takes, how fast a stream is read. Prints one JSON line a figure. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOllamaServer } from '#runtime/model/ollama/ollama-server';
import { createAnswerStream } from '#runtime/planner/answer-stream';
import { createClient } from '#shared/contract/client';
import { startOllamaDouble } from '../e2e/doubles/ollama-double.ts';
import { parseScenario } from '../e2e/doubles/scenario.ts';
import { createHost } from '../electron/host/create-host.ts';
import { percentile, report } from './report.ts';

const place = mkdtempSync(join(tmpdir(), 'reins-bench-models-'));
const model = { name: 'qwen3:4b', trainedContext: 40_960 };
const respond = (answer: string) => ({ action: 'RESPOND', answer, reason: '', goal_satisfied: true });
const call = { action: 'CALL_TOOL', reason: 'the time is asked for', tool_name: 'time', arguments: {} };

async function open(url: string, name: string) {
  const host = await createHost({
    dataFolder: join(place, name, 'data'),
    overrides: { workspace: join(place, name, 'work') },
    ports: { shell: 'command-line' },
  });
  const client = createClient(host);
  const { settings } = await client['app.state']({});
  await client['settings.set']({
    models: { ...settings.models, ollama: { ...settings.models.ollama, url }, order: [`ollama/${model.name}`] },
  });
  await client['model.list']({});
  return { host, client };
}

/** Thirty turns of one call and one answer each, English and Chinese by turns. */
async function reuse(): Promise<void> {
  const turns = Array.from({ length: 30 }, (_, turn) => [
    { decision: call },
    {
      decision: respond(
        turn % 2 === 0
          ? `It is early on turn ${turn}; there is time for one more thing.`.repeat(4)
          : `第 ${turn} 轮，时间还早。`.repeat(12),
      ),
    },
  ]).flat();
  const server = await startOllamaDouble(parseScenario('bench', { shows: 'Thirty turns.', models: [model], turns }));
  const { host, client } = await open(server.url, 'reuse');
  let sessionId: string | undefined;
  for (let turn = 0; turn < 30; turn += 1) {
    const text = turn % 2 === 0 ? `What time is it now, and what did we say on turn ${turn - 1}?` : `现在几点？第 ${turn} 轮说了什么？`;
    const run = await client['run.start']({ text, ...(sessionId === undefined ? {} : { sessionId }) });
    sessionId = run.sessionId;
    for await (const push of host.events(0, new AbortController().signal))
      if (push.kind === 'event' && push.event.runId === run.runId && /^run\.(completed|failed|cancelled)$/.test(push.event.type)) break;
  }
  const { events } = await client['session.events']({ sessionId: sessionId ?? '' });
  const shares = events.flatMap((event) =>
    event.type === 'planner.decided' && typeof event.use?.reused === 'number' ? [{ step: event.step, share: event.use.reused }] : [],
  );
  const of = (first: boolean): number[] => shares.filter(({ step }) => (step === 1) === first).map(({ share }) => share);
  report('prefix reused between steps', {
    least: Math.min(...of(false)),
    p50: percentile(of(false), 50),
    budgetLeast: 0.95,
    samples: of(false).length,
  });
  report('prefix reused between turns', {
    least: Math.min(...of(true)),
    p50: percentile(of(true), 50),
    budgetLeast: 0.9,
    samples: of(true).length,
  });
  await host.close();
  await server.close();
}

/** From the server's first piece of answer to the first character told to a window. */
async function firstCharacter(): Promise<void> {
  const lags: number[] = [];
  const server = await startOllamaDouble(
    parseScenario('bench', {
      shows: 'An answer.',
      models: [model],
      turns: [
        { decision: respond('An answer of some length. '.repeat(20)), firstDelayMs: 50, pieceLength: 40, delayMs: 5, repeat: 'forever' },
      ],
    }),
  );
  const { host, client } = await open(server.url, 'first');
  for (let round = 0; round < 25; round += 1) {
    const run = await client['run.start']({ text: 'Hello' });
    let wrote = 0;
    for await (const push of host.events(0, new AbortController().signal)) {
      if (push.kind === 'phase' && push.phase === 'writing') wrote = performance.now();
      if (push.kind === 'delta' && push.runId === run.runId && wrote > 0) {
        if (round > 4) lags.push(performance.now() - wrote);
        wrote = -1;
      }
      if (push.kind === 'event' && push.event.runId === run.runId && push.event.type === 'run.completed') break;
    }
  }
  report('first character after the first piece', {
    p50: percentile(lags, 50),
    p95: percentile(lags, 95),
    budgetP95: 30,
    samples: lags.length,
  });
  await host.close();
  await server.close();
}

/** A stream from memory, a line for every 12 characters of answer. */
async function parsing(name: string, repeats: number): Promise<void> {
  const text = JSON.stringify(respond('A long answer, 很长的回答。'.repeat(repeats)));
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += 12)
    lines.push(
      JSON.stringify({
        model: model.name,
        created_at: '2026-01-01T00:00:00Z',
        message: { role: 'assistant', content: text.slice(at, at + 12) },
        done: false,
      }),
    );
  lines.push(
    JSON.stringify({ model: model.name, message: { role: 'assistant', content: '' }, done: true, prompt_eval_count: 10, eval_count: 1 }),
  );
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const fetch = async (input: unknown): Promise<Response> =>
    String(input).endsWith('/api/chat')
      ? new Response(streamOf(bytes), { headers: { 'content-type': 'application/x-ndjson' } })
      : new Response('{"models":[]}', { headers: { 'content-type': 'application/json' } });
  const server = createOllamaServer({ url: 'http://127.0.0.1:1', keepAlive: '5m', fetch: fetch as typeof globalThis.fetch });
  const asked = server.model({ id: 'ollama/x', name: 'x', window: 8_192, thinking: false, fit: { mode: 'full', tools: 12 } });
  const times: number[] = [];
  let read = 0;
  for (let round = 0; round < 6; round += 1) {
    const push = createAnswerStream();
    const request = { messages: [], payload: {} as never, session: { id: 's', kind: 'main' as const }, schema: {} };
    const start = performance.now();
    read = 0;
    for await (const chunk of asked.chat(request, new AbortController().signal)) if (chunk.type === 'text') read += push(chunk.text).length;
    if (round > 0) times.push(performance.now() - start);
  }
  report(name, {
    p50: percentile(times, 50),
    most: Math.max(...times),
    characters: read,
    bytes: bytes.length,
    ...(repeats < 10_000 ? { budget: 200 } : {}),
  });
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
      controller.close();
    },
  });
}

await reuse();
await firstCharacter();
await parsing('a stream of one megabyte', 4_300);
await parsing('a stream with a megabyte of answer', 48_000);
rmSync(place, { recursive: true, force: true });
