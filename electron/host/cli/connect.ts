/** A client for a command: joins the host that runs on this data folder, else is the host itself for as long as the command takes. */
import { realpath } from 'node:fs/promises';
import { CallError } from '#shared/contract/call-error';
import { createClient } from '#shared/contract/client';
import type { Client } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';
import { reachHost } from '../claim-host.ts';
import type { HostAddress, HostLock } from '../host-lock.ts';
import { type Options, optionsOf } from '../options.ts';
import type { CommandInput } from './command.ts';

export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  /** true when another process is the host. */
  readonly joined: boolean;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Milliseconds to wait for another command on the same data folder to finish. */
const PATIENCE = 15_000;

/** Throws CallError with the reason when there is no way in, AbortError when Ctrl+C ends the wait. */
export async function connect(input: CommandInput): Promise<Connection> {
  const options = optionsOf(input.flags, input.env);
  const { dataFolder, overrides } = options;
  const claim = await reachHost(dataFolder, (address) => join(address, overrides.workspace), { signal: input.signal, patience: PATIENCE });
  return 'lock' in claim ? await becomeHost(input, options, claim.lock) : claim.running;
}

async function becomeHost(input: CommandInput, { dataFolder, overrides }: Options, lock: HostLock): Promise<Connection> {
  const { createHost } = await import('../create-host.ts');
  try {
    const host = await createHost({ dataFolder, overrides, ports: { shell: 'command-line' } });
    const close = async (): Promise<void> => {
      await host.close();
      lock.release();
    };
    if (input.closeOnStop) {
      // What runs is stored as interrupted, and the command's own call ends with a refusal.
      const stop = (): void => void close().catch(() => undefined); // the command’s own end tells what went wrong
      if (input.signal.aborted) stop();
      else input.signal.addEventListener('abort', stop, { once: true });
    }
    return { client: createClient(host), transport: host, joined: false, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** undefined when nobody answers there: the host is just starting or ending. */
async function join(address: HostAddress, workspace: string | undefined): Promise<Connection | undefined> {
  const { loopbackClient } = await import('./loopback-client.ts'); // its HTTP client would cost every lone command its start-up
  const transport = loopbackClient(address);
  const client = createClient(transport);
  let now: string;
  try {
    now = (await client['app.state']({})).workspace.path;
  } catch (error) {
    if (error instanceof CallError) throw error;
    return undefined;
  }
  const wanted = workspace === undefined ? now : await realpath(workspace).catch(() => workspace);
  if (wanted !== now) throw new CallError(notice('host_running', { path: now }));
  return { client, transport, joined: true, close: async () => undefined };
}
