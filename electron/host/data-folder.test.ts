import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { dataFolder, shippedFolder } from './data-folder.ts';

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
