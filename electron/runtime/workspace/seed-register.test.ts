import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSeedRegister, type SeedEntry } from './seed-register.ts';

const entry = (path: string): SeedEntry => ({ path, folder: '1:2', language: 'zh-CN', complete: true, bootstrap: 'due' });

test('what was saved is found by the next start, two registers at once do not disturb each other, and nothing is left beside the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-register-'));
  const [one, two] = [await openSeedRegister(folder), await openSeedRegister(folder)];
  await Promise.all([one.save(entry('/工作区')), two.save(entry('/工作区'))]);
  await one.save({ ...entry('/工作区'), bootstrap: 'done' });
  expect((await openSeedRegister(folder)).find('/工作区')).toEqual({ ...entry('/工作区'), bootstrap: 'done' });
  expect(readdirSync(folder)).toEqual(['workspaces.json']);
});

test('a register that cannot be read is set aside and begun anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-register-'));
  writeFileSync(join(folder, 'workspaces.json'), '{"version":1,');
  const register = await openSeedRegister(folder);
  expect(register.find('/a')).toBeNull();
  await register.save(entry('/a'));
  expect(readdirSync(folder).toSorted()).toEqual(['workspaces.json', 'workspaces.json.damaged']);
});
