/** The way in to a data folder: its lock, or the host that has it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import { type HostAddress, type HostLock, readHostAddress, takeHostLock } from './host-lock.ts';

export type Claim<T = HostAddress> = { readonly lock: HostLock } | { readonly running: T };

export interface ClaimOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, PATIENCE by default. */
  readonly patience?: number;
}

/** Milliseconds to wait for a host that is just starting or ending, or for a command that is the host as long as it takes. */
const PATIENCE = 5_000;

/** Throws CallError when the lock stays taken by somebody who has no address; rejects with AbortError when the signal ends the wait. */
export function claimHost(dataFolder: string, options: ClaimOptions = {}): Promise<Claim> {
  return reachHost(dataFolder, async (running) => running, options);
}

/** Likewise, where an address counts only once somebody answers there; `reach` gives undefined while nobody does, and may reject. */
export async function reachHost<T>(
  dataFolder: string,
  reach: (running: HostAddress) => Promise<T | undefined>,
  { signal, patience = PATIENCE }: ClaimOptions = {},
): Promise<Claim<T>> {
  const end = Date.now() + patience;
  for (;;) {
    signal?.throwIfAborted();
    const lock = takeHostLock(dataFolder);
    if (lock !== undefined) return { lock };
    const address = readHostAddress(dataFolder);
    const running = address === undefined ? undefined : await reach(address);
    if (running !== undefined) return { running };
    if (Date.now() > end) throw new CallError(notice('host_running', { path: dataFolder }));
    await sleep(50, undefined, { signal });
  }
}
