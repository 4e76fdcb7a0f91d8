/** A client for a command: joins the host that runs on this data folder, else is the host itself for as long as the command takes. */
import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '#shared/contract/call-error';
import { createClient } from '#shared/contract/client';
import type { Client } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { notice } from '#shared/schema/notice';
import { dataFolder } from '../data-folder.ts';
import { type HostAddress, type HostLock, readHostAddress, takeHostLock } from '../host-lock.ts';
import { type CommandInput, flag } from './command.ts';
import { loopbackClient } from './loopback-client.ts';

export interface Connection {
  readonly client: Client;
  readonly transport: Transport;
  /** true when another process is the host. */
  readonly joined: boolean;
  close(): Promise<void>;
}

/** Milliseconds to wait for another command on the same data folder to finish. */
const PATIENCE = 15_000;

/** Throws CallError with the reason when there is no way in. */
export async function connect(input: CommandInput): Promise<Connection> {
  const folder = dataFolder({ flag: flag(input, 'data'), env: input.env });
  const workspace = flag(input, 'workspace') ?? input.env['REINS_WORKSPACE'];
  const end = Date.now() + PATIENCE;
  for (;;) {
    const lock = takeHostLock(folder);
    if (lock !== undefined) return await becomeHost(folder, workspace, lock);
    const address = readHostAddress(folder);
    const joined = address === undefined ? undefined : await join(address, workspace);
    if (joined !== undefined) return joined;
    if (Date.now() > end) throw new CallError(notice('host_running', { path: folder }));
    await sleep(50);
  }
}

async function becomeHost(folder: string, workspace: string | undefined, lock: HostLock): Promise<Connection> {
  const { createHost } = await import('../create-host.ts');
  try {
    const host = await createHost({
      dataFolder: folder,
      overrides: workspace === undefined ? {} : { workspace },
      ports: { shell: 'command-line' },
    });
    const close = async (): Promise<void> => {
      await host.close();
      lock.release();
    };
    return { client: createClient(host), transport: host, joined: false, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** undefined when nobody answers there: the host is just starting or ending. */
async function join(address: HostAddress, workspace: string | undefined): Promise<Connection | undefined> {
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
