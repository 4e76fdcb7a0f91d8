import { spawn } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHostAddress, takeHostLock } from './host-lock.ts';

const address = { pid: 1, startedAt: 2, port: 3, token: 't' };
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reins-lock-'));

/** Another process takes the lock, says so, and holds it until it is killed. */
function holder(folder: string): Promise<{ kill(): Promise<void> }> {
  const source = fileURLToPath(new URL('./host-lock.ts', import.meta.url));
  const code = `import { takeHostLock } from ${JSON.stringify(source)};
    const lock = takeHostLock(${JSON.stringify(folder)});
    lock.announce(${JSON.stringify(address)});
    console.log('held');
    setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the holder ended')));
    child.stdout.once('data', () =>
      resolve({
        kill: () =>
          new Promise((done) =>
            child
              .removeAllListeners('exit')
              .once('exit', () => done())
              .kill('SIGKILL'),
          ),
      }),
    );
  });
}

test('a folder has one host; the note of its address is for its owner only and goes with it', () => {
  const folder = newFolder();
  const lock = takeHostLock(folder);
  lock?.announce(address);
  expect(readHostAddress(folder)).toEqual(address);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'host.json')).mode & 0o777).toBe(0o600);
  expect(takeHostLock(folder)).toBeUndefined();
  lock?.release();
  expect(readHostAddress(folder)).toBeUndefined();
  const next = takeHostLock(folder);
  expect(next).toBeDefined();
  next?.release();
});

test('a killed host leaves no lock, and its old address is not believed', async () => {
  const folder = newFolder();
  const other = await holder(folder);
  expect(takeHostLock(folder)).toBeUndefined();
  expect(readHostAddress(folder)).toEqual(address);
  await other.kill();
  const lock = takeHostLock(folder);
  expect(lock).toBeDefined();
  expect(readHostAddress(folder)).toBeUndefined();
  lock?.release();
});
