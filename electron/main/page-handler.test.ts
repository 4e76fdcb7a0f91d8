import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPageHandler } from './page-handler.ts';

const place = mkdtempSync(join(tmpdir(), 'reins-page-'));
const folder = join(place, 'window');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(place, 'secret.txt'), 'CANARY');
writeFileSync(join(folder, 'index.html'), '<p>你好</p>');
const get = (url: string): Promise<Response> => createPageHandler(folder, 'app')({ url });

test('the window comes with its policy', async () => {
  for (const url of ['reins://app/', 'reins://app/index.html?a#b']) {
    const answer = await get(url);
    expect([answer.status, await answer.text()]).toEqual([200, '<p>你好</p>']);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each([
  'reins://app/missing.js',
  'reins://app/assets',
  'reins://app/%',
  'reins://app/%E4%B8',
  'reins://app/..%2fsecret.txt',
  'reins://app/%00',
  'reins://other/index.html',
  'no address',
])('%s is not found, and nothing breaks', async (url) => {
  const answer = await get(url);
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});
