/** Starts a host as its own process and speaks to it, for end-to-end tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createClient } from '#shared/contract/client';
import type { Client } from '#shared/contract/methods';
import type { Transport } from '#shared/contract/wire';
import { loopbackClient } from '../electron/host/cli/loopback-client.ts';

export interface HostProcess {
  readonly url: string;
  readonly client: Client;
  readonly transport: Transport;
  readonly child: ChildProcess;
  /** Resolves with the signal that ended it, or its exit code. */
  readonly ended: Promise<string | number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `entry` is a file that prints one JSON line with its url. Rejects with what the process said when it ends before that. */
export function startHostProcess(entry: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<HostProcess> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<string | number | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  return new Promise((resolve, reject) => {
    void ended.then((how) => reject(new Error(`the host ended (${how}): ${said}`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string };
      const { port, hash } = new URL(url);
      const transport = loopbackClient({ port: Number(port), token: hash.replace('#token=', '') });
      const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
        child.kill(signal);
        await ended;
      };
      resolve({ url, child, ended, transport, client: createClient(transport), stop });
    });
  });
}
