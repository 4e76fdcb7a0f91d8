import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDoor, removeDoor } from './door.ts';

test('the page is for its owner only and goes with the host it leads to, not with another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-door-'));
  const url = 'http://127.0.0.1:4100/#token=one';
  const door = makeDoor(folder, url);
  expect(readFileSync(door, 'utf8')).toContain(url);
  if (process.platform !== 'win32') expect(statSync(door).mode & 0o777).toBe(0o600);
  removeDoor(folder, 'http://127.0.0.1:4100/#token=on');
  expect(readFileSync(door, 'utf8')).toContain(url);
  removeDoor(folder, url);
  expect(() => readFileSync(door)).toThrow('ENOENT');
  removeDoor(folder, url);
});
