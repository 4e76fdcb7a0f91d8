import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storageNotice } from './database-notice.ts';

const failure = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EFBIG', 'disk_full'],
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_CORRUPT_VTAB', 'database_damaged'],
  ['SQLITE_BUSY', 'database_locked'],
  ['SQLITE_IOERR_WRITE', 'data_folder_unusable'],
  ['EROFS', 'data_folder_unusable'],
  ['EACCES', 'data_folder_unusable'],
  ['EPERM', 'data_folder_unusable'],
  ['ENOENT', 'data_folder_unusable'],
  ['ENOTDIR', 'data_folder_unusable'],
])('%s is told as %s', (code, told) => {
  expect(storageNotice(failure(code), '/data')).toMatchObject({ code: told, params: { path: '/data' }, detail: `${code}: refused` });
});

test('what is no failure of the storage is left to others', () => {
  expect(storageNotice(failure('SQLITE_CONSTRAINT_UNIQUE'), '/data')).toBeUndefined();
  expect(storageNotice(new Error('a bug'), '/data')).toBeUndefined();
  expect(storageNotice('text', '/data')).toBeUndefined();
});

test('a missing file is told of the data folder only where it lies in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reins-notice-'));
  const errorOf = (path: string): Promise<unknown> => open(path, 'r').catch((error: unknown) => error);
  expect(storageNotice(await errorOf(join(folder, 'none')), folder)).toMatchObject({ code: 'data_folder_unusable' });
  expect(storageNotice(await errorOf(join(tmpdir(), 'reins-elsewhere', 'none')), folder)).toBeUndefined();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file');
  expect(storageNotice(await errorOf(join(folder, 'state.db')), folder)).toMatchObject({ code: 'data_folder_unusable' });
});
