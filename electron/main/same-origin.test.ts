import { expect, test } from 'vitest';
import { sameOrigin } from './same-origin.ts';

test.each([
  ['reins://app/index.html#x', 'reins://app/', true],
  ['http://127.0.0.1:4100/a', 'http://127.0.0.1:4100/', true],
  ['reins://other/index.html', 'reins://app/', false],
  ['file:///home/li/笔记.html', 'reins://app/', false],
  ['data:text/html,hello', 'reins://app/', false],
  ['http://127.0.0.1:4101/', 'http://127.0.0.1:4100/', false],
  ['https://127.0.0.1:4100/', 'http://127.0.0.1:4100/', false],
  ['', 'reins://app/', false],
])('%s and %s: %s', (one, other, same) => {
  expect(sameOrigin(one, other)).toBe(same);
});
