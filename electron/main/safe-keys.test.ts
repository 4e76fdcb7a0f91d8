import { expect, test } from 'vitest';
import { createSafeKeys, type StorageParts } from './safe-keys.ts';

function storage(isAvailable: boolean, backend: ReturnType<StorageParts['getSelectedStorageBackend']>): StorageParts {
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(text, 'utf8').reverse(),
    decryptString: (bytes) => Buffer.from(bytes).reverse().toString('utf8'),
  };
}

test.each([
  ['linux', true, 'gnome_libsecret', true],
  ['linux', true, 'kwallet6', true],
  ['linux', true, 'basic_text', false],
  ['linux', true, 'unknown', false],
  ['linux', false, 'gnome_libsecret', false],
  ['darwin', false, 'unknown', false],
] as const)('on %s, available %s with %s: %s', (platform, isAvailable, backend, expected) => {
  expect(createSafeKeys(storage(isAvailable, backend), platform).available()).toBe(expected);
});

test.each(['darwin', 'win32'] as const)('on %s nothing is asked that only Linux has', (platform) => {
  const { getSelectedStorageBackend: _, ...others } = storage(true, 'unknown');
  expect(createSafeKeys(others as StorageParts, platform).available()).toBe(true);
});

test('a key goes through as base64 and comes back', () => {
  const keys = createSafeKeys(storage(true, 'kwallet5'), 'linux');
  expect(keys.encrypt('sk-密钥')).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(keys.decrypt(keys.encrypt('sk-密钥'))).toBe('sk-密钥');
});
