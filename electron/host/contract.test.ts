import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#shared/contract/client';
import { type Client, MESSAGE_LIMIT } from '#shared/contract/methods';
import type { Push, Transport } from '#shared/contract/wire';
import { endsRun, type RunEvent } from '#shared/schema/run-event';
import { electronTransport } from '../../renderer/transport/electron.ts';
import { loopbackTransport } from '../../renderer/transport/loopback.ts';
import { createIpcBridge, type IpcBridge } from '../main/ipc.ts';
import { createBridge, PUSH_CHANNEL } from '../preload/bridge.ts';
import { loopbackClient } from './cli/loopback-client.ts';
import { createHost, type Host } from './create-host.ts';
import { type LoopbackServer, startLoopback } from './loopback-server.ts';

let host: Host;
let server: LoopbackServer;
let ipc: IpcBridge;
const transports: Record<string, () => Transport> = {
  'in process': () => host,
  loopback: () => loopbackTransport({ token: server.token, base: server.origin, headers: { origin: server.origin } }),
  'command line': () => loopbackClient(server),
  electron: () => electronTransport(createBridge(channelPair(ipc))),
};

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-contract-'));
  mkdirSync(join(folder, 'files'));
  host = await createHost({
    dataFolder: join(folder, 'data'),
    overrides: { workspace: join(folder, 'work') },
    ports: { shell: 'command-line' },
  });
  server = await startLoopback({ host, files: join(folder, 'files') });
  ipc = createIpcBridge(host);
});
afterAll(async () => {
  ipc.close();
  await server.close();
  await host.close();
});

/** Electron's two channels: what is sent is copied, as between processes, and arrives later. */
function channelPair(bridge: IpcBridge): Parameters<typeof createBridge>[0] {
  const listeners = new Set<(event: unknown, push: unknown) => void>();
  const send = (push: Push): void => {
    const copy: unknown = structuredClone(push);
    setImmediate(() => {
      for (const listener of listeners) listener({}, copy);
    });
  };
  return {
    invoke: async (_channel, request) => structuredClone(await bridge.call({ id: 1, trusted: true, send }, structuredClone(request))),
    on(channel, listener) {
      expect(channel).toBe(PUSH_CHANNEL);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Says something and collects the run's events up to its end. */
async function runOf(transport: Transport, client: Client, text: string): Promise<RunEvent[]> {
  const { cursor } = await client['app.state']({});
  const { runId } = await client['run.start']({ text });
  const stop = new AbortController();
  const seen: RunEvent[] = [];
  for await (const push of transport.events(cursor, stop.signal)) {
    if (push.kind !== 'event' || push.event.runId !== runId) continue;
    seen.push(push.event);
    if (endsRun(push.event.type)) break;
  }
  stop.abort();
  return seen;
}

describe.each(Object.keys(transports))('%s', (name) => {
  const open = () => {
    const transport = transports[name]?.() as Transport;
    return { transport, client: createClient(transport) };
  };

  test('a call gives the parsed output', async () => {
    expect(await open().client['app.state']({})).toMatchObject({
      shell: 'command-line',
      model: { kind: 'offline-rules' },
      workspace: { state: 'ready', trusted: true },
    });
  });

  test('bad input, unknown methods and refusals are values with a code', async () => {
    const { transport } = open();
    expect(await transport.call({ method: 'run.start', input: { text: 1 } })).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(await transport.call({ method: '__proto__', input: {} })).toMatchObject({ ok: false, error: { code: 'unknown_method' } });
    expect(await transport.call({ method: 'toString', input: {} })).toMatchObject({ ok: false, error: { code: 'unknown_method' } });
    expect(await transport.call({ method: 'session.rename', input: { sessionId: 'nobody', title: 'x' } })).toMatchObject({
      ok: false,
      error: { code: 'session_unknown' },
    });
  });

  test('an empty message is refused, and one too long keeps its length in the refusal', async () => {
    const { transport } = open();
    expect(await transport.call({ method: 'run.start', input: { text: '  ' } })).toMatchObject({
      ok: false,
      error: { code: 'message_empty' },
    });
    const long = '长'.repeat(MESSAGE_LIMIT + 1);
    expect(await transport.call({ method: 'run.start', input: { text: long } })).toMatchObject({
      ok: false,
      error: { code: 'message_too_long', params: { limit: MESSAGE_LIMIT } },
    });
  });

  test('what is remembered is answered with its place, and the events come once and in order', async () => {
    const { transport, client } = open();
    const written = await runOf(transport, client, `记住：${name} 的备用钥匙在蓝色工具箱`);
    expect(written.map(({ seq }) => seq)).toEqual(written.map((_event, index) => index + 1));
    expect(written.some(({ type }) => type === 'memory.written')).toBe(true);
    const asked = await runOf(transport, client, `${name} 的备用钥匙放哪儿了？`);
    const answer = asked.find((event) => event.type === 'answer.given');
    expect(answer).toMatchObject({ text: expect.stringMatching(/蓝色工具箱[\s\S]*\.md:\d+/) });
  });

  test('events come from a given place on, also those of runs that ended before', async () => {
    const { transport, client } = open();
    const events = await runOf(transport, client, 'what time is it?');
    const stop = new AbortController();
    const again: RunEvent[] = [];
    for await (const push of transport.events((events[0]?.cursor ?? 0) - 1, stop.signal)) {
      if (push.kind === 'event') again.push(push.event);
      if (again.length === events.length) break;
    }
    stop.abort();
    expect(again).toEqual(events);
  });

  test('a conversation is made, named, found, deleted and taken back', async () => {
    const { client } = open();
    const { id } = await client['session.create']({});
    await client['session.rename']({ sessionId: id, title: `季度报告 ${name}` });
    await client['session.draft']({ sessionId: id, text: '还没写完' });
    expect((await client['session.list']({ query: `报告 ${name}` })).sessions).toMatchObject([{ id, draft: '还没写完' }]);
    await client['session.delete']({ sessionId: id });
    expect((await client['session.list']({ query: `报告 ${name}` })).sessions).toEqual([]);
    expect((await client['session.restore']({ sessionId: id })).deletedAt).toBeNull();
  });
});

test('Electron’s bridge refuses a sender that is not the app’s own page', async () => {
  const answer = await ipc.call({ id: 2, trusted: false, send: () => undefined }, { method: 'app.state', input: {} });
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } });
});

test('the loopback server refuses a wrong token, origin, host and path', async () => {
  const post = (headers: Record<string, string>, path = '/call') =>
    fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify({ method: 'app.state', input: {} }) }).then(
      ({ status }) => status,
    );
  const authorization = `Bearer ${server.token}`;
  expect(await post({ authorization, origin: server.origin })).toBe(200);
  expect(await post({ authorization: 'Bearer x', origin: server.origin })).toBe(403);
  expect(await post({ authorization, origin: 'http://evil.example' })).toBe(403);
  expect(await post({ authorization })).toBe(403);
  expect(await post({ authorization, origin: server.origin }, '/nothing')).toBe(404);
  expect((await fetch(`${server.origin}/..%2f..%2fpackage.json`)).status).toBe(404);
});

test('a request over the body limit gets a refusal in words that a client can read', async () => {
  const { client, transport } = {
    transport: transports['loopback']?.() as Transport,
    client: createClient(transports['loopback']?.() as Transport),
  };
  const huge = await transport.call({ method: 'run.start', input: { text: 'x'.repeat(17 * 1024 * 1024) } });
  expect(huge).toMatchObject({ ok: false, error: { code: 'too_large' } });
  expect((await client['app.state']({})).shell).toBe('command-line');
});
