/** Tests of reading what a person enters for a server. */
import { expect, test } from 'vitest';
import { endpointSchema } from '#shared/schema/model';
import { endpointOf, faultsOf, isHere, plainAddress } from './endpoint-fields.ts';

const right = { name: 'Desk', url: 'http://127.0.0.1:1234/v1', window: '' };

test('an address loses what the client adds itself', () => {
  expect(['https://a.example/v1/chat/completions', ' https://a.example/v1/ ', 'https://a.example/v1'].map(plainAddress)).toEqual(
    Array(3).fill('https://a.example/v1'),
  );
});

test('what is wrong is told by field, and what is right fits the schema', () => {
  const none = { name: null, url: null, window: null };
  expect(faultsOf(right)).toEqual(none);
  expect(faultsOf({ name: ' ', url: '127.0.0.1:1234/v1', window: '12' })).toEqual({ name: 'name', url: 'url', window: 'window' });
  for (const url of ['', 'ftp://a/v1', 'http://', 'https://a b/v1', 'javascript:alert(1)'])
    expect(faultsOf({ ...right, url }).url).toBe('url');
  for (const window of ['8192', '8,192', '32k', '32 768', '128K']) expect(faultsOf({ ...right, window }).window).toBe(null);
  for (const window of ['1000', '-8192', '8.5k', 'many', '99999999']) expect(faultsOf({ ...right, window }).window).toBe('window');
  expect(endpointSchema.parse(endpointOf({ ...right, window: '32k' }, null, []))).toEqual({
    id: 'desk',
    name: 'Desk',
    url: 'http://127.0.0.1:1234/v1',
    window: 32_768,
  });
});

test('a new id is made of the name and never one that is taken; an old one stays', () => {
  const id = (name: string, known: string[] = []) => endpointOf({ ...right, name }, null, known).id;
  expect([id('My GPU Box!'), id('书房'), id('Ollama'), id('Desk', ['desk', 'desk-2'])]).toEqual([
    'my-gpu-box',
    'server',
    'ollama-2',
    'desk-3',
  ]);
  for (const name of ['x'.repeat(100), '- -', '书房 2']) endpointSchema.parse(endpointOf({ ...right, name }, null, []));
  expect(endpointOf(right, 'old-one', ['old-one']).id).toBe('old-one');
});

test('an address is here only where nothing leaves this computer', () => {
  expect(['http://localhost:1/v1', 'http://127.0.0.1/v1', 'http://[::1]:8080/v1'].map(isHere)).toEqual([true, true, true]);
  expect(['http://127.0.0.1.example.com/v1', 'http://localhost.example.com', 'https://api.example.com/v1', 'nothing'].map(isHere)).toEqual(
    Array(4).fill(false),
  );
});
