/** Tests of cited lines on a real host: a note, another file, and what is not there. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#shared/contract/client';
import type { Client } from '#shared/contract/methods';
import { createHost, type Host } from '../../electron/host/create-host.ts';
import { linesOfRead, readPlace } from './file-lines.ts';

let host: Host;
let client: Client;
beforeAll(async () => {
  const place = mkdtempSync(join(tmpdir(), 'reins-lines-'));
  const work = join(place, 'work');
  host = await createHost({ dataFolder: join(place, 'data'), overrides: { workspace: work }, ports: { shell: 'command-line' } });
  client = createClient(host);
  mkdirSync(join(work, 'memory'), { recursive: true });
  writeFileSync(join(work, 'memory', '2026-11-12.md'), '# 笔记\n- 备用钥匙在工具箱\n');
  writeFileSync(join(work, '计划.md'), '买牛奶\n发票 42\n<b>untrusted</b>\nend\n');
});
afterAll(() => host.close());

test('the lines of a note and of any other file are given bare', async () => {
  expect(await readPlace(client, { path: 'memory/2026-11-12.md', from: 2, to: 2 })).toEqual({ ok: true, value: '- 备用钥匙在工具箱' });
  expect(await readPlace(client, { path: '计划.md', from: 1, to: 1 })).toEqual({ ok: true, value: '买牛奶' });
  expect(await readPlace(client, { path: '计划.md', from: 2, to: 4 })).toEqual({ ok: true, value: '发票 42\n<b>untrusted</b>\nend' });
});

test('a file that became shorter gives what is left, and none is said', async () => {
  expect(await readPlace(client, { path: '计划.md', from: 4, to: 9 })).toEqual({ ok: true, value: 'end' });
  expect(await readPlace(client, { path: '计划.md', from: 8, to: 9 })).toMatchObject({
    ok: false,
    reason: { code: 'memory_lines', params: { path: '计划.md', lines: 4 } },
  });
});

test('a file that is gone or behind the wall is an error in words', async () => {
  expect(await readPlace(client, { path: 'gone.md', from: 1, to: 1 })).toMatchObject({ ok: false, reason: { code: 'path_not_found' } });
  expect(await readPlace(client, { path: '../out.md', from: 1, to: 1 })).toMatchObject({ ok: false, reason: { code: 'path_outside' } });
});

test('a read holds the lines within it and no others', async () => {
  const { result } = await client['tool.run']({ name: 'read', arguments: { path: '计划.md', offset: 1, limit: 2 } });
  if (result === null) throw new Error('a result was expected');
  const lines = (from: number, to: number) => linesOfRead(result, { path: '计划.md', from, to });
  expect(lines(2, 2)).toBe('发票 42');
  expect(lines(2, 3)).toBe('发票 42\n<b>untrusted</b>');
  expect([lines(1, 2), lines(3, 4)]).toEqual([null, null]);
});
