import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionKind } from '#shared/schema/session';
import { openWallBed, PLATFORMS, told, type WallBed } from './wall-bed.ts';

const signal = new AbortController().signal;

describe.each(PLATFORMS)('granted folders as on %s', (platform) => {
  let bed: WallBed;
  let granted = '';
  let wide: WallBed;
  beforeEach(async () => {
    bed = await openWallBed({ platform });
    granted = join(bed.base, 'granted');
    mkdirSync(join(granted, '.git'), { recursive: true });
    writeFileSync(join(granted, 'a.md'), 'GRANTED');
    writeFileSync(join(granted, '.git', 'config'), 'KEY');
    writeFileSync(join(granted, 'MEMORY.md'), 'note');
    symlinkSync(bed.out, join(granted, 'd'));
    bed.fill({ 'a.md': 'WORKSPACE' });
    wide = await openWallBed({ platform, root: bed.root, granted: [granted, join(bed.base, 'none'), 'relative', '/'] });
  });
  afterEach(async () => {
    await wide.close();
    await bed.close();
  });

  async function read(path: string, session: SessionKind = 'main'): Promise<string> {
    const done = await wide.wall.readBytes(path, { offset: 0, limit: 100, session, signal });
    return done.ok ? `${done.value.path} ${Buffer.from(done.value.bytes)}` : told(done);
  }

  test('they are read and changed by absolute path, relative names mean the workspace, and the same names are shut there', async () => {
    const at = (name: string) => join(granted, name);
    expect({
      relative: await read('a.md'),
      absolute: await read(at('a.md')),
      secret: await read(at('.git/config')),
      private: await read(at('MEMORY.md'), 'shared'),
      link: await read(at('d/canary.txt')),
      up: await read(join(granted, '..', 'out', 'canary.txt')),
      climbs: await read(`${granted}/../out/canary.txt`),
      sibling: await read(`${granted}-evil/x`),
      none: await read(join(bed.base, 'none', 'x')),
      disk: await read('/etc/hostname'),
    }).toEqual({
      relative: 'a.md WORKSPACE',
      absolute: `${at('a.md')} GRANTED`,
      secret: 'denied path_protected',
      private: 'denied path_private',
      link: 'denied path_link_outside',
      up: 'denied path_outside',
      climbs: 'denied path_outside',
      sibling: 'denied path_outside',
      none: 'denied path_outside',
      disk: 'denied path_outside',
    });
    expect(await wide.wall.resolve(at('new/x.md'), 'main')).toEqual({ kind: 'inside', relative: at('new/x.md'), type: 'missing' });
    const listed = await wide.wall.list(granted, { depth: 1, max: 9, session: 'main', signal });
    expect(listed.ok && listed.value.entries.map(({ path }) => path)).toEqual(['.git', 'MEMORY.md', 'a.md', 'd'].map(at));
    const write = async (path: string, approved = false) => wide.wall.write(path, Buffer.from('x'), { session: 'main', approved });
    expect(await write(at('new/x.md'))).toEqual({ ok: true, value: { path: at('new/x.md'), bytes: 1, created: true } });
    expect([told(await write(at('.git/config'), true)), told(await write(at('SOUL.md'))), told(await write(at('d/x')))]).toEqual([
      'denied path_protected',
      'denied policy_persona_asks',
      'denied path_link_outside',
    ]);
    expect(told(await wide.wall.trash(granted, { session: 'main', approved: true, signal }))).toBe('denied path_workspace');
    expect(told(await wide.wall.trash(at('a.md'), { session: 'main', approved: false, signal }))).toBe('ok');
  });

  test('a granted folder around the workspace opens neither its persona nor the app’s data by another way, nor moves them', async () => {
    const data = join(bed.base, 'box', 'data');
    const root = join(bed.base, 'box', 'ws');
    for (const folder of [data, root]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'SOUL.md'), 'soul');
    symlinkSync('ws', join(bed.base, 'box', 'alias'));
    const box = join(bed.base, 'box');
    const around = await openWallBed({ platform, root, dataFolder: data, granted: [box, data] });
    const write = async (path: string) => told(await around.wall.write(path, Buffer.from('x'), { session: 'main', approved: false }));
    expect({
      soul: await write(join(root, 'SOUL.md')),
      alias: await write(join(box, 'alias', 'SOUL.md')),
      data: await write(join(data, 'settings.json')),
      beside: await write(join(box, 'a.md')),
      move: told(await around.wall.move(root, join(box, 'ws2'), { session: 'main', approved: true })),
    }).toEqual({
      soul: 'denied policy_persona_asks',
      alias: 'denied path_protected',
      data: 'denied path_protected',
      beside: 'ok',
      move: 'denied path_workspace',
    });
    await around.close();
    rmSync(box, { recursive: true });
  });
});
