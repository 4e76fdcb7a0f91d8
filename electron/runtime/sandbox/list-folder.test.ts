import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openFileWall } from './file-sandbox.ts';
import type { FileWall } from './file-wall.ts';

const signal = new AbortController().signal;
let root = '';
let wall: FileWall;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reins-list-')));
  const opened = await openFileWall({ root });
  if (!opened.ok) throw new Error(opened.error.code);
  wall = opened.value;
});
afterEach(async () => {
  await wall.close();
  rmSync(root, { recursive: true, force: true });
});

function fill(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
}

async function names(path: string, options: { depth?: number; max?: number; session?: SessionKind } = {}): Promise<string[]> {
  const listed = await wall.list(path, { depth: 8, max: 500, session: 'main', signal, ...options });
  if (!listed.ok) return [`${listed.kind} ${listed.error.code}`];
  return [...listed.value.entries.map((entry) => `${entry.path} ${entry.type} ${entry.bytes}`), ...(listed.value.cut ? ['cut'] : [])];
}

test('a listing goes depth first in order of names, as deep as asked, and names links without following them', async () => {
  fill('b.txt', 'a/z.txt', 'a/c/d.txt', '中/文.md');
  symlinkSync('.', join(root, 'me'));
  symlinkSync(tmpdir(), join(root, 'a', 'out'));
  expect(await names('.')).toEqual(
    [
      'a folder 0',
      'a/c folder 0',
      'a/c/d.txt file 9',
      'a/out link 0',
      'a/z.txt file 7',
      'b.txt file 5',
      'me link 0',
      '中 folder 0',
      '中/文.md file 8',
    ].map((line) => (line.startsWith('中/') ? `中/文.md file ${Buffer.byteLength('中/文.md')}` : line)),
  );
  expect(await names('a', { depth: 1 })).toEqual(['a/c folder 0', 'a/out link 0', 'a/z.txt file 7']);
  expect(await names('me/a', { depth: 1 })).toEqual(['a/c folder 0', 'a/out link 0', 'a/z.txt file 7']);
  expect(await names('a/out')).toEqual(['denied path_link_outside']);
  expect([await names('b.txt'), await names('none'), await names('..')]).toEqual([
    ['failed path_not_a_folder'],
    ['failed path_not_found'],
    ['denied path_outside'],
  ]);
});

test('a listing stops at its limit and says that it did, and does not say so when all fits', async () => {
  fill('1/a', '1/b', '2/a', '3');
  expect(await names('.', { max: 4 })).toEqual(['1 folder 0', '1/a file 3', '1/b file 3', '2 folder 0', 'cut']);
  expect(await names('.', { max: 6 })).toHaveLength(6);
  expect(await names('1', { max: 2 })).toEqual(['1/a file 3', '1/b file 3']);
});

test('secret folders are named but not entered, and private notes are not even named outside main sessions', async () => {
  fill('.git/config', '.env', 'MEMORY.md', 'USER.md', 'memory/2026-04-14.md', 'SOUL.md');
  expect(await names('.', { session: 'shared' })).toEqual(['.env file 4', '.git folder 0', 'SOUL.md file 7']);
  expect(await names('.')).toEqual([
    '.env file 4',
    '.git folder 0',
    'MEMORY.md file 9',
    'SOUL.md file 7',
    'USER.md file 7',
    'memory folder 0',
    'memory/2026-04-14.md file 20',
  ]);
  expect([await names('.git'), await names('memory', { session: 'sub-agent' })]).toEqual([
    ['denied path_protected'],
    ['denied path_private'],
  ]);
});

test('a tree deeper than a path may be long is listed as far as it can be reached', async () => {
  let at = root;
  const name = 'd'.repeat(200);
  for (let level = 0; level < 30; level += 1) {
    at = join(at, name);
    if (at.length > 4000) break;
    mkdirSync(at);
  }
  const listed = await names('.', { depth: 256 });
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.every((line) => line === 'cut' || line.startsWith(name))).toBe(true);
});
