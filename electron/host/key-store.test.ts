/** Keys lie where the app says that they lie, and nothing of them is lost. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { notice } from '#shared/schema/notice';
import { createKeyStore, type SafeKeys } from './key-store.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(text?: string, mode = 0o600): string {
  const dataFolder = mkdtempSync(join(tmpdir(), 'reins-keys-'));
  made.push(dataFolder);
  if (text !== undefined) writeFileSync(join(dataFolder, 'keys.json'), text, { mode });
  return dataFolder;
}

const textIn = (dataFolder: string): string => readFileSync(join(dataFolder, 'keys.json'), 'utf8');

/** Turns a text round; what does not begin with its mark is not its own. */
const safe: SafeKeys = {
  available: () => true,
  encrypt: (text) => Buffer.from(`mine${[...text].reverse().join('')}`).toString('base64'),
  decrypt(base64) {
    const text = Buffer.from(base64, 'base64').toString();
    if (!text.startsWith('mine')) throw new Error('not mine');
    return [...text.slice(4)].reverse().join('');
  },
};

describe('without a key store', () => {
  test('keys lie in a file of the person alone, which is said, and are there after a restart', async () => {
    const dataFolder = folder();
    const keys = createKeyStore({ dataFolder });
    expect([keys.kept, await keys.get('desk'), keys.has('desk'), keys.notices(), existsSync(keys.path)]).toEqual([
      'file',
      null,
      false,
      [],
      false,
    ]);
    await keys.set('desk', 'sk-密钥');
    const again = createKeyStore({ dataFolder });
    expect([await again.get('desk'), again.has('desk'), await again.get('constructor')]).toEqual(['sk-密钥', true, null]);
    expect(again.notices()).toEqual([notice('keys_in_file', { path: keys.path })]);
    expect(statSync(keys.path).mode & 0o777).toBe(0o600);
    await again.set('desk', null);
    await again.set('desk', null);
    expect([await again.get('desk'), textIn(dataFolder), again.notices()]).toEqual([null, '{}\n', []]);
  });

  test('one that is there but not to be used counts as none', async () => {
    const dataFolder = folder();
    const keys = createKeyStore({ dataFolder, safe: { ...safe, available: () => false } });
    await keys.set('desk', 'sk-secret');
    expect([keys.kept, await keys.get('desk')]).toEqual(['file', 'sk-secret']);
  });

  test('a file that others could read is closed to them', async () => {
    const dataFolder = folder('{"desk":{"kept":"file","value":"sk-secret"}}');
    chmodSync(join(dataFolder, 'keys.json'), 0o644);
    const keys = createKeyStore({ dataFolder });
    expect([await keys.get('desk'), statSync(keys.path).mode & 0o777]).toEqual(['sk-secret', 0o600]);
  });
});

describe('with a key store', () => {
  test('the file holds nothing that can be read', async () => {
    const dataFolder = folder();
    const keys = createKeyStore({ dataFolder, safe });
    await keys.set('desk', 'sk-secret');
    expect([keys.kept, await keys.get('desk'), textIn(dataFolder).includes('secret'), keys.notices()]).toEqual([
      'system',
      'sk-secret',
      false,
      [],
    ]);
    const elsewhere = createKeyStore({ dataFolder });
    expect([await elsewhere.get('desk'), elsewhere.has('desk')]).toEqual([null, true]);
    await elsewhere.set('other', 'sk-other');
    expect(await createKeyStore({ dataFolder, safe }).get('desk')).toBe('sk-secret');
  });

  test('keys from the time before move into it, with everything else as it was', async () => {
    const later = { kept: 'somewhere', of: ['a', 'later', 'version'] };
    const dataFolder = folder(JSON.stringify({ desk: { kept: 'file', value: 'sk-secret' }, later }));
    const keys = createKeyStore({ dataFolder, safe });
    expect([await keys.get('desk'), await keys.get('later'), keys.has('later'), keys.notices()]).toEqual(['sk-secret', null, false, []]);
    expect([textIn(dataFolder).includes('secret'), JSON.parse(textIn(dataFolder)).later]).toEqual([false, later]);
  });

  test('that refuses to encrypt nothing is kept in the clear, and what was there stays', async () => {
    const dataFolder = folder('{"desk":{"kept":"file","value":"sk-old"}}');
    const encrypt = (): string => {
      throw new Error('locked');
    };
    const keys = createKeyStore({ dataFolder, safe: { ...safe, encrypt } });
    await expect(keys.set('desk', 'sk-new')).rejects.toThrow('locked');
    expect([await keys.get('desk'), keys.notices()]).toEqual(['sk-old', [notice('keys_in_file', { path: keys.path })]]);
    expect(textIn(dataFolder)).not.toContain('sk-new');
  });

  test('what was encrypted elsewhere is no key here', async () => {
    const keys = createKeyStore({ dataFolder: folder('{"desk":{"kept":"system","value":"AAAA"}}'), safe });
    expect(await keys.get('desk')).toBe(null);
  });

  test('is not opened before a key is in question', async () => {
    let asked = 0;
    const available = (): boolean => {
      asked += 1;
      return true;
    };
    const keys = createKeyStore({ dataFolder: folder(), safe: { ...safe, available } });
    expect([await keys.get('desk'), keys.has('desk'), keys.notices(), asked]).toEqual([null, false, [], 0]);
    await keys.set('desk', 'sk-secret');
    await keys.get('desk');
    expect([keys.kept, asked]).toEqual(['system', 1]);
  });
});

describe('a damaged file', () => {
  test.each(['{"desk":{"kept":"fi', '', '[1]', '7'])('is set aside whole, which is said: %j', async (text) => {
    const dataFolder = folder(text);
    const keys = createKeyStore({ dataFolder });
    expect([await keys.get('desk'), keys.has('desk')]).toEqual([null, false]);
    await keys.set('other', 'x');
    const [aside = ''] = readdirSync(dataFolder).filter((name) => name.startsWith('keys.json.damaged-'));
    expect([await keys.get('other'), readFileSync(join(dataFolder, aside), 'utf8')]).toEqual(['x', text]);
    expect(keys.notices()[0]).toEqual(notice('keys_damaged', { path: join(dataFolder, aside) }));
  });

  test('with one entry that is none keeps the others, and the wrong one until it is replaced', async () => {
    const dataFolder = folder('{"desk":{"kept":"file"},"other":{"kept":"file","value":"x"}}');
    const keys = createKeyStore({ dataFolder });
    expect([await keys.get('desk'), await keys.get('other')]).toEqual([null, 'x']);
    await keys.set('third', 'y');
    expect(JSON.parse(textIn(dataFolder))['desk']).toEqual({ kept: 'file' });
    await keys.set('desk', 'z');
    expect(await keys.get('desk')).toBe('z');
  });

  test('that cannot be read at all is neither moved nor written over', async () => {
    const dataFolder = folder();
    mkdirSync(join(dataFolder, 'keys.json'));
    const keys = createKeyStore({ dataFolder });
    expect([await keys.get('desk'), keys.has('desk')]).toEqual([null, false]);
    await expect(keys.set('desk', 'x')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(readdirSync(dataFolder)).toEqual(['keys.json']);
  });
});

test('a key that cannot be written is not there, and the one before still is', async () => {
  const dataFolder = folder();
  const keys = createKeyStore({ dataFolder });
  await keys.set('desk', 'sk-old');
  rmSync(keys.path);
  mkdirSync(join(keys.path, 'in the way'), { recursive: true });
  await expect(keys.set('desk', 'sk-new')).rejects.toThrow();
  expect([await keys.get('desk'), readdirSync(dataFolder)]).toEqual(['sk-old', ['keys.json']]);
});
