/** The operating system's sandbox, by a maintained runtime: reads the workspace and the system, writes the workspace, reaches nothing else. */
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime';
import type { ClosedPlaces } from './closed-places.ts';
import { endLeftBehind, noteHelpers } from './left-behind.ts';

type Manager = typeof import('@anthropic-ai/sandbox-runtime')['SandboxManager'];

/** Programs, libraries and what they need to know of the system; no home, no secret, no service. */
const SYSTEM_PLACES = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/System', '/Library', '/private/var/select'],
  ...[
    'alternatives',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'passwd',
    'group',
    'nsswitch.conf',
    'localtime',
    'timezone',
    'ssl/certs',
  ].map((name) => `/etc/${name}`),
  ...['fonts', 'mime.types', 'magic', 'magic.mime', 'java-17-openjdk', 'python3'].map((name) => `/etc/${name}`),
];

/** Kilobytes of one file that a command writes; with the time limit this bounds what a disk can be filled with. */
const FILE_LIMIT_KB = 2 * 1024 * 1024;

export interface Confinement {
  readonly root: string;
  readonly cwd: string;
  readonly readOnly: boolean;
  readonly opens: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly closed: ClosedPlaces;
  readonly env: Readonly<Record<string, string>>;
}

let started: Promise<Manager> | undefined;

/** The runtime is one for the whole process; started with the first command. Rejects where it cannot start, and may be asked again then. */
export function startSandbox(ownFolder: string): Promise<Manager> {
  started ??= start(ownFolder).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

export async function stopSandbox(): Promise<void> {
  const manager = await started?.catch(() => undefined);
  started = undefined;
  await manager?.reset();
}

async function start(ownFolder: string): Promise<Manager> {
  // It looks for names to deny in the folder that this process is in, however large: a small one of our own has none.
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
  process.chdir(ownFolder);
  endLeftBehind(ownFolder);
  const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
  await withoutSignalHandlers(() => SandboxManager.initialize(config({ denyRead: ['/'], allowRead: [], allowWrite: [], denyWrite: [] })));
  noteHelpers(ownFolder, 'socat');
  return SandboxManager;
}

/** The runtime would catch the signals that end this process; how the app ends is the app's own matter. */
async function withoutSignalHandlers(work: () => Promise<void>): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
  await work();
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (before.get(signal)?.has(listener) === false) process.removeListener(signal, listener);
}

function config(filesystem: SandboxRuntimeConfig['filesystem']): SandboxRuntimeConfig {
  const linux = process.platform === 'linux';
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem,
    ...(linux ? { seccomp: { applyPath: seccompHelper() } } : {}),
  };
}

/** In a package the helper lies beside the archive: no kernel runs a program within one. */
function seccompHelper(): string {
  const entry = createRequire(import.meta.url.replace(/app\.asar(?=\/)/, 'app.asar.unpacked')).resolve('@anthropic-ai/sandbox-runtime');
  return join(dirname(entry), '..', 'vendor', 'seccomp', process.arch === 'arm64' ? 'arm64' : 'x64', 'apply-seccomp');
}

/** The arguments that run the command confined. Whoever asked must call `cleanupAfterCommand` after the run. */
export async function confine(
  manager: Manager,
  command: string,
  { root, cwd, readOnly, opens, closed, env }: Confinement,
  signal: AbortSignal,
) {
  const system = SYSTEM_PLACES.filter((place) => existsSync(place));
  const helper = process.platform === 'linux' ? [dirname(seccompHelper())] : [];
  const { filesystem } = config({
    denyRead: ['/', ...closed.unreadable],
    allowRead: [...system, ...helper, root, ...opens.read, ...opens.write],
    allowWrite: readOnly ? [] : [root, ...closed.held, ...opens.write],
    denyWrite: [...closed.unwritable, ...closed.unreadable],
  });
  const { argv } = await manager.wrapWithSandboxArgv(sealed(command, env), '/bin/bash', { filesystem }, signal, cwd);
  return argv;
}

/**
 * The last step before the command empties the environment, into which the runtime puts its own variables, and gives up every capability,
 * which its helper hands back within its namespace when it runs as root.
 */
function sealed(command: string, env: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const drop =
    process.platform === 'linux'
      ? ['/usr/bin/setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs']
      : [];
  const last = [...drop, '/usr/bin/env', '-i', ...pairs, ...shellCommand(command)].map(quote).join(' ');
  return `${LIMITS}; exec ${last}`;
}

/** Limits of the shell itself, for what runs with and without a sandbox. */
export const LIMITS = `ulimit -c 0; ulimit -f ${FILE_LIMIT_KB}; ulimit -u 1024 2>/dev/null`;

export function shellCommand(command: string): string[] {
  return ['/bin/bash', '--noprofile', '--norc', '-c', command];
}

/** One word for a POSIX shell. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
