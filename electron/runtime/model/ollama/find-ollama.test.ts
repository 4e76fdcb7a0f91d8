/** Where an `ollama` program is looked for, on each system. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasOllama } from './find-ollama.ts';

test.each([
  ['linux', { PATH: '/a:/b' }, '/b/ollama'],
  ['linux', { PATH: '' }, '/usr/local/bin/ollama'],
  ['linux', { HOME: '/home/me' }, '/home/me/.local/bin/ollama'],
  ['darwin', {}, '/Applications/Ollama.app'],
  ['darwin', { PATH: '/usr/bin' }, '/opt/homebrew/bin/ollama'],
  ['win32', { Path: 'C:\\a;D:\\b' }, 'D:\\b\\ollama.exe'],
  ['win32', { LOCALAPPDATA: 'C:\\Users\\我\\AppData\\Local' }, 'C:\\Users\\我\\AppData\\Local\\Programs\\Ollama\\ollama.exe'],
  ['freebsd', {}, '/usr/local/bin/ollama'],
] as const)('on %s with %j at %s', async (platform, environment, place) => {
  expect(await hasOllama({ platform, environment, exists: async (path) => path === place })).toBe(true);
  expect(await hasOllama({ platform, environment, exists: async () => false })).toBe(false);
});

test('no place is asked for that hangs on a missing variable or on the folder one happens to be in', async () => {
  const asked: string[] = [];
  const exists = async (path: string): Promise<boolean> => {
    asked.push(path);
    return false;
  };
  for (const platform of ['linux', 'darwin', 'win32'] as const) await hasOllama({ platform, environment: { PATH: '.:bin;.' }, exists });
  expect(asked.filter((path) => !/^(\/|[A-Z]:\\)/.test(path))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a program on the disk is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reins-'));
  await writeFile(join(folder, 'ollama'), '#!/bin/sh\n');
  await chmod(join(folder, 'ollama'), 0o755);
  expect(await hasOllama({ platform: process.platform, environment: { PATH: `/nowhere:${folder}` } })).toBe(true);
  await rm(folder, { recursive: true });
});
