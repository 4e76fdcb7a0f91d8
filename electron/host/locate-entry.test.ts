import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { locateEntry } from './locate-entry.ts';

test('an entry is found in the source, in a build from any of its folders, and in the unpacked half of a package', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-entry-')));
  try {
    const put = (path: string): string => {
      const file = join(folder, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '');
      return file;
    };
    const built = put('out/host/memory-worker.js');
    const unpacked = put('app.asar.unpacked/out/host/memory-worker.js');
    const from = (path: string): string => locateEntry('memory-worker', pathToFileURL(join(folder, path)).href);
    expect(locateEntry('memory-worker')).toMatch(/memory-worker\.ts$/);
    expect(['out/host/headless.js', 'out/host/chunks/a.js', 'out/main/index.js', 'app.asar/out/main/index.js'].map(from)).toEqual([
      built,
      built,
      built,
      unpacked,
    ]);
    expect(() => locateEntry('no-such-entry')).toThrow('no-such-entry');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
