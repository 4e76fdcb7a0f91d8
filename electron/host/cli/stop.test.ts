/** Tests of Ctrl+C on the real command line, as a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { takeHostLock } from '../host-lock.ts';

const cli = fileURLToPath(new URL('./index.ts', import.meta.url));

/** Runs a command on a new data folder and stops it once: when it has said the first thing, or when `ready` says so. */
async function stopped(args: readonly string[], stdin: string, ready?: (data: string) => Promise<unknown>) {
  const place = mkdtempSync(join(tmpdir(), 'reins-stop-'));
  const data = join(place, 'data');
  const common = ['--data', data, '--workspace', join(place, 'work'), '--language', 'en'];
  const child = spawn(process.execPath, ['--no-warnings', cli, ...args, ...common], { stdio: 'pipe' });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  child.stdin.on('error', () => undefined).write(stdin);
  await (ready === undefined ? new Promise((resolve) => child.stdout.once('data', resolve)) : ready(data));
  child.kill('SIGINT');
  return { code: await ended, err, data };
}

/** Until another process holds the lock, that is, has read its flags and listens to Ctrl+C. */
async function isHost(data: string): Promise<void> {
  for (;;) {
    const lock = takeHostLock(data);
    if (lock === undefined) return;
    lock.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.skipIf(process.platform === 'win32')('a command that waits for its input ends at the first Ctrl+C', async () => {
  for (const args of [['tokens'], ['redact', '--json']]) {
    const { code, err } = await stopped(args, `${JSON.stringify({ id: 1, text: '你好' })}\n`);
    expect([args[0], code, err.trim()]).toEqual([args[0], 1, 'Stopped.']);
  }
});

test.skipIf(process.platform === 'win32')('a command that is the host lets its data folder go', async () => {
  const { code, err, data } = await stopped(['memory', 'search', '-'], '发票\n');
  expect([code, err.trim()]).toEqual([1, 'Stopped.']);
  const lock = takeHostLock(data);
  expect(lock).toBeDefined();
  lock?.release();
});

test.skipIf(process.platform === 'win32')('a chat that is stopped while it starts leaves no run behind that goes on', async () => {
  const { code, err } = await stopped(['chat', 'what time is it?'], '', isHost);
  expect([code, err.trim()]).toEqual([1, 'Stopped.']);
});
