import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Push } from '#shared/contract/wire';
import type { RunEvent } from '#shared/schema/run-event';
import type { FaultPoint } from '../electron/host/ports.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';

const entry = fileURLToPath(new URL('./fault-host.ts', import.meta.url));
const POINTS: readonly FaultPoint[] = [
  'message.durable',
  'step.decided',
  'tool.started',
  'tool.ran',
  'tool.stored',
  'answer.checkpointed',
  'answer.stored',
];

/** What a client was told before the host died: it must all be there afterwards. */
interface Told {
  readonly runs: Map<string, { readonly text: string; readonly sessionId: string }>;
  readonly events: RunEvent[];
}

async function listen(host: HostProcess, after: number, told: Told): Promise<void> {
  try {
    for await (const push of host.transport.events(after, new AbortController().signal) as AsyncIterable<Push>) {
      if (push.kind === 'event') told.events.push(push.event);
    }
  } catch {
    // The host died: that is the test.
  }
}

/** Sends messages until the host is gone. */
async function talk(host: HostProcess, round: number, told: Told): Promise<void> {
  let alive = true;
  void host.ended.then(() => {
    alive = false;
  });
  for (let n = 0; alive; n += 1) {
    const text = `entry ${round}-${n} 第${round}轮`;
    try {
      const { runId, sessionId } = await host.client['run.start']({ text, key: `${round}-${n}` });
      told.runs.set(runId, { text, sessionId });
    } catch {
      return;
    }
    await sleep(30);
  }
}

function startFaultHost(folder: string, extra: readonly string[] = []): Promise<HostProcess> {
  const args = ['--data', join(folder, 'data'), '--workspace', join(folder, 'work'), '--trace', join(folder, 'trace'), ...extra];
  return startHostProcess(entry, args);
}

async function checkNothingLost(host: HostProcess, folder: string, told: Told): Promise<void> {
  const { sessions } = await host.client['session.list']({});
  const stored = new Map<number, RunEvent>();
  for (const { id } of sessions)
    for (const event of (await host.client['session.events']({ sessionId: id, limit: 5000 })).events) stored.set(event.cursor, event);
  for (const event of told.events) expect(stored.get(event.cursor)).toEqual(event);

  const runs = Map.groupBy(stored.values(), ({ runId }) => runId);
  for (const [runId, { text }] of told.runs)
    expect(runs.get(runId)?.find(({ type }) => type === 'message.received')).toMatchObject({ text });
  for (const events of runs.values()) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    expect(events.at(-1)?.type).toMatch(/^run\.(completed|interrupted)$/);
    expect(events.filter(({ type }) => type === 'tool.started').length).toBeLessThanOrEqual(1);
    const open =
      events.filter(({ type }) => type === 'tool.started').length - events.filter(({ type }) => type === 'tool.completed').length;
    const end = events.at(-1);
    if (end?.type === 'run.interrupted') expect(end.interruptedCalls).toHaveLength(open);
  }
  checkNotes(folder, stored);
}

/** Every entry that was told as written stands in a note once, whole; no tool ran twice. */
function checkNotes(folder: string, stored: ReadonlyMap<number, RunEvent>): void {
  const notes = join(folder, 'work', 'memory');
  const lines = existsSync(notes)
    ? readdirSync(notes)
        .filter((name) => name.endsWith('.md'))
        .flatMap((name) => readFileSync(join(notes, name), 'utf8').split('\n'))
    : [];
  for (const event of stored.values()) {
    if (event.type === 'memory.written') expect(lines.filter((line) => line === `- ${event.entry.text}`)).toHaveLength(1);
  }
  for (const line of lines.filter((one) => one.startsWith('- entry'))) expect(line).toMatch(/^- entry \d+-\d+ 第\d+轮$/);
  const trace = join(folder, 'trace');
  const traced = existsSync(trace) ? readFileSync(trace, 'utf8').trim().split('\n') : [];
  expect(new Set(traced).size).toBe(traced.length);
}

test('a host killed twenty times, at named points and at random, loses nothing that was acknowledged', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-faults-'));
  mkdirSync(join(folder, 'data'));
  const told: Told = { runs: new Map(), events: [] };
  let cursor = 0;
  const died: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const point = POINTS[round % POINTS.length];
    const random = round >= 2 * POINTS.length;
    const host = await startFaultHost(
      folder,
      random || point === undefined ? [] : ['--point', point, '--passes', String(Math.floor(round / POINTS.length))],
    );
    await checkNothingLost(host, folder, told);
    cursor = told.events.reduce((top, event) => Math.max(top, event.cursor), cursor);
    void listen(host, cursor, told);
    const talking = talk(host, round, told);
    if (random) setTimeout(() => host.child.kill('SIGKILL'), 100 + Math.random() * 900);
    died.push(String(await host.ended));
    await talking;
  }
  const last = await startFaultHost(folder);
  await checkNothingLost(last, folder, told);
  await last.stop();
  expect(died).toEqual(Array.from({ length: 20 }, () => 'SIGKILL'));
  expect(told.runs.size).toBeGreaterThan(20);
  const db = new Sqlite(join(folder, 'data', 'state.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});
