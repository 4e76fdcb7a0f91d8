import { mkdtempSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from './atomic-file.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reins-files-'));
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

test('the whole text takes the place of the old, for its owner only, and nothing is left beside it', () => {
  const folder = newFolder();
  const file = join(folder, 'a.json');
  writeFileSync(file, 'old');
  const text = '新的内容\n'.repeat(500_000);
  replaceFile(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['a.json']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['EPERM', 'EACCES', 'EBUSY'])('a file that another program on Windows holds for a moment is replaced after it: %s', (code) => {
  const file = join(newFolder(), 'a.json');
  let refused = 0;
  const rename = (from: string, to: string): void => {
    if (refused < 3) {
      refused += 1;
      throw refusal(code);
    }
    renameSync(from, to);
  };
  replaceFile(file, 'new', 0o600, { platform: 'win32', rename });
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('a refusal that stays is thrown, and the old file is kept alone', () => {
  const folder = newFolder();
  const file = join(folder, 'a.json');
  writeFileSync(file, 'old');
  let tries = 0;
  const rename = (code: string) => () => {
    tries += 1;
    throw refusal(code);
  };
  expect(() => replaceFile(file, 'new', 0o600, { platform: 'linux', rename: rename('EACCES') })).toThrow('EACCES');
  expect(() => replaceFile(file, 'new', 0o600, { platform: 'win32', rename: rename('ENOSPC') })).toThrow('ENOSPC');
  expect(tries).toBe(2);
  expect(() => replaceFile(file, 'new', 0o600, { platform: 'win32', rename: rename('EBUSY') })).toThrow('EBUSY');
  expect(tries).toBeGreaterThan(10);
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.json']);
});
