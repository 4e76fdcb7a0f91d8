/** Tests of changing the policy in the window. */
import { expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import type { Policy } from '#shared/schema/policy';
import { openWindow, settle } from './open-window.fixture.ts';
import { listChange, pathFault, plainFolder } from './policy-store.ts';
import { Refusal, smallHost } from './small-host.fixture.ts';

const first: Policy = { commands: { mode: 'ask', allow: ['/usr/bin/git'] }, files: { write: 'ask', roots: [] } };

async function open() {
  const host = smallHost();
  let policy = first;
  let state: Record<string, unknown> = {};
  const usual = await host.transport.call({ method: 'app.state', input: {} });
  if (usual.ok) state = usual.output as Record<string, unknown>;
  const settings = (): unknown => ({ ...(state['settings'] as object), policy });
  host.answers.set('app.state', () => ({ ...state, settings: settings() }));
  host.answers.set('settings.set', (input) => {
    policy = (input as unknown as { policy: Policy }).policy;
    return settings();
  });
  const { model } = await openWindow(host);
  return { host, model, policy: () => policy };
}

test('a mode is saved at once and taken back with one click', async () => {
  const { model, policy } = await open();
  expect(await model.policy.setMode('strict')).toBe(null);
  expect(policy()).toEqual({ ...first, commands: { ...first.commands, mode: 'strict' } });
  const toast = model.toasts.store.getState().items.at(-1);
  expect(toast?.words).toEqual({ key: 'policy:policy.saved-strict' });
  toast?.undo?.();
  await settle();
  expect(policy()).toEqual(first);
});

test('the mode in which nothing asks is saved only once it is confirmed', async () => {
  const { host, model, policy } = await open();
  await model.policy.setMode('full');
  expect(policy()).toEqual(first);
  expect(model.policy.store.getState()).toEqual({ asksFull: true });
  model.policy.dropFull();
  expect(model.policy.store.getState()).toEqual({ asksFull: false });
  expect(host.calls.filter(({ method }) => method === 'settings.set')).toEqual([]);
  await model.policy.setMode('full');
  await model.policy.confirmFull();
  expect(policy().commands.mode).toBe('full');
  expect(model.policy.store.getState()).toEqual({ asksFull: false });
});

test('what takes a change back leaves alone what was changed meanwhile', async () => {
  const { model, policy } = await open();
  await model.policy.change({ ...listChange('roots', '/srv/contracts', 'add'), words: { key: 'policy:policy.granted' } });
  const undo = model.toasts.store.getState().items.at(-1)?.undo;
  await model.policy.setMode('strict');
  undo?.();
  await settle();
  expect(policy()).toEqual({ ...first, commands: { ...first.commands, mode: 'strict' } });
});

test('a refusal is given back and nothing is said to be saved', async () => {
  const { host, model } = await open();
  host.answers.set('settings.set', () => {
    throw new Refusal(notice('disk_full'));
  });
  expect(await model.policy.setMode('deny')).toEqual(notice('disk_full'));
  expect(model.toasts.store.getState().items).toEqual([]);
});

test('lists keep their order, hold each path once, and lose exactly the one', () => {
  const { make, back } = listChange('allow', '/usr/bin/npm', 'add');
  expect(make(make(first)).commands.allow).toEqual(['/usr/bin/git', '/usr/bin/npm']);
  expect(back(make(first))).toEqual(first);
  expect(listChange('allow', '/usr/bin/git', 'remove').make(first).commands.allow).toEqual([]);
});

test('only a full path of its system is taken', () => {
  const fault = (path: string, os = 'linux', kind: 'program' | 'folder' = 'program') =>
    pathFault(path, { os, known: ['/usr/bin/git'], kind });
  expect(fault('/usr/bin/npm')).toBe(null);
  expect(fault('/opt/我的 工具/run')).toBe(null);
  expect(fault('C:\\Tools\\git.exe', 'win32')).toBe(null);
  expect(fault('')).toBe('empty');
  for (const path of ['git', './git', '~/bin/git', '/usr/../bin/git', '/usr/./bin/git', 'C:\\Tools\\git.exe'])
    expect(fault(path)).toBe('relative');
  for (const path of ['/usr/bin/*', '/usr/bin/gi\nt', '/usr/bin/gi\u202et', '/usr/bin/a|b']) expect(fault(path)).toBe('odd');
  expect(fault('/usr/bin/')).toBe('folder');
  expect(fault('/usr/bin/git')).toBe('known');
  expect(fault(`/${'x'.repeat(5000)}`)).toBe('long');
  for (const [path, os] of [
    ['/', 'linux'],
    ['//', 'linux'],
    ['C:\\', 'win32'],
  ] as const)
    expect(fault(plainFolder(path), os, 'folder')).toBe('whole');
  expect(fault(plainFolder('/srv/contracts//'), 'linux', 'folder')).toBe(null);
  expect([plainFolder('/srv/contracts/'), plainFolder('D:\\a\\'), plainFolder('/')]).toEqual(['/srv/contracts', 'D:\\a', '/']);
});
