/** One process and all that it starts: watched for time, output and number, and gone to the last one when this returns. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Collected, createCollector, OUTPUT_LIMIT } from './collect-output.ts';

/** Names the run in the environment of all that it starts. */
const MARK = 'REINS_COMMAND';

export const PROCESS_LIMITS = {
  /** Milliseconds between the request to end and the order. */
  grace: 2_000,
  /** Milliseconds after the end of the first process for which its output is waited for. */
  drain: 500,
  /** Processes that a command may have beyond those that ran before. */
  processes: 512,
  /** Milliseconds between two looks at them. */
  watch: 100,
} as const;

export interface ProcessRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  readonly stdout: Collected;
  readonly stderr: Collected;
  readonly stopped: 'timeout' | 'output' | 'cancelled' | 'processes' | null;
}

/** Rejects when the program cannot be started. */
export function runProcess({ argv, cwd, env, timeoutMs, signal }: ProcessRequest): Promise<ProcessEnd> {
  const [file = '', ...args] = argv;
  const mark = `${MARK}=${randomUUID()}`;
  const out = createCollector();
  const err = createCollector();
  return new Promise((resolve, reject) => {
    let stopped: ProcessEnd['stopped'] = null;
    // A group of its own and no terminal: nothing it does can reach ours.
    const child = spawn(file, args, {
      cwd,
      env: { ...env, [MARK]: mark.slice(MARK.length + 1) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const timers: NodeJS.Timeout[] = [];
    const stop = (why: NonNullable<ProcessEnd['stopped']>): void => {
      if (stopped !== null) return;
      stopped = why;
      void killTree(child, mark, 'SIGTERM');
      timers.push(setTimeout(() => void killTree(child, mark, 'SIGKILL'), why === 'processes' ? 0 : PROCESS_LIMITS.grace));
    };
    const onAbort = (): void => stop('cancelled');
    const take = (into: typeof out) => (piece: Uint8Array) => {
      into.add(piece);
      if (out.bytes() + err.bytes() > OUTPUT_LIMIT) stop('output');
    };
    child.stdout.on('data', take(out));
    child.stderr.on('data', take(err));
    timers.push(setTimeout(() => stop('timeout'), timeoutMs));
    void watchNumber(child, () => stop('processes'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const done = (): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, killedBy) => {
      // What it left behind may hold the pipes open for ever.
      void killTree(child, mark, 'SIGKILL');
      const late = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, PROCESS_LIMITS.drain);
      child.once('close', () => {
        clearTimeout(late);
        done();
        resolve({ code, killedBy, stdout: out.collected(), stderr: err.collected(), stopped });
      });
    });
  });
}

/** The group, and whatever has left it: what descends from the first process, and what carries its mark. */
async function killTree({ pid }: ChildProcess, mark: string, how: NodeJS.Signals): Promise<void> {
  if (pid === undefined) return;
  const family = await relatives(pid, mark);
  for (const one of [-pid, ...family]) {
    try {
      process.kill(one, how);
    } catch {
      // It is gone already.
    }
  }
}

/** Linux: read from /proc; elsewhere the group has to do. */
async function relatives(root: number, mark: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const children = new Map<number, number[]>();
  const found: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (Number.isInteger(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    // Its parent may have died already, and then nothing else tells where it came from.
    if ((await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')).split('\0').includes(mark)) found.push(Number(name));
  }
  for (let open = children.get(root) ?? []; open.length > 0; ) {
    found.push(...open);
    open = open.flatMap((pid) => children.get(pid) ?? []);
  }
  return found;
}

/** A fork bomb is faster than any limit on time: the number of processes is looked at often. */
async function watchNumber(child: ChildProcess, onTooMany: () => void): Promise<void> {
  if (process.platform !== 'linux') return;
  const count = async (): Promise<number> => (await readdir('/proc').catch(() => [])).filter((name) => /^\d/.test(name)).length;
  const before = await count();
  while (child.exitCode === null && child.signalCode === null) {
    if ((await count()) - before > PROCESS_LIMITS.processes) return onTooMany();
    await new Promise((resolve) => setTimeout(resolve, PROCESS_LIMITS.watch).unref());
  }
}
