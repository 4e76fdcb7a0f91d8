/** The way in to a data folder: its lock, or the host that has it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import { type HostAddress, type HostLock, readHostAddress, takeHostLock } from './host-lock.ts';

export type Claim = { readonly lock: HostLock } | { readonly running: HostAddress };

/** Milliseconds to wait for a host that is just starting or ending, or for a command that is the host as long as it takes. */
const PATIENCE = 5_000;

/** Throws CallError when the lock stays taken by somebody who has no address; rejects with AbortError when the signal ends the wait. */
export async function claimHost(
  dataFolder: string,
  { signal, patience = PATIENCE }: { readonly signal?: AbortSignal | undefined; readonly patience?: number } = {},
): Promise<Claim> {
  const end = Date.now() + patience;
  for (;;) {
    const lock = takeHostLock(dataFolder);
    if (lock !== undefined) return { lock };
    const running = readHostAddress(dataFolder);
    if (running !== undefined) return { running };
    if (Date.now() > end) throw new CallError(notice('host_running', { path: dataFolder }));
    await sleep(50, undefined, { signal });
  }
}
