/** Runs commands in the operating system's sandbox, and says what holds them where there is none. */
import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { elapsedSince } from '#runtime/clock';
import { type Notice, notice } from '#shared/schema/notice';
import type { SandboxState } from '#shared/schema/policy';
import { type CommandRun, type CommandRunner, RUN_TIMEOUT, type RunRequest } from './command-runner.ts';
import { cancelled, failure } from './file-errors.ts';
import { findClosedPlaces } from './run/closed-places.ts';
import { decodeOutput } from './run/decode-output.ts';
import { commandEnvironment, PROGRAM_FOLDERS, windowsEnvironment } from './run/environment.ts';
import { confine, LIMITS, quote, shellCommand, startSandbox, stopSandbox } from './run/os-sandbox.ts';
import { type ProcessEnd, runProcess } from './run/run-process.ts';

export interface RunnerParts {
  /** The workspace. */
  readonly root: string;
  readonly dataFolder: string;
  readonly platform?: NodeJS.Platform;
  /** Where the sandbox's own programs are looked for. */
  readonly programFolders?: readonly string[];
}

/** What the sandbox on Linux is made of. */
const LINUX_PROGRAMS = ['bwrap', 'socat', 'rg', 'setpriv'];
/** Milliseconds after which a trial counts as failed. */
const TRIAL_LIMIT = 5_000;

/** Loads and looks at nothing before it is asked. */
export function createCommandRunner({
  root,
  dataFolder,
  platform = process.platform,
  programFolders = PROGRAM_FOLDERS,
}: RunnerParts): CommandRunner {
  let looked: Promise<SandboxState> | undefined;
  let used = false;
  const state = (): Promise<SandboxState> => {
    looked ??= lookForSandbox(platform, programFolders);
    return looked;
  };
  return {
    state,
    async run(request) {
      if (request.signal.aborted) return cancelled();
      const { kind, reason } = await state();
      if (kind === 'none' && !request.allowBare) return failure('denied', reason ?? notice('sandbox_missing', { programs: '' }));
      const start = performance.now();
      try {
        used ||= kind !== 'none';
        const end = kind === 'none' ? await runBare(root, request) : await runConfined(root, join(dataFolder, 'sandbox'), request);
        return { ok: true, value: told(end, elapsedSince(start)) };
      } catch (error) {
        if (request.signal.aborted) return cancelled();
        looked = undefined; // the next one looks again
        return failure('failed', notice('sandbox_failed', {}, error instanceof Error ? error.message : String(error)));
      }
    },
    async close() {
      if (used) await stopSandbox();
    },
  };
}

async function runConfined(root: string, ownFolder: string, request: RunRequest): Promise<ProcessEnd> {
  const real = realpathSync(root);
  const closed = await findClosedPlaces(real, request.session);
  const env = commandEnvironment(closed.gitConfig);
  const manager = await startSandbox(ownFolder);
  const { cwd, readOnly, opens, timeoutMs, signal } = request;
  try {
    const argv = await confine(manager, request.command, { root: real, cwd, readOnly, opens, closed, env }, signal);
    return await runProcess({ argv, cwd, env, timeoutMs: Math.min(timeoutMs, RUN_TIMEOUT.most), signal });
  } finally {
    manager.cleanupAfterCommand(); // it counts open commands, cancelled ones too
  }
}

/** Without a sandbox: what a person allowed runs with the same empty environment and the same limits. */
async function runBare(root: string, { command, cwd, timeoutMs, session, signal }: RunRequest): Promise<ProcessEnd> {
  if (process.platform === 'win32') {
    const shell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command];
    return runProcess({ argv: shell, cwd, env: windowsEnvironment(process.env), timeoutMs: Math.min(timeoutMs, RUN_TIMEOUT.most), signal });
  }
  const { gitConfig } = await findClosedPlaces(root, session);
  const argv = ['/bin/bash', '--noprofile', '--norc', '-c', `${LIMITS}; exec ${shellCommand(command).map(quote).join(' ')}`];
  return runProcess({ argv, cwd, env: commandEnvironment(gitConfig), timeoutMs: Math.min(timeoutMs, RUN_TIMEOUT.most), signal });
}

function told({ code, killedBy, stdout, stderr, stopped }: ProcessEnd, ms: number): CommandRun {
  const out = decodeOutput(stdout);
  const err = decodeOutput(stderr);
  return {
    code,
    killedBy,
    stdout: out.text,
    stderr: err.text,
    bytes: stdout.bytes + stderr.bytes,
    cut: stdout.gap + stderr.gap > 0,
    binary: out.binary || err.binary,
    encoding: stdout.bytes > 0 ? out.encoding : err.encoding,
    stopped,
    ms,
  };
}

async function lookForSandbox(platform: NodeJS.Platform, folders: readonly string[]): Promise<SandboxState> {
  const none = (reason: Notice): SandboxState => ({ kind: 'none', reason });
  switch (platform) {
    case 'linux': {
      const missing = LINUX_PROGRAMS.filter((name) => !isProgram(name, folders));
      if (missing.length > 0) return none(notice('sandbox_missing', { programs: missing.join(', ') }));
      // The same kinds of namespaces as a command gets: a kernel or a profile may forbid them.
      const problem = await tryOut('bwrap', [
        '--new-session',
        '--die-with-parent',
        '--unshare-net',
        '--unshare-pid',
        '--ro-bind',
        '/',
        '/',
        'true',
      ]);
      return problem === null ? { kind: 'bubblewrap', reason: null } : none(notice('sandbox_namespaces', {}, problem));
    }
    case 'darwin':
      return isProgram('sandbox-exec', folders)
        ? { kind: 'seatbelt', reason: null }
        : none(notice('sandbox_missing', { programs: 'sandbox-exec' }));
    default:
      return none(notice('sandbox_platform', { platform }));
  }
}

function isProgram(name: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** null when it worked; what it said otherwise. */
function tryOut(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TRIAL_LIMIT,
      env: { PATH: PROGRAM_FOLDERS.join(':') },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, 300);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : said.trim() || `exit ${code}`));
  });
}
