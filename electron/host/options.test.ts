import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { optionsFrom } from './options.ts';

test('flags stand above the environment, and places become absolute', () => {
  const env = { REINS_DATA: '/env/data', REINS_WORKSPACE: '/env/work', REINS_LANGUAGE: 'zh_CN.UTF-8' };
  expect(optionsFrom([], env)).toEqual({
    dataFolder: resolve('/env/data'),
    overrides: { workspace: resolve('/env/work'), language: 'zh-CN' },
    port: 0,
    tied: false,
  });
  expect(optionsFrom(['--data', 'd', '--workspace=工作', '--language', 'en', '--port', '4100', '--tied'], env)).toEqual({
    dataFolder: resolve('d'),
    overrides: { workspace: resolve('工作'), language: 'en' },
    port: 4100,
    tied: true,
  });
});

test('what nobody asked for is left to the settings', () => {
  for (const env of [{ REINS_DATA: '/d' }, { REINS_DATA: '/d', REINS_WORKSPACE: '', REINS_LANGUAGE: 'system' }])
    expect(optionsFrom([], env).overrides).toEqual({});
});

test.each(['x', '-1', '65536', '1.5'])('%s is no port', (port) => {
  expect(optionsFrom([`--port=${port}`], {}).port).toBeNull();
});

test('an unknown flag is refused, but not among the switches of Electron', () => {
  const argv = ['/app', '--no-sandbox', '--remote-debugging-port=9222', '--data', '/d', '--inspect', '/other', '--workspace'];
  expect(() => optionsFrom(argv, {})).toThrow(TypeError);
  expect(optionsFrom(argv, {}, { lenient: true })).toMatchObject({ dataFolder: resolve('/d'), overrides: {}, port: 0 });
});
