/** The system's key store as Electron reaches it: Keychain, DPAPI, the keyring of the desktop. */
import type { SafeStorage } from 'electron';
import type { SafeKeys } from '../host/key-store.ts';

/** What is used of Electron's safeStorage. */
export type StorageParts = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString' | 'getSelectedStorageBackend'>;

/**
 * Over `safeStorage`, once the app is ready. On Linux a desktop without a keyring is given a fixed password that everybody knows: that counts
 * as no key store. Its answers in turn (`encryptStringAsync`) are not used: a key is read in the middle of a request.
 */
export function createSafeKeys(storage: StorageParts, platform: NodeJS.Platform): SafeKeys {
  return {
    available() {
      if (!storage.isEncryptionAvailable()) return false;
      if (platform !== 'linux') return true;
      const backend = storage.getSelectedStorageBackend();
      return backend !== 'basic_text' && backend !== 'unknown';
    },
    encrypt: (text) => storage.encryptString(text).toString('base64'),
    decrypt: (base64) => storage.decryptString(Buffer.from(base64, 'base64')),
  };
}
