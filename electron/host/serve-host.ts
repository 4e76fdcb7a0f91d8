/** Starts the one host of a data folder with its loopback server, or finds the one that runs. */
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import type { Settings } from '#shared/schema/settings';
import { claimHost } from './claim-host.ts';
import { createHost, type Host, type HostOptions } from './create-host.ts';
import { shippedFolder } from './data-folder.ts';
import { makeDoor, removeDoor } from './door.ts';
import type { HostAddress } from './host-lock.ts';
import { type LoopbackServer, startLoopback } from './loopback-server.ts';
import type { HostPorts } from './ports.ts';

export interface ServeOptions {
  readonly dataFolder: string;
  readonly overrides: Partial<Settings>;
  /** 0 takes a free port. */
  readonly port: number;
  readonly ports?: HostPorts;
  /** For tests: another planner behind the model port. */
  readonly model?: HostOptions['model'];
  /** Ends the wait for another process on the same data folder. */
  readonly signal?: AbortSignal;
}

export interface Served {
  /** With the token; for the person's browser only. */
  readonly url: string;
  /** A page, readable by its owner only, that leads to `url` without showing the token on a command line. */
  readonly door: string;
  /** false when another process is the host: `url` is its address. */
  readonly started: boolean;
  close(): Promise<void>;
}

/** Throws CallError for a taken port, a locked folder or a database that cannot be used. */
export async function serveHost(options: ServeOptions): Promise<Served> {
  const { dataFolder } = options;
  const one = await startHost(options);
  const close = async (): Promise<void> => (one.host === null ? undefined : one.close());
  try {
    return { url: one.url, door: makeDoor(dataFolder, one.url), started: one.host !== null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type StartedHost =
  /** `close` ends it with all that leads to it, and lets the data folder go. */
  | { readonly host: Host; readonly url: string; close(): Promise<void> }
  /** Another process is the host. */
  | { readonly host: null; readonly url: string };

/** Throws as serveHost does. */
export async function startHost(options: ServeOptions): Promise<StartedHost> {
  const { dataFolder, overrides, port, ports = { shell: 'browser' }, model, signal } = options;
  const claim = await claimHost(dataFolder, { signal });
  if ('running' in claim) return { host: null, url: urlOf(claim.running) };
  const { lock } = claim;
  try {
    const host = await createHost({ dataFolder, overrides, ports, ...(model === undefined ? {} : { model }) });
    const server = await listen(host, port);
    lock.announce({ pid: process.pid, startedAt: Date.now(), port: server.port, token: server.token });
    const url = urlOf(server);
    const close = async (): Promise<void> => {
      removeDoor(dataFolder, url);
      try {
        await server.close();
        await host.close();
      } finally {
        lock.release();
      }
    };
    return { host, url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function urlOf({ port, token }: Pick<HostAddress, 'port' | 'token'>): string {
  return `http://127.0.0.1:${port}/#token=${token}`;
}

async function listen(host: Host, port: number): Promise<LoopbackServer> {
  try {
    return await startLoopback({ host, files: shippedFolder('out/renderer'), port });
  } catch (error) {
    await host.close();
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
      throw new CallError(notice('port_taken', { port }));
    throw error;
  }
}
