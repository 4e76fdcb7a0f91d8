import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pageFile } from './page-headers.ts';

const root = resolve('/app/out/renderer');

test('a file is served as what it is, with the policy, and kept only where its name holds its hash', () => {
  const page = pageFile(root, '/');
  expect(page?.file).toBe(join(root, 'index.html'));
  expect(page?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(pageFile(root, '/assets/a.js')?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(pageFile(root, '/%E5%9B%BE.png')?.file).toBe(join(root, '图.png'));
});

test('a malformed path is no file', () => {
  for (const path of ['/%', '/%E4%B8', '/a%00b']) expect(pageFile(root, path)).toBeUndefined();
});

test('no path leads out of the folder', () => {
  for (const path of ['/../secret', '/..%2f..%2fsecret', '/a/../../secret'])
    expect(pageFile(root, path)?.file ?? root).toMatch(new RegExp(`^${root}`));
});
