import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimHost } from './claim-host.ts';
import { takeHostLock } from './host-lock.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reins-claim-'));

test('whoever waits for a host that is starting gets its address, and the lock once it has ended', async () => {
  const folder = newFolder();
  const first = takeHostLock(folder);
  const address = { pid: 1, startedAt: 2, port: 3, token: 't' };
  const waiting = claimHost(folder);
  first?.announce(address);
  expect(await waiting).toEqual({ running: address });
  first?.release();
  const next = await claimHost(folder);
  expect('lock' in next).toBe(true);
  if ('lock' in next) next.lock.release();
});

test('a command that holds the lock without an address is waited for', async () => {
  const folder = newFolder();
  const command = takeHostLock(folder);
  const waiting = claimHost(folder);
  setImmediate(() => command?.release());
  const claim = await waiting;
  if (!('lock' in claim)) throw new Error('the lock was expected');
  claim.lock.release();
});

test('patience ends with the reason, a stop at once', async () => {
  const folder = newFolder();
  const lock = takeHostLock(folder);
  await expect(claimHost(folder, { patience: 0 })).rejects.toMatchObject({ notice: { code: 'host_running', params: { path: folder } } });
  await expect(claimHost(folder, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  lock?.release();
});
