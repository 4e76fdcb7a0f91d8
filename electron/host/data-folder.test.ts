import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { dataFolder, makeDataFolder, shippedFolder } from './data-folder.ts';

test.each([
  [{ flag: '/a', env: { REINS_DATA: '/b' } }, '/a'],
  [{ env: { REINS_DATA: '/b' } }, '/b'],
  [{ env: {}, platform: 'linux', home: '/home/li' }, '/home/li/.local/share/reins'],
  [{ env: { XDG_DATA_HOME: '/x' }, platform: 'linux', home: '/home/li' }, '/x/reins'],
  [{ env: {}, platform: 'darwin', home: '/Users/li' }, '/Users/li/Library/Application Support/Reins'],
] as const)('the data folder of %j is %s', (places, folder) => {
  expect(dataFolder(places)).toBe(folder);
});

test('shipped files are found beside the source, beside a build, and beside an archive', () => {
  const place = mkdtempSync(join(tmpdir(), 'reins-ship-'));
  mkdirSync(join(place, 'built', 'workspace-default'), { recursive: true });
  mkdirSync(join(place, 'packed', 'workspace-default'), { recursive: true });
  expect(shippedFolder('workspace-default')).toMatch(/workspace-default$/);
  expect(shippedFolder('workspace-default', pathToFileURL(join(place, 'built/out/host/chunks/x.js')).href)).toBe(
    join(place, 'built/workspace-default'),
  );
  for (const half of ['app.asar', 'app.asar.unpacked']) {
    const from = pathToFileURL(join(place, 'packed', half, 'out/host/chunks/x.js')).href;
    expect(shippedFolder('workspace-default', from)).toBe(join(place, 'packed/workspace-default'));
  }
  expect(() => shippedFolder('workspace-default', pathToFileURL(join(place, 'a/b/c/d.js')).href)).toThrow(/npm run build/);
});

test.skipIf(process.platform === 'win32')('the data folder is its owner’s alone, also when it stood there before', () => {
  const place = mkdtempSync(join(tmpdir(), 'reins-own-'));
  mkdirSync(join(place, 'open'), { mode: 0o755 });
  for (const folder of [join(place, 'open'), join(place, 'new', 'deep')]) {
    makeDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
});

test('a place that cannot be the data folder is named, and nothing hangs', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'reins-own-')), 'file');
  writeFileSync(file, '');
  const places = [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/reins'] : [])];
  for (const folder of places)
    expect(() => makeDataFolder(folder)).toThrow(
      expect.objectContaining({ notice: expect.objectContaining({ code: 'data_folder_unusable' }) }),
    );
});
