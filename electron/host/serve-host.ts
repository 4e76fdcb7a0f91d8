/** The app without Electron: one host, served on loopback until stopped. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '#runtime/storage/atomic-file';
import { CallError } from '#shared/contract/call-error';
import { notice } from '#shared/schema/notice';
import type { Settings } from '#shared/schema/settings';
import { createHost, type HostOptions } from './create-host.ts';
import { shippedFolder } from './data-folder.ts';
import { readHostAddress, takeHostLock } from './host-lock.ts';
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

/** Milliseconds to wait for a host that is just starting or ending. */
const PATIENCE = 5_000;

/** Throws CallError for a taken port, a locked folder or a database that cannot be used. */
export async function serveHost({ dataFolder, overrides, port, ports = { shell: 'browser' }, model }: ServeOptions): Promise<Served> {
  const lock = await firstOf(dataFolder);
  if ('url' in lock) return lock;
  try {
    const host = await createHost({ dataFolder, overrides, ports, ...(model === undefined ? {} : { model }) });
    const server = await listen(host, port);
    lock.announce({ pid: process.pid, startedAt: Date.now(), port: server.port, token: server.token });
    const url = `${server.origin}/#token=${server.token}`;
    return {
      url,
      door: makeDoor(dataFolder, url),
      started: true,
      async close() {
        await server.close();
        await host.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Lock = NonNullable<ReturnType<typeof takeHostLock>>;

/** The lock, or the address of the host that has it. */
async function firstOf(folder: string): Promise<Lock | Served> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const lock = takeHostLock(folder);
    if (lock !== undefined) return lock;
    const address = readHostAddress(folder);
    if (address !== undefined) {
      const url = `http://127.0.0.1:${address.port}/#token=${address.token}`;
      return { url, door: makeDoor(folder, url), started: false, close: async () => undefined };
    }
    if (Date.now() > end) throw new CallError(notice('host_running', { path: folder }));
    await sleep(50);
  }
}

async function listen(host: Awaited<ReturnType<typeof createHost>>, port: number): Promise<LoopbackServer> {
  try {
    return await startLoopback({ host, files: shippedFolder('out/renderer'), port });
  } catch (error) {
    await host.close();
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
      throw new CallError(notice('port_taken', { port }));
    throw error;
  }
}

/** The token in a command line could be read by other people on the computer; in this file it cannot. */
function makeDoor(folder: string, url: string): string {
  const file = join(folder, 'open.html');
  replaceFile(file, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>Reins</title>\n`);
  return file;
}
